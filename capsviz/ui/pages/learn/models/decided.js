/* The digits that three iterations decide otherwise than one: which of our own is looked at. */

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
