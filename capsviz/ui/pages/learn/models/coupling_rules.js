/* The same votes with couplings by three rules: by each part itself, by attention, by agreement. */

import { attentionShares, selfShares, weightedSums } from "./clusters.js";
import { routeVotes, squashVector, vectorLength } from "./maths.js";
import { routeInput, voteActs, voteRows } from "./route.js";
import { wholeNumber } from "./toy.js";

export const RULES = ["self", "attention", "agreement"];
/** Learned direction of each parent in the space of the parts' poses. */
const PARENT_DIRECTIONS = [
  [1.2, 0.9],
  [-0.6, 1.1],
];
/** Attention's own squash, which grows faster. */
const attentionSquash = (s) => {
  const n = vectorLength(s);
  return s.map((x) => (n ? ((1 - Math.exp(-n)) * x) / n : 0));
};

/**
 * Couplings, sums and capsules of the chosen rule.
 * @param {import("./toy.js").State} state
 * @param {import("./toy.js").Options} options
 */
export function currentWays(state, options) {
  const votes = routeInput(state, options);
  const rule = RULES[state.way];
  if (rule === "agreement") {
    const { c, s, v } = routeVotes(votes, 3)[2];
    return { c, s, v };
  }
  const c = rule === "self" ? selfShares(votes, PARENT_DIRECTIONS) : attentionShares(votes);
  const s = weightedSums(votes, c);
  return { c, s, v: s.map((total) => (rule === "self" ? squashVector : attentionSquash)(total)) };
}

/** @type {import("./toy.js").Toy} */
export const WAYS_TOY = {
  events: ["dragged", "others", ...RULES],
  table: (options) => {
    const { votes, selected } = voteRows(options);
    const way = RULES.indexOf(options.way ?? "self");
    return [votes, wholeNumber("way", way, 0, RULES.length - 1), ...selected];
  },
  acts: {
    ...voteActs(({ part }) => (part === 0 ? [] : ["others"])),
    take(state, _, rule) {
      state.way = RULES.indexOf(rule);
      return [rule];
    },
  },
};
