/* Numbers beside a picture of couplings: of which type each of its tiles is. */

import { make } from "./dom.js";

/**
 * Number the types of input capsules: the first of each row, and how far each column is from it.
 * @param {{tiles: number[]}} picture
 * @param {HTMLElement} columns
 * @param {HTMLElement} rows
 */
export function numberTypes({ tiles: [across, down] }, columns, rows) {
  const numbers = (/** @type {number} */ count, /** @type {(at: number) => string} */ label) =>
    Array.from({ length: count }, (_, at) => make("span", {}, label(at)));
  columns.replaceChildren(...numbers(across, (at) => (down > 1 && at ? `+${at}` : `${at}`)));
  rows.replaceChildren(...numbers(down, (at) => `${at * across}`));
}
