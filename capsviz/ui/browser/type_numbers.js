/* Type numbers at the tiles of a picture of couplings. */

import { make } from "./dom.js";

/**
 * Number the types of input capsules: the first of each row, and the offset of each column.
 * @param {{tiles: number[]}} picture
 * @param {HTMLElement} columns
 * @param {HTMLElement} rows
 */
export function numberTypes({ tiles: [columnCount, rowCount] }, columns, rows) {
  const numbers = (/** @type {number} */ count, /** @type {(at: number) => string} */ label) =>
    Array.from({ length: count }, (_, i) => make("span", {}, label(i)));
  columns.replaceChildren(...numbers(columnCount, (i) => (rowCount > 1 && i ? `+${i}` : `${i}`)));
  rows.replaceChildren(...numbers(rowCount, (i) => `${i * columnCount}`));
}
