/* Routing by agreement with a place for what no class wants (Sabour, Frosst, Hinton 2017, code). */

import { agreeing } from "../scales.js";
import { symbol } from "../symbols.js";
import { agreementLines, DYNAMIC } from "./dynamic.js";
import { imageText, sub } from "./lines.js";
import { CASTS, roundsStory } from "./words.js";

/** @returns {import("./index.js").Line} */
function leakyLine() {
  const s = symbol;
  return {
    sym: "c",
    title: "softmax over all output capsules k and the leak",
    law: [
      s("c", "ij"),
      " = exp ",
      s("b", "ij"),
      " / (exp l + Σ",
      sub("k"),
      " exp ",
      s("b", "ik"),
      ")",
    ],
    numbers: ({ data, t, i, j }) => {
      const logits = Array.from({ length: data.digits }, (_, k) => data.logit(t, i, k));
      const most = Math.max(0, ...logits);
      const powers = [...logits, data.level].map((b) => Math.exp(b - most));
      const sum = powers.reduce((one, other) => one + other, 0);
      const { terms, result } = agreeing([powers[j], sum], ([power, all]) => power / all);
      const leak =
        1 -
        Array.from({ length: data.digits }, (_, k) => data.coupling(t, i, k)).reduce(
          (one, other) => one + other,
          0,
        );
      return [
        `${terms[0]} / ${terms[1]} = `,
        imageText(result),
        `, l = ${data.level}; ${Math.max(0, leak).toFixed(3)} goes to the leak`,
      ];
    },
  };
}

/** @type {import("./index.js").Kind} */
export const LEAKY = {
  ...DYNAMIC,
  heading: "Routing by agreement with a leak, step by step",
  sharesSum: "with what goes to the leak its shares add up to 1",
  lead: (s) => [
    ...CASTS(s),
    "Iteration by iteration it gives more of itself, a share ",
    s("c"),
    ", to the digits ",
    s("v"),
    " that its vote agrees with; what agrees with none goes to one place more, the leak.",
  ],
  lines: () => agreementLines(leakyLine()),
  story: roundsStory,
};
