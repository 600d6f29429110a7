/* Coordinate addition: a part's vote, and where on the grid the part is. */

import { matrixProduct, poseMatrix } from "./maths.js";
import { MISTAKEN } from "./switch.js";
import { clampNumber } from "./toy.js";

/** Places along a side of the grid, as in the layer below the classes. */
export const PLACE_GRID = 3;
/** What a capsule knows of its part: the turn, and nothing of where the capsule stands. */
const POSE = poseMatrix({ x: 0, y: 0, angle: Math.PI / 6 });
/** Learned, and the same at all places. */
const W = poseMatrix({ x: 0.1, y: -0.05, angle: Math.PI / 12 });
/** Columns of a pose in the plane: the frame's two sides, and its place. */
const [SIDE, PLACE] = [0, 2];

/**
 * The vote as it is made, what is added to it, and the sum.
 * @param {import("./toy.js").State} state
 * @returns {number[][][]} three matrices
 */
export function placedVote({ row, column, mistaken }) {
  const vote = matrixProduct(POSE, W);
  const at = [column, row].map((n) => (n + 0.5) / PLACE_GRID);
  const target = mistaken ? SIDE : PLACE;
  const added = vote.map((numbers, y) =>
    numbers.map((_, x) => (x === target && y < 2 ? at[y] : 0)),
  );
  return [vote, added, vote.map((numbers, y) => numbers.map((x, k) => x + added[y][k]))];
}

/** By how much the vote says that the whole is turned. @param {number[][]} vote @returns degrees */
export function votedTurn([[x], [y]]) {
  return (Math.atan2(y, x) * 180) / Math.PI;
}

/** By how much the vote's turn differs from what it was made with, which moves nothing. */
export function placeTell(state) {
  const [vote, , placed] = placedVote(state);
  return votedTurn(placed) - votedTurn(vote);
}

/** @type {import("./toy.js").Toy} */
export const PLACE_TOY = {
  events: ["switched", "moved"],
  table: () => [
    { name: "row", kind: "whole", default: 0, least: 0, most: PLACE_GRID - 1 },
    { name: "column", kind: "whole", default: 2, least: 0, most: PLACE_GRID - 1 },
    MISTAKEN,
  ],
  acts: {
    flip(state, _, on) {
      state.mistaken = Number(on);
      return on ? ["switched"] : [];
    },
    move(state, _, column, row) {
      const before = [state.column, state.row];
      state.column = clampNumber(column, 0, PLACE_GRID - 1);
      state.row = clampNumber(row, 0, PLACE_GRID - 1);
      const moved = state.column !== before[0] || state.row !== before[1];
      return state.mistaken && moved ? ["moved"] : [];
    },
  },
};
