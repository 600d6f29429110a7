/* The counts of a session as a file, without any names. */

import { csvText, saveFile } from "../browser/export.js";

/**
 * @typedef {[string, string, "right" | "wrong" | "", number]} CountRow question, answer, mark and
 *   count, as `tally.py` gives them
 * @typedef {Record<string, CountRow[]>} CountRows by names of questions and boards
 */

/**
 * @param {CountRow[]} rows
 * @param {string} title the columns' names, separated by commas
 * @param {string} code of the session
 */
export function saveCounts(rows, title, code) {
  const table = csvText([title.split(","), ...rows]);
  saveFile(table, `class-${code.toLowerCase()}.csv`, "text/csv;charset=utf-8");
}
