/* A real seven: the input capsule and the iteration on display. */

import { clampNumber, wholeNumber } from "./toy.js";

const [PARTS, ITERATIONS] = [5, 3];

/** @type {import("./toy.js").Toy} */
export const FOLLOWED = {
  events: ["last"],
  table: () => [wholeNumber("part", 0, 0, PARTS - 1), wholeNumber("iteration", 1, 1, ITERATIONS)],
  acts: {
    choose(state, _, part) {
      state.part = clampNumber(part, 0, PARTS - 1);
      return [];
    },
    iterate(state, _, iteration) {
      state.iteration = clampNumber(iteration, 1, ITERATIONS);
      return state.iteration === ITERATIONS ? ["last"] : [];
    },
  },
};
