/* The eight values that a reshape groups into a primary capsule. */

import { groupNumbers } from "./maths.js";
import { flip, MISTAKE } from "./switch.js";
import { clampNumber, wholeNumber } from "./toy.js";

export const PRIMARY_CAPSULES = 1152;

/**
 * The eight values, and how many of them come from each position.
 * @param {import("./toy.js").State} state
 */
export function grouping({ capsule, mistaken }) {
  const numbers = groupNumbers(capsule, Boolean(mistaken));
  /** @type {Map<number, number>} */
  const places = new Map();
  for (const { row, column } of numbers) {
    const index = 6 * row + column;
    places.set(index, (places.get(index) ?? 0) + 1);
  }
  return { numbers, places };
}

/** @type {import("./toy.js").Toy} */
export const GROUPING = {
  events: ["switched", "chosen"],
  table: () => [wholeNumber("capsule", 40, 0, PRIMARY_CAPSULES - 1), MISTAKE],
  acts: {
    flip,
    choose(state, _, capsule) {
      const previous = state.capsule;
      state.capsule = clampNumber(capsule, 0, PRIMARY_CAPSULES - 1);
      return state.mistaken && state.capsule !== previous ? ["chosen"] : [];
    },
  },
};
