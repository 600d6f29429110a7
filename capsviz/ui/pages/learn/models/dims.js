/* Ten sample digits' poses on the sliders. */

import { numberList, wholeNumber } from "./toy.js";

/** The initial sample, if it is present. */
const FIRST_DIGIT = 2;
const DIMENSIONS = 16;

/** @type {import("./toy.js").Toy} */
export const DIMS = {
  events: ["moved", "several", "other"],
  table: () => [
    wholeNumber("digit", FIRST_DIGIT, 0, 9),
    { name: "pose", kind: "numbers", default: null, optional: true, count: DIMENSIONS, most: 100 },
    numberList("moved", new Array(DIMENSIONS).fill(0), 1),
  ],
  acts: {
    choose(state, _, digit) {
      state.digit = digit;
      state.pose = null;
      return [];
    },
    /**
     * The sliders hold another pose. `index` is the value that was moved, or -1 for all at once.
     */
    slide(state, _, pose, index) {
      state.pose = Array.from(pose);
      if (index < 0) return [];
      state.moved[index] = 1;
      const events = ["moved"];
      if (state.moved.filter(Boolean).length >= 4) events.push("several");
      if (state.digit !== FIRST_DIGIT) events.push("other");
      return events;
    },
  },
};
