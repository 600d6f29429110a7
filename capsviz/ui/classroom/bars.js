/* The answers to a question and, once revealed, how many chose each. */

import { make } from "../browser/dom.js";
import { fillText } from "./parts.js";

/**
 * @param {{answers: string[], revealed: boolean, right?: number, counts?: number[],
 *   earlier?: number[]}} question `earlier` counts of the same, asked before
 * @param {Record<string, string>} words
 */
export function resultRows({ answers, revealed, right, counts = [], earlier = [] }, words) {
  const most = Math.max(1, ...counts);
  const rows = answers.map((answer, n) => {
    const row = make("li", { className: "cv-class-row" }, make("span", {}, answer));
    if (!revealed) return row;
    const bar = make("span", { className: "cv-class-row-bar", aria: { "aria-hidden": "true" } });
    bar.style.setProperty("--share", String(counts[n] / most));
    row.append(bar, make("b", { data: { testid: `count-${n}` } }, String(counts[n])));
    row.classList.toggle("cv-class-right", n === right);
    if (n === right)
      row.append(make("span", { className: "cv-class-tick" }, `✓ ${words["is-right"]}`));
    if (earlier.length) row.append(make("span", {}, fillText(words.earlier, earlier[n])));
    return row;
  });
  return make("ol", { className: "cv-class-rows" }, ...rows);
}
