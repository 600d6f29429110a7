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
  const main = lessons.filter((one) => !one.elective && one.name !== GALLERY);
  return main.indexOf(lesson) + 1 || null;
}

/**
 * @param {any} lesson
 * @param {import("./words.js").Word} word
 * @param {{step: number, done: Set<number>, go: (step: number) => void}} now
 */
export function progressDots(lesson, word, { step, done, go }) {
  const dots = lesson.steps.map((one, n) => {
    const title = one.title || word("guess");
    const dot = makeButton("cv-progress-dot", "", [], () => go(n), {
      title: word("numbered", { number: n + 1, title }),
      aria: {
        "aria-label": word("step-named", { step: n + 1, count: lesson.steps.length, title }),
      },
    });
    if (n === step) dot.setAttribute("aria-current", "step");
    dot.classList.toggle("cv-progress-done", done.has(n));
    return dot;
  });
  return [...dots, stepList(lesson, word, { step, go })];
}

/** The steps as a list over the dots, which are too narrow for fingers. */
function stepList(lesson, word, { step, go }) {
  const titles = lesson.steps.map((one, n) =>
    make(
      "option",
      { value: String(n) },
      word("numbered", { number: n + 1, title: one.title || word("guess") }),
    ),
  );
  const list = make(
    "select",
    {
      className: "cv-step-list",
      data: { testid: "step-list" },
      aria: { "aria-label": word("step", { step: step + 1, count: lesson.steps.length }) },
    },
    ...titles,
  );
  list.value = String(step);
  list.addEventListener("change", () => go(Number(list.value)));
  return list;
}
