/* A question's drawing and answers and, once revealed, the votes for each. */

import { contextOf, make } from "../browser/dom.js";
import { paintDrawing } from "../browser/ink.js";
import { fillText } from "../browser/text.js";

/** Side of a question's drawing in canvas pixels, twice its size on the page for sharp screens. */
const SIDE = 280;

/**
 * A question's drawing; empty if it has none.
 * @param {{drawing?: any}} question
 * @param {Record<string, string>} words
 * @returns {HTMLElement[]}
 */
export function questionDrawing({ drawing }, words) {
  if (!drawing) return [];
  const canvas = make("canvas", {
    className: "cv-framed cv-class-about",
    aria: { role: "img", "aria-label": words.drawing },
    data: { testid: "question-drawing" },
  });
  canvas.width = canvas.height = SIDE;
  paintDrawing(contextOf(canvas), SIDE, drawing, "#111");
  return [canvas];
}

/**
 * @param {{answers: string[], revealed: boolean, right?: number, counts?: number[], first?:
 *   number[], earlier?: number[]}} question `first`: counts of the vote before the class discussed
 *   it; `earlier`: counts of the same question asked before
 * @param {Record<string, string>} words
 */
export function resultRows(question, words) {
  const { answers, revealed, right, counts = [], first = [], earlier = [] } = question;
  const largest = Math.max(1, ...counts, ...first);
  const rows = answers.map((answer, n) => {
    const row = make("li", { className: "cv-framed cv-class-row" });
    row.append(make("span", { className: "cv-class-row-text" }, answer));
    if (!revealed) return row;
    row.classList.toggle("cv-class-counted", revealed);
    row.classList.toggle("cv-class-right", n === right);
    if (n === right) row.append(make("span", { className: "cv-class-tick" }, words["is-right"]));
    if (first.length) row.append(...bar(first[n], largest, `first-${n}`, words.before));
    row.append(...bar(counts[n], largest, `count-${n}`, first.length ? words.after : ""));
    if (earlier.length)
      row.append(make("span", {}, fillText(words.earlier, { count: earlier[n] })));
    return row;
  });
  return make("ol", { className: "cv-class-rows" }, ...rows);
}

/** @param {number} count @param {number} largest @param {string} testid @param {string} label */
function bar(count, largest, testid, label) {
  const fill = make("span", { className: "cv-class-row-bar", aria: { "aria-hidden": "true" } });
  fill.style.setProperty("--share", String(count / largest));
  const value = make("b", { data: { testid } }, String(count));
  const line = make("span", { className: "cv-class-row-line" });
  if (label) line.append(make("span", { className: "cv-class-row-when" }, label));
  line.append(fill, value);
  return [line];
}
