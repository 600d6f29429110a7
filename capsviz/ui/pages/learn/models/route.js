/* Routing by agreement over a few votes, phase by phase or at once. */

import { routeVotes, vectorLength } from "./maths.js";
import { presetVotes } from "./presets.js";
import { MISTAKE } from "./switch.js";
import { clampNumber, numberList, wholeNumber } from "./toy.js";

/** Phases of an iteration, in order. */
export const ROUTE_PHASES = ["b", "c", "s", "v", "a"];
const LAST_PHASE = ROUTE_PHASES.length - 1;
const MAX_ITERATIONS = 10;
const MAX_PICTURES = 999;
/** Below this length the ghost is gone. */
const MIN_GHOST_LENGTH = 0.2;
/** Greatest distance of a vote from the middle, as a share of the plane. */
const EDGE = 0.93;

/** @typedef {import("./toy.js").Property} Property */
/** @typedef {import("./toy.js").State} State */
/** @typedef {import("./toy.js").Options} Options */

/**
 * Initial votes of a step, and the planes that hold them.
 * @param {Options} options
 */
export function routeScene({ preset = "cluster" }) {
  const votes = presetVotes(preset);
  const reach = Math.max(2, ...votes.flat().map((vote) => 1.15 * vectorLength(vote)));
  return { votes, reach, parts: votes.length, parents: votes[0].length };
}

/**
 * Greatest distance of a vote from the middle, to each side.
 * @param {Options} options
 */
export function routeEdge(options) {
  return EDGE * routeScene(options).reach;
}

/**
 * Rows of a toy's table for its votes, and for the part and the parent of the selected one.
 * @param {Options} options
 * @param {number} [part] selected at first
 * @returns {Record<"votes", Property> & Record<"selected", Property[]>}
 */
export function voteRows(options, part = 0) {
  const { votes, reach, parts, parents } = routeScene(options);
  return {
    votes: numberList("votes", votes.flat(2), reach),
    selected: [wholeNumber("part", part, 0, parts - 1), wholeNumber("parent", 0, 0, parents - 1)],
  };
}

/**
 * Votes [part][parent] of the state.
 * @param {State} state
 * @param {Options} options
 */
export function routeInput({ votes }, options) {
  const { parents } = routeScene(options);
  const offset = (i, j) => 2 * (i * parents + j);
  return Array.from({ length: votes.length / 2 / parents }, (_, i) =>
    Array.from({ length: parents }, (__, j) => votes.slice(offset(i, j), offset(i, j) + 2)),
  );
}

/**
 * One entry per iteration up to the present one, in the form of `routeVotes`.
 * @param {State} state
 * @param {Options} options
 */
export function routeSteps(state, options) {
  const votes = routeInput(state, options);
  const mistake = state.mistaken ? options.mistake : "";
  const parents = votes[0].length;
  const start =
    mistake === "buffer" && state.kept
      ? votes.map((_, i) => state.kept.slice(i * parents, (i + 1) * parents))
      : null;
  return routeVotes(votes, state.iteration, {
    mistake,
    compete: Boolean(state.compete),
    start,
  });
}

/**
 * The number that reveals the step's mistake.
 * @param {ReturnType<typeof routeSteps>} steps
 * @param {Options} options
 * @returns {{name: string, value: number, bad: boolean} | null} `name` of its words
 */
export function routeTell(steps, { mistake }) {
  const last = steps[steps.length - 1];
  if (mistake === "softmax" || mistake === "dims") {
    const value = last.c[0].reduce((a, b) => a + b, 0);
    return { name: "tell-sum", value, bad: Math.abs(value - 1) > 0.005 };
  }
  if (mistake === "sum") {
    const value = last.a[4][0];
    return { name: "tell-agreement", value, bad: Math.abs(value) > 0.5 };
  }
  if (mistake === "buffer") {
    const value = steps[0].c[0][0];
    return { name: "tell-first", value, bad: Math.abs(value - 0.5) > 0.005 };
  }
  return null;
}

/**
 * Events that hold in the present state, whatever was done last.
 * @param {State} state
 * @param {Options} options
 */
function conditions(state, options) {
  const steps = routeSteps(state, options);
  const lengths = steps[steps.length - 1].v.map(vectorLength);
  const events = [];
  if (state.iteration >= 3 && state.phase >= 3) {
    events.push("third");
    if (lengths[1] > lengths[0]) events.push("b-wins");
    const first = steps[0].v.map(vectorLength);
    if (first[1] > first[0] !== lengths[1] > lengths[0]) events.push("overtaken");
  }
  if (lengths.length === 3 && lengths[2] < MIN_GHOST_LENGTH) events.push("ghost-gone");
  if (state.iteration >= MAX_ITERATIONS) events.push("many");
  if (state.mistaken && routeTell(steps, options)?.bad) {
    events.push(options.next ? "next" : "switched");
  }
  return events;
}

/**
 * Acts on votes. A moved vote stays within the figure and is selected.
 * @param {(state: State, options: Options) => string[]} conditions events that hold after an act
 */
export const voteActs = (conditions) => ({
  choose(state, _, i, j) {
    [state.part, state.parent] = [i, j];
    return [];
  },
  moveVote(state, options, i, j, point) {
    const { parents } = routeScene(options);
    const limit = routeEdge(options);
    const clamped = point.map((value) => clampNumber(value, -limit, limit));
    state.votes.splice(2 * (i * parents + j), 2, ...clamped);
    [state.part, state.parent] = [i, j];
    return ["dragged", ...conditions(state, options)];
  },
  use(state, options, preset) {
    state.votes = presetVotes(preset).flat(2);
    if ("phase" in state && !options.finished) [state.iteration, state.phase] = [1, 0];
    return conditions(state, options);
  },
});

/**
 * Acts that go to the next phase, or the first of the next iteration, and back to the start.
 * @param {(state: State, options: Options) => string[]} conditions events that hold after an act
 * @param {string[]} phases
 * @param {number} maxIterations
 */
export const stepActs = (conditions, phases, maxIterations) => ({
  step(state, options) {
    if (state.phase < phases.length - 1) state.phase += 1;
    else if (state.iteration < maxIterations)
      [state.iteration, state.phase] = [state.iteration + 1, 0];
    return [phases[state.phase], ...conditions(state, options)];
  },
  restart(state) {
    [state.iteration, state.phase] = [1, 0];
    return [];
  },
});

/** @type {import("./toy.js").Toy} */
export const ROUTE = {
  events: [
    ...ROUTE_PHASES,
    ...["dragged", "third", "b-wins", "overtaken", "ghost-gone", "no-competition", "competition"],
    ...["negated", "many", "switched", "next"],
  ],
  table: (options) => {
    const { parts, parents } = routeScene(options);
    const { votes, selected } = voteRows(options, options.preset === "across" ? 4 : 0);
    const { finished = false, iterations = finished ? 3 : 1, compete = true } = options;
    const phase = finished ? LAST_PHASE : ROUTE_PHASES.indexOf(options.phase ?? "b");
    return [
      votes,
      wholeNumber("iteration", iterations, 1, MAX_ITERATIONS),
      wholeNumber("phase", phase, 0, LAST_PHASE),
      MISTAKE,
      wholeNumber("compete", Number(compete), 0, 1),
      { ...numberList("kept", new Array(parts * parents), 1000), default: null, optional: true },
      wholeNumber("picture", 1, 1, MAX_PICTURES),
      ...selected,
    ];
  },
  acts: {
    ...voteActs(conditions),
    ...stepActs(conditions, ROUTE_PHASES, MAX_ITERATIONS),
    iterate(state, options, count) {
      state.iteration = clampNumber(count, 1, MAX_ITERATIONS);
      return conditions(state, options);
    },
    compete(state, options, on) {
      state.compete = Number(on);
      return [on ? "competition" : "no-competition", ...conditions(state, options)];
    },
    negate(state, options) {
      state.votes = state.votes.map((x) => -x);
      return ["negated", ...conditions(state, options)];
    },
    flip(state, options, on) {
      state.mistaken = Number(on);
      state.kept = null;
      return conditions(state, options);
    },
    next(state, options) {
      // A program that keeps its logits carries over those after the last agreement.
      const steps = routeSteps(state, options);
      const last = steps[steps.length - 1];
      state.kept = last.b.flatMap((row, i) => row.map((b, j) => b + last.a[i][j]));
      state.picture = Math.min(MAX_PICTURES, state.picture + 1);
      state.votes = presetVotes(state.picture % 2 ? "cluster" : "mirror").flat(2);
      return conditions(state, options);
    },
  },
};
