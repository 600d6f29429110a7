/* The same votes routed by agreement and by EM, after as many iterations. */

import { EM_TOY, emVotes } from "./clusters.js";
import { routeVotes, vectorLength } from "./maths.js";
import { routeInput, voteActs, voteRows } from "./route.js";

const ITERATIONS = 3;

/** @typedef {import("./toy.js").State} State */
/** @typedef {import("./toy.js").Options} Options */

/**
 * Result of both routings, and the index of the parent that each of them favours.
 * @param {State} state
 * @param {Options} options
 */
export function routedBeside(state, options) {
  const votes = routeInput(state, options);
  const { c, s, v } = routeVotes(votes, ITERATIONS)[ITERATIONS - 1];
  const { r, mu, sigma, a } = emVotes(votes, ITERATIONS, EM_TOY)[ITERATIONS - 1];
  const lengths = v.map(vectorLength);
  return {
    dynamic: { shares: c, s, v, winner: lengths.indexOf(Math.max(...lengths)) },
    em: { shares: r, mu, sigma, a, winner: a.indexOf(Math.max(...a)) },
  };
}

/** @param {State} state @param {Options} options */
function judge(state, options) {
  const { dynamic, em } = routedBeside(state, options);
  return dynamic.winner === em.winner ? [] : ["differ"];
}

/** @type {import("./toy.js").Toy} */
export const EM_BESIDE = {
  events: ["dragged", "differ"],
  table: (options) => {
    const { votes, selected } = voteRows(options);
    return [votes, ...selected];
  },
  acts: voteActs(judge),
};
