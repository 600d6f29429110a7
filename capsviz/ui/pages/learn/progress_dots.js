/* Numbers of lessons, and a lesson's steps as dots. */

import { make, makeButton } from "../../browser/dom.js";

const GALLERY = "mistakes";

/**
 * Number of a lesson in the main line, from 1; null for an elective and the gallery.
 * @param {any} course
 * @param {any} lesson
 * @returns {number | null}
 */
export function numberOf({ lessons }, lesson) {
  const main = lessons.filter((item) => !item.elective && item.name !== GALLERY);
  return main.indexOf(lesson) + 1 || null;
}

/**
 * @param {any} lesson
 * @param {import("./words.js").Word} word
 * @param {{step: number, done: Set<number>, go: (step: number) => void}} now
 */
export function progressDots(lesson, word, { step, done, go }) {
  const count = lesson.steps.length;
  const titles = lesson.steps.map(({ title }) => title || word("guess"));
  const numbered = titles.map((title, n) => word("numbered", { number: n + 1, title }));
  const dots = titles.map((title, n) => {
    const dot = makeButton("cv-progress-dot", "", [], () => go(n), {
      title: numbered[n],
      aria: { "aria-label": word("step-named", { step: n + 1, count, title }) },
    });
    if (n === step) dot.setAttribute("aria-current", "step");
    dot.classList.toggle("cv-progress-done", done.has(n));
    return dot;
  });
  return [...dots, stepList(numbered, word("step", { step: step + 1, count }), { step, go })];
}

/** The steps as a list above the dots, which are too narrow for fingers. */
function stepList(titles, label, { step, go }) {
  const options = titles.map((title, n) => make("option", { value: String(n) }, title));
  const attributes = { className: "cv-step-list", data: { testid: "step-list" } };
  const list = make("select", { ...attributes, aria: { "aria-label": label } }, ...options);
  list.value = String(step);
  list.addEventListener("change", () => go(Number(list.value)));
  return list;
}
