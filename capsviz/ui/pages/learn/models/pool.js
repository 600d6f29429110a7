/* A bright cell on a map of 8 x 8, pooled by blocks of 2 x 2. */

import { clampNumber, wholeNumber } from "./toy.js";

/**
 * The 4 x 4 block that contains a cell.
 * @param {{row: number, column: number}} cell
 */
export function poolBlock({ row, column }) {
  return 4 * (row >> 1) + (column >> 1);
}

/** @type {import("./toy.js").Toy} */
export const POOL = {
  events: ["same", "changed"],
  table: () => [wholeNumber("row", 2, 0, 7), wholeNumber("column", 4, 0, 7)],
  acts: {
    put(state, _, row, column) {
      const previous = { row: state.row, column: state.column };
      state.row = clampNumber(row, 0, 7);
      state.column = clampNumber(column, 0, 7);
      if (state.row === previous.row && state.column === previous.column) return [];
      const stays = poolBlock(previous) === poolBlock({ row: state.row, column: state.column });
      return [stays ? "same" : "changed"];
    },
  },
};
