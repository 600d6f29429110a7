/* Numbers of lessons, and a lesson's steps as dots. */

import { makeButton } from "../../browser/dom.js";

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
