/* A recorded training run, and the recorded step on display. */

import { clampNumber, wholeNumber } from "./toy.js";

/** Upper bound of the recorded steps. */
const MAX_STEP = 99;

/** @type {import("./toy.js").Toy} */
export const LEARNING = {
  events: ["moved", "end"],
  table: ({ at = 0 }) => [wholeNumber("at", at, 0, MAX_STEP)],
  acts: {
    go(state, _, index, last) {
      state.at = clampNumber(index, 0, last);
      return state.at === last ? ["moved", "end"] : ["moved"];
    },
  },
};
