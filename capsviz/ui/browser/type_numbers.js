/* Numbers beside a picture of couplings: of which type each of its tiles is. */

import { make } from "./dom.js";

/**
 * Number the types of input capsules: the first of each row, and how far each column is from it.
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
