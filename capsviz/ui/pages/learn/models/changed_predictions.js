/*
 * The test digits that three iterations classify otherwise than one, and the chosen one of the
 * bundled ones.
 */

/** @type {import("./toy.js").Toy} */
export const DECIDED = {
  events: ["chosen"],
  table: () => [{ name: "which", kind: "whole", default: 0, least: 0, most: 9 }],
  acts: {
    choose(state, _, which) {
      state.which = Math.min(9, Math.max(0, which));
      return ["chosen"];
    },
  },
};
