/* EM over a few votes: responsibilities, then means and spreads, then activations. */

import { EM_TOY, emVotes } from "./clusters.js";
import { presetVotes } from "./presets.js";
import { placeVote, ROUTE, routeInput, routeScene, stepOn } from "./route.js";

/** What an iteration computes, in this order. */
export const EM_PHASES = ["r", "m", "a"];
const LAST_PHASE = EM_PHASES.length - 1;
const MOST_ITERATIONS = 6;

/** @typedef {import("./toy.js").State} State */
/** @typedef {import("./toy.js").Options} Options */

/**
 * One entry per iteration up to the present one.
 * @param {State} state
 * @param {Options} options
 */
export function emSteps(state, options) {
  return emVotes(routeInput(state, options), state.iteration, EM_TOY);
}

/** What holds now, whatever was done last. @param {State} state @param {Options} options */
function found(state, options) {
  const { a } = emSteps(state, options)[state.iteration - 1];
  const third = state.iteration >= 3 && state.phase === LAST_PHASE;
  return third ? ["third", ...(a[1] > a[0] ? ["b-wins"] : [])] : [];
}

/** @type {import("./toy.js").Toy} */
export const EM = {
  events: [...EM_PHASES, "dragged", "third", "b-wins"],
  table: (options) => {
    const { votes, reach, parts, parents } = routeScene(options);
    const { iterations = 1, phase = "r" } = options;
    const count = 2 * parts * parents;
    return [
      { name: "votes", kind: "numbers", default: votes.flat(2), count, most: reach },
      { name: "iteration", kind: "whole", default: iterations, least: 1, most: MOST_ITERATIONS },
      {
        name: "phase",
        kind: "whole",
        default: EM_PHASES.indexOf(phase),
        least: 0,
        most: LAST_PHASE,
      },
      { name: "part", kind: "whole", default: 0, least: 0, most: parts - 1 },
      { name: "parent", kind: "whole", default: 0, least: 0, most: parents - 1 },
    ];
  },
  acts: {
    choose: ROUTE.acts.choose,
    moveVote(state, options, i, j, place) {
      placeVote(state, options, i, j, place);
      return ["dragged", ...found(state, options)];
    },
    step(state, options) {
      stepOn(state, LAST_PHASE, MOST_ITERATIONS);
      return [EM_PHASES[state.phase], ...found(state, options)];
    },
    restart: ROUTE.acts.restart,
    use(state, options, preset) {
      state.votes = presetVotes(preset).flat(2);
      [state.iteration, state.phase] = [1, 0];
      return found(state, options);
    },
  },
};
