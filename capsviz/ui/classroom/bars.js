/* The answers to a question and, once revealed, the votes for each. */

import { make } from "../browser/dom.js";
import { fillText } from "./parts.js";

/**
 * @param {{answers: string[], revealed: boolean, right?: number, counts?: number[], first?:
 *   number[], earlier?: number[]}} question `first`: counts of the vote before the class discussed
 *   it; `earlier`: counts of the same question asked before
 * @param {Record<string, string>} words
 */
export function resultRows(question, words) {
  const { answers, revealed, right, counts = [], first = [], earlier = [] } = question;
  const most = Math.max(1, ...counts, ...first);
  const rows = answers.map((answer, n) => {
    const row = make("li", { className: "cv-class-row" });
    row.append(make("span", { className: "cv-class-row-text" }, answer));
    if (!revealed) return row;
    row.classList.toggle("cv-class-right", n === right);
    if (n === right)
      row.append(make("span", { className: "cv-class-tick" }, `✓ ${words["is-right"]}`));
    if (first.length) row.append(...bar(first[n], most, `first-${n}`, words.before));
    row.append(...bar(counts[n], most, `count-${n}`, first.length ? words.after : ""));
    if (earlier.length) row.append(make("span", {}, fillText(words.earlier, earlier[n])));
    return row;
  });
  return make("ol", { className: "cv-class-rows" }, ...rows);
}

/** @param {number} count @param {number} most @param {string} testid @param {string} label */
function bar(count, most, testid, label) {
  const drawn = make("span", { className: "cv-class-row-bar", aria: { "aria-hidden": "true" } });
  drawn.style.setProperty("--share", String(count / most));
  const said = make("b", { data: { testid } }, String(count));
  const line = make("span", { className: "cv-class-row-line" });
  if (label) line.append(make("span", { className: "cv-class-row-when" }, label));
  line.append(drawn, said);
  return [line];
}
