/* A vector in the plane and its squashed vector. */

import {
  LESSON_EPSILON,
  numericalJacobian,
  squashJacobian,
  squashLength,
  squashVector,
  vectorLength,
} from "./maths.js";
import { MISTAKE } from "./switch.js";
import { numberList, wholeNumber } from "./toy.js";

/** The greatest length of s on the plane, and on the enlarged one. */
const MAX_LENGTH = 4;
const MAX_LENGTH_ENLARGED = 1;
/** Greatest length of s, as a share of that. */
const EDGE = 0.985;
const STARTS = { usual: [1.2, 0.8], short: [0.08, 0.06] };
/** Error from which a wrong Jacobian is visibly wrong. */
const VISIBLE_ERROR = 0.01;

/** @typedef {import("./toy.js").State} State */
/** @typedef {import("./toy.js").Options} Options */

/** @param {Options} options */
export function squashReach({ zoom = false }) {
  return zoom ? MAX_LENGTH_ENLARGED : MAX_LENGTH;
}

/**
 * The greatest length that s can be given.
 * @param {Options} options
 */
export function squashEdge(options) {
  return EDGE * squashReach(options);
}

/**
 * All numbers of the figure. Without epsilon, v of s = 0 is NaN, and so is its length.
 * @param {State} state
 * @param {Options} options
 */
export function squashNumbers({ s, mistaken, variant }, { naive = false }) {
  const n = vectorLength(s);
  const broken = Boolean(naive && mistaken);
  const v = squashVector(s, broken ? 0 : LESSON_EPSILON);
  const jacobian = squashJacobian(s, variant);
  const measured = numericalJacobian((x) => squashVector(x), s);
  return {
    n,
    v,
    length: vectorLength(v),
    broken,
    jacobian,
    measured,
    error: Math.max(...jacobian.flat().map((x, k) => Math.abs(x - measured.flat()[k]))),
    across: n / (1 + n * n),
    along: (2 * n) / (1 + n * n) ** 2,
  };
}

/**
 * The number that reveals the step's mistake.
 * @param {State} state
 * @param {Options} options
 * @returns {{value: number, bad: boolean} | null}
 */
export function squashTell(state, options) {
  const { length, error } = squashNumbers(state, options);
  switch (options.telltale) {
    case "length":
      return { value: length, bad: Number.isNaN(length) };
    case "ratio":
      return { value: state.mistaken ? 0.1 : squashLength(0.1), bad: Boolean(state.mistaken) };
    case "jacobian":
      return { value: error, bad: state.variant !== 0 };
    default:
      return null;
  }
}

/**
 * Events that hold in the present state, whatever was done last.
 * @param {State} state
 * @param {Options} options
 */
function conditions(state, options) {
  const { length, error } = squashNumbers(state, options);
  const events = Number.isNaN(length) ? ["nan"] : [];
  if (state.variant === 0 || error > VISIBLE_ERROR) state.tried[state.variant] = 1;
  if (state.tried.every(Boolean)) events.push("variants");
  return events;
}

/** @type {import("./toy.js").Toy} */
export const SQUASH = {
  events: ["long", "short", "nan", "switched", "variants"],
  table: (options) => {
    const start = options.start ?? (options.zoom ? "short" : "usual");
    return [
      numberList("s", STARTS[start], squashReach(options)),
      MISTAKE,
      wholeNumber("variant", 0, 0, 4),
      numberList("tried", [0, 0, 0, 0, 0], 1),
    ];
  },
  acts: {
    put(state, options, s) {
      const reach = squashReach(options);
      const length = vectorLength(s);
      const limit = squashEdge(options);
      state.s = length > limit ? s.map((x) => (x * limit) / length) : s;
      if (length < 0.03 * (reach / MAX_LENGTH)) state.s = [0, 0];
      const n = vectorLength(state.s);
      const events = conditions(state, options);
      if (n > 3) events.push("long");
      if (n > 0 && n < 0.3) events.push("short");
      return events;
    },
    flip(state, options, on) {
      state.mistaken = Number(on);
      return on ? ["switched", ...conditions(state, options)] : [];
    },
    choose(state, options, variant) {
      state.variant = variant;
      return conditions(state, options);
    },
  },
};
