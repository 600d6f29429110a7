/*
 * The test digits that three iterations classify otherwise than one, and the chosen one of the
 * bundled ones.
 */

import { clampNumber, wholeNumber } from "./toy.js";

/** @type {import("./toy.js").Toy} */
export const DECIDED = {
  events: ["chosen"],
  table: () => [wholeNumber("which", 0, 0, 9)],
  acts: {
    choose(state, _, which) {
      state.which = clampNumber(which, 0, 9);
      return ["chosen"];
    },
  },
};
