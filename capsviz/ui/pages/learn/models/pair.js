/* Two overlapping digits, and the recorded routing iteration on display. */

import { clampNumber, wholeNumber } from "./toy.js";

const LAST = 2;

/** @type {import("./toy.js").Toy} */
export const PAIR = {
  events: ["last"],
  table: () => [wholeNumber("which", 0, 0, LAST)],
  acts: {
    choose(state, _, which) {
      state.which = clampNumber(which, 0, LAST);
      return state.which === LAST ? ["last"] : [];
    },
  },
};
