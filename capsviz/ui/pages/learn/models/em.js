/* EM over a few votes: responsibilities, then means and spreads, then activations. */

import { EM_TOY, emVotes } from "./clusters.js";
import { routeInput, stepActs, voteActs, voteRows } from "./route.js";
import { MISTAKE } from "./switch.js";
import { wholeNumber } from "./toy.js";

/** Phases of an iteration, in order. */
export const EM_PHASES = ["r", "m", "a"];
const LAST_PHASE = EM_PHASES.length - 1;
const MAX_ITERATIONS = 6;
/** Minimum variance in the steps on mistakes: large enough that a lone vote is not certain. */
const FLOOR = 0.05;
/** Tolerance below which two values count as equal. */
const CLOSE = 0.005;

/** @typedef {import("./toy.js").State} State */
/** @typedef {import("./toy.js").Options} Options */

/**
 * One entry per iteration up to the present one.
 * @param {State} state
 * @param {Options} options
 */
export function emSteps(state, options) {
  return emVotes(routeInput(state, options), state.iteration, toyOf(state, options));
}

/** @param {State} state @param {Options} options */
function toyOf({ mistaken }, { mistake }) {
  return mistake ? { ...EM_TOY, floor: FLOOR, mistake: mistaken ? mistake : "" } : EM_TOY;
}

/**
 * The number that reveals the step's mistake.
 * @param {State} state
 * @param {Options} options
 * @returns {{name: string, value: number, bad: boolean} | null} `name` of its words
 */
export function emTell(state, options) {
  const votes = routeInput(state, options);
  const steps = emSteps(state, options);
  const { r, a, sigma } = steps[steps.length - 1];
  if (options.mistake === "amount") {
    // Twice the parts at the same positions: the clusters stay the same.
    const doubled = emVotes([...votes, ...votes], state.iteration, toyOf(state, options));
    const value = doubled[doubled.length - 1].a[0] - a[0];
    return { name: "tell-amount", value, bad: Math.abs(value) > CLOSE };
  }
  if (options.mistake === "field") {
    const value = r[0].reduce((sum, share) => sum + share, 0);
    return { name: "tell-field", value, bad: Math.abs(value - 1) > CLOSE };
  }
  if (options.mistake === "floor") {
    const value = Math.min(...sigma.flat());
    return { name: "tell-floor", value, bad: !(value > CLOSE) };
  }
  if (options.mistake === "sure") {
    const value = steps[0].a[0] * (1 - steps[0].a[0]);
    return { name: "tell-sure", value, bad: value < CLOSE };
  }
  return null;
}

/**
 * Events that hold in the present state, whatever was done last.
 * @param {State} state
 * @param {Options} options
 */
function conditions(state, options) {
  const events = state.iteration >= 3 && state.phase === LAST_PHASE ? ["third"] : [];
  return state.mistaken && emTell(state, options)?.bad ? [...events, "switched"] : events;
}

/** @type {import("./toy.js").Toy} */
export const EM = {
  events: [...EM_PHASES, "dragged", "third", "switched"],
  table: (options) => {
    const { votes, selected } = voteRows(options);
    const { iterations = 1, phase = "r" } = options;
    return [
      votes,
      wholeNumber("iteration", iterations, 1, MAX_ITERATIONS),
      wholeNumber("phase", EM_PHASES.indexOf(phase), 0, LAST_PHASE),
      MISTAKE,
      ...selected,
    ];
  },
  acts: {
    ...voteActs(conditions),
    ...stepActs(conditions, EM_PHASES, MAX_ITERATIONS),
    flip(state, options, on) {
      state.mistaken = Number(on);
      return conditions(state, options);
    },
  },
};
