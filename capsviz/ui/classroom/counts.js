/* The counts of a session as a file, without any names. */

import { csvText, saveFile } from "../browser/export.js";

/**
 * @param {any[][]} rows as capsviz/ui/classroom/tally.py writes them
 * @param {string} title the columns' names, separated by commas
 * @param {string} code of the session
 */
export function saveCounts(rows, title, code) {
  const table = csvText([title.split(","), ...rows]);
  saveFile(table, `class-${code.toLowerCase()}.csv`, "text/csv;charset=utf-8");
}
