/* Table of the results on the fixed test pairs. */

import { make } from "../../browser/dom.js";
import { watchOverflow } from "../../browser/overflow.js";
import { text } from "../../browser/text.js";
import { missingWords, paperWords, RESULT_HEADS, resultNote, resultWords } from "./words.js";

/**
 * @typedef {object} OverlapResults as `data.py` gives it
 * @property {any[]} rows
 * @property {string} missing why there are no rows
 * @property {Record<string, number>} paper
 */

/**
 * @param {OverlapResults} results
 * @returns {HTMLElement[]}
 */
export function resultElements({ rows, missing, paper }) {
  const lines = [
    ...rows.map((row) => make("tr", {}, ...cellsOf(resultWords(row)))),
    paperRow(text("result-paper-capsules"), paper.capsules),
    paperRow(text("result-paper-cnn"), paper.cnn),
  ];
  const heads = RESULT_HEADS.map((id) => make("th", { scope: "col" }, text(id)));
  const table = make(
    "table",
    { className: "cv-table" },
    make("thead", {}, make("tr", {}, ...heads)),
    make("tbody", {}, ...lines),
  );
  const box = make(
    "div",
    {
      className: "cv-table-box",
      tabIndex: 0,
      aria: { role: "region", "aria-label": text("results-table") },
    },
    table,
  );
  watchOverflow(box);
  const note = make("p", { className: "cv-small cv-muted" }, resultNote(rows[0]?.n));
  if (!missing) return [box, note];
  const sentence = withCode(missingWords(missing));
  return [make("p", { data: { testid: "results-missing" } }, ...sentence), box, note];
}

function paperRow(name, share) {
  return make("tr", { className: "cv-muted" }, ...cellsOf(paperWords(name, share)));
}

/** @param {string[]} texts */
function cellsOf(texts) {
  const [name, ...values] = texts;
  return [make("th", { scope: "row" }, name), ...values.map((value) => make("td", {}, value))];
}

/** Text whose parts between backticks are commands. */
function withCode(sentence) {
  return sentence.split("`").map((part, k) => (k % 2 ? make("code", {}, part) : part));
}
