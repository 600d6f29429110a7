/* The list of lessons, and a lesson's steps as dots. */

import { make, makeButton } from "../../browser/dom.js";

const GALLERY = "mistakes";

/**
 * @param {any} course
 * @param {import("./words.js").Word} word
 * @param {{name: string, done: (lesson: string) => Set<number>, go: (name: string) => void}} now
 */
export function lessonList(course, word, { name, done, go }) {
  const entry = (lesson, label, finished) => {
    const button = makeButton("cv-lesson-link", `lesson-${lesson}`, label, () => go(lesson));
    if (lesson === name) button.setAttribute("aria-current", "page");
    if (finished) {
      button.append(
        make("span", { className: "cv-tick", aria: { "aria-hidden": "true" } }, "✓"),
        make("span", { className: "cv-hidden" }, `, ${word("finished")}`),
      );
    }
    return make("li", {}, button);
  };
  const entries = course.lessons.map((lesson) => {
    const label = lesson.elective
      ? `${word("elective")}: ${lesson.title}`
      : `${numberOf(course, lesson) ?? ""}  ${lesson.title}`.trim();
    return entry(lesson.name, label, done(lesson.name).size >= lesson.steps.length);
  });
  return make(
    "ol",
    {},
    ...entries,
    entry("quiz", word("quiz"), false),
    entry("glossary", word("glossary"), false),
  );
}

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
 * Scroll the list so that the present lesson is in view.
 * @param {HTMLElement} list
 */
export function showCurrent(list) {
  /** @type {HTMLElement | null} */
  const current = list.querySelector("[aria-current]");
  if (current && list.scrollWidth > list.clientWidth) {
    list.scrollLeft = current.offsetLeft - list.offsetLeft - 24;
  }
}

/**
 * @param {any} lesson
 * @param {import("./words.js").Word} word
 * @param {{step: number, done: Set<number>, go: (step: number) => void}} now
 */
export function progressDots(lesson, word, { step, done, go }) {
  return lesson.steps.map((one, n) => {
    const title = one.title || word("guess");
    const dot = makeButton("cv-progress-dot", "", [], () => go(n), {
      title: `${n + 1}. ${title}`,
      aria: { "aria-label": `${word("step", n + 1, lesson.steps.length)}: ${title}` },
    });
    if (n === step) dot.setAttribute("aria-current", "step");
    dot.classList.toggle("cv-progress-done", done.has(n));
    return dot;
  });
}
