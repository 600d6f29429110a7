/* A product of two matrices, with its numbers. */

import { make, setText } from "../../../browser/dom.js";
import { figureNumber } from "./shapes.js";

/** Decimals of the rotations in the upper rows, and of the translations beside them. */
const decimals = (column) => (column === 2 ? 1 : 2);

/**
 * @param {{name: string, shows: string}[]} matrices the two factors and their product; `shows`:
 *   its symbols and terms in the text
 */
export function matrixEquation(matrices) {
  const tables = matrices.map(matrixTable);
  const sign = (text) => make("span", { className: "cv-matrix-sign" }, text);
  const caption = make("figcaption", { className: "cv-panel-title" });
  const row = make(
    "div",
    { className: "cv-row cv-matrix-row" },
    ...[tables[0].box, sign("·"), tables[1].box, sign("="), tables[2].box],
  );
  const attributes = {
    className: "cv-panel cv-panel-wide cv-matrices",
    data: { testid: "matrices" },
  };
  return {
    node: make("figure", attributes, caption, row),
    /**
     * @param {number[][][]} numbers of each matrix
     * @param {string} description of the matrices
     */
    show(numbers, description) {
      setText(caption, description);
      tables.forEach(({ cells }, k) => {
        numbers[k].flat().forEach((x, index) => {
          const text = index < 6 ? figureNumber(x, decimals(index % 3)) : String(x);
          setText(cells[index], text);
        });
      });
    },
  };
}

/** @param {{name: string, shows: string}} matrix */
function matrixTable({ name, shows }) {
  const cells = Array.from({ length: 9 }, () => make("td"));
  const rows = [0, 3, 6].map((index) => make("tr", {}, ...cells.slice(index, index + 3)));
  const attributes = { className: "cv-matrix", data: { shows } };
  const table = make("table", attributes, make("caption", {}, name), ...rows);
  return { box: table, cells };
}
