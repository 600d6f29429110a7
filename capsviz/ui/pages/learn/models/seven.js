/* A seven and the capsule that describes it: its direction is the turn, its length the ink. */

import { clampNumber } from "./toy.js";

/** Upright: the arrow points up. */
const UPRIGHT = -Math.PI / 2;
export const MAX_INK = 0.99;
const MIN_INK = 0.2;

/** @typedef {import("./toy.js").State} State */

/**
 * The capsule as a vector, with y pointing down as in a picture.
 * @param {State} state
 */
export function sevenVector({ angle, ink }) {
  return [ink * Math.cos(angle), ink * Math.sin(angle)];
}

/**
 * Angle by which the seven is turned, in radians.
 * @param {State} state
 */
export function sevenTurn({ angle }) {
  return angle - UPRIGHT;
}

/**
 * The same in whole degrees, 0 to 359.
 * @param {State} state
 */
export function sevenDegrees(state) {
  return Math.round(((sevenTurn(state) * 180) / Math.PI + 720) % 360) % 360;
}

/**
 * The capsule's angle for a turn in degrees.
 * @param {number} degrees
 */
export function sevenAngle(degrees) {
  return UPRIGHT + (degrees * Math.PI) / 180;
}

/** @param {number} angle within one turn */
function wrapAngle(angle) {
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}

/** @type {import("./toy.js").Toy} */
export const SEVEN = {
  events: ["turned", "faded", "vector"],
  table: ({ turned = 0 }) => [
    {
      name: "angle",
      kind: "number",
      default: sevenAngle(turned),
      least: -Math.PI,
      most: Math.PI,
    },
    { name: "ink", kind: "number", default: 0.95, least: 0, most: MAX_INK },
  ],
  acts: {
    turn(state, _, angle) {
      const previous = state.angle;
      state.angle = wrapAngle(angle);
      return state.angle === previous ? [] : ["turned"];
    },
    fade(state, _, ink) {
      state.ink = clampNumber(ink, 0, MAX_INK);
      return state.ink < MIN_INK ? ["faded"] : [];
    },
    point(state, _, x, y) {
      const length = Math.hypot(x, y);
      if (length > 0.005) state.angle = Math.atan2(y, x);
      state.ink = clampNumber(length, 0, MAX_INK);
      return state.ink < MIN_INK ? ["vector", "faded"] : ["vector"];
    },
  },
};
