/* Two parts in a plane: six numbers, a position and an angle for each. */

import { clampNumber, numberList, wholeNumber } from "./toy.js";

/** @typedef {import("./toy.js").State} State */
/** @typedef {{x: number, y: number, angle: number}} Place */
/** @typedef {Record<"x" | "y", [number, number]>} Room limits of a part's position */

const TURN = 2 * Math.PI;
/** Angle from which everything counts as turned. */
const QUARTER = Math.PI / 2 - 0.01;

/**
 * Properties of the state of such a toy.
 * @param {number[]} start
 * @returns {import("./toy.js").Property[]}
 */
export function placedTable(start) {
  return [
    numberList("parts", start, 1000),
    wholeNumber("chosen", 0, 0, 1),
    { name: "spun", kind: "number", default: 0, least: 0, most: TURN },
  ];
}

/**
 * @param {State} state
 * @param {number} n
 * @returns {Place}
 */
export function partPlace({ parts }, n) {
  const [x, y, angle] = parts.slice(3 * n, 3 * n + 3);
  return { x, y, angle };
}

/**
 * @param {State} state
 * @param {number} n
 * @param {Place} at
 * @param {Room} limits
 */
export function putPart(state, n, { x, y, angle }, limits) {
  state.parts.splice(
    3 * n,
    3,
    clampNumber(x, ...limits.x),
    clampNumber(y, ...limits.y),
    angle % TURN,
  );
  state.chosen = n;
}

/**
 * Turn all parts about their common centre.
 * @param {State} state
 * @param {number} turn
 * @returns {boolean} whether they have been turned by at least a quarter
 */
export function turnParts(state, turn) {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const places = [0, 1].map((n) => partPlace(state, n));
  const middle = { x: (places[0].x + places[1].x) / 2, y: (places[0].y + places[1].y) / 2 };
  places.forEach(({ x, y, angle }, n) => {
    const [dx, dy] = [x - middle.x, y - middle.y];
    const target = [middle.x + cos * dx - sin * dy, middle.y + sin * dx + cos * dy];
    state.parts.splice(3 * n, 3, ...target, (angle + turn) % TURN);
  });
  state.spun = Math.min(TURN, state.spun + turn);
  return state.spun > QUARTER;
}
