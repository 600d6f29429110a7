/* A real seven: the input capsule and the iteration on display. */

import { clampNumber } from "./toy.js";

const [PARTS, ITERATIONS] = [5, 3];

/** @type {import("./toy.js").Toy} */
export const FOLLOWED = {
  events: ["last"],
  table: () => [
    { name: "part", kind: "whole", default: 0, least: 0, most: PARTS - 1 },
    { name: "iteration", kind: "whole", default: 1, least: 1, most: ITERATIONS },
  ],
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
