/* Ten lengths, the digits that are present, and the margin loss. */

import { marginTerms, softmaxOf } from "./maths.js";
import { flip, MISTAKE } from "./switch.js";
import { clampNumber, numberList, wholeNumber } from "./toy.js";

const PRESETS = {
  one: { lengths: [0.12, 0.3, 0.08, 0.55, 0.05, 0.42, 0.06, 0.05, 0.68, 0.2], chosen: 3 },
  two: { lengths: [0.04, 0.06, 0.05, 0.9, 0.05, 0.08, 0.04, 0.06, 0.9, 0.07], chosen: 8 },
  good: { lengths: [0.05, 0.08, 0.03, 0.94, 0.02, 0.1, 0.06, 0.05, 0.09, 0.04], chosen: 3 },
};

export const MAX_LENGTH = 0.99;

/** @typedef {import("./toy.js").State} State */

/**
 * The ten terms, their sum, the two margins as lengths, and the numbers that the loss compares.
 * @param {State} state
 * @param {import("./toy.js").Options} options with the mistake that can be switched on
 */
export function marginNumbers({ lengths, present, mistaken }, { mistake = "" } = {}) {
  const slip = mistaken ? mistake : "";
  const compared = slip === "softmax" ? softmaxOf(lengths) : lengths;
  const terms = marginTerms(compared, present, slip === "squared");
  const total = terms.reduce((a, b) => a + b, 0);
  const bounds = slip === "squared" ? [Math.sqrt(0.1), Math.sqrt(0.9)] : [0.1, 0.9];
  return { terms, total, bounds, compared };
}

/** @param {State} state @param {import("./toy.js").Options} options */
function judge(state, options) {
  if (marginNumbers(state, options).total > 1e-9) return [];
  return state.present[3] && state.present[8] ? ["zero", "both"] : ["zero"];
}

/** @type {import("./toy.js").Toy} */
export const MARGIN = {
  events: ["zero", "both", "switched"],
  table: ({ preset = "one" }) => {
    const { lengths, chosen } = PRESETS[preset];
    const present = lengths.map((_, k) => Number(k === 3));
    return [
      numberList("lengths", lengths, MAX_LENGTH),
      numberList("present", present, 1),
      wholeNumber("chosen", chosen, 0, 9),
      MISTAKE,
    ];
  },
  acts: {
    drag(state, options, k, length) {
      state.lengths[k] = clampNumber(Math.round(length * 100) / 100, 0, MAX_LENGTH);
      state.chosen = k;
      return judge(state, options);
    },
    mark(state, options, k) {
      state.present[k] = 1 - state.present[k];
      state.chosen = k;
      return judge(state, options);
    },
    flip,
  },
};
