/* Share of wrong answers in a question's counts. */

/**
 * @param {import("../../classroom/counts.js").CountRow[]} [rows]
 * @returns {{wrong: number, all: number} | null} null without answers
 */
export function wrongShare(rows = []) {
  const sum = (subset) => subset.reduce((total, row) => total + row[3], 0);
  const all = sum(rows);
  return all ? { wrong: sum(rows.filter(([, , mark]) => mark === "wrong")), all } : null;
}
