/* The counts of a session as a file: how many, never who. */

import { csvText, saveFile } from "../browser/export.js";

/**
 * @param {any[][]} rows as capsviz/ui/classroom/tally.py writes them
 * @param {string} title names the columns, separated by commas
 * @param {string} code of the session
 */
export function saveCounts(rows, title, code) {
  const table = csvText([title.split(","), ...rows]);
  saveFile(table, `class-${code.toLowerCase()}.csv`, "text/csv;charset=utf-8");
}
