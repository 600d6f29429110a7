/* Two overlapping digits, and the recorded routing iteration on display. */

import { clampNumber, wholeNumber } from "./toy.js";

const LAST_ITERATION = 2;

/** @type {import("./toy.js").Toy} */
export const PAIR = {
  events: ["last"],
  table: () => [wholeNumber("which", 0, 0, LAST_ITERATION)],
  acts: {
    choose(state, _, which) {
      state.which = clampNumber(which, 0, LAST_ITERATION);
      return state.which === LAST_ITERATION ? ["last"] : [];
    },
  },
};
