/* A product of two matrices, with its numbers. */

import { make, setText } from "../../../browser/dom.js";
import { figureNumber } from "./shapes.js";

/** Decimals of the rotations in the upper rows, and of the translations beside them. */
const decimals = (column) => (column === 2 ? 1 : 2);

/**
 * @param {{name: string, shows: string}[]} matrices the two factors and their product; `shows`:
 *   symbols and terms that it stands for, in the text
 */
export function matrixEquation(matrices) {
  const tables = matrices.map(matrixTable);
  const sign = (text) => make("span", { className: "cv-matrix-sign" }, text);
  const words = make("figcaption", { className: "cv-panel-title" });
  const row = make(
    "div",
    { className: "cv-row cv-matrix-row" },
    ...[tables[0].box, sign("·"), tables[1].box, sign("="), tables[2].box],
  );
  const look = { className: "cv-panel cv-panel-wide cv-matrices", data: { testid: "matrices" } };
  return {
    node: make("figure", look, words, row),
    /**
     * @param {number[][][]} numbers of each matrix
     * @param {string} said what the matrices are
     */
    show(numbers, said) {
      setText(words, said);
      tables.forEach(({ cells }, k) => {
        numbers[k].flat().forEach((x, at) => {
          const text = at < 6 ? figureNumber(x, decimals(at % 3)) : String(x);
          setText(cells[at], text);
        });
      });
    },
  };
}

/** @param {{name: string, shows: string}} matrix */
function matrixTable({ name, shows }) {
  const cells = Array.from({ length: 9 }, () => make("td"));
  const rows = [0, 3, 6].map((at) => make("tr", {}, ...cells.slice(at, at + 3)));
  const look = { className: "cv-matrix", data: { shows } };
  const table = make("table", look, make("caption", {}, name), ...rows);
  return { box: table, cells };
}
