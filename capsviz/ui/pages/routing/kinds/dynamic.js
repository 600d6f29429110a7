/* Routing by agreement (Sabour, Frosst, Hinton 2017). */

import { symbol } from "../../../browser/symbols.js";
import { agreeing, tell } from "../scales.js";
import {
  coupledSum,
  coupledVote,
  imageNumber,
  imageText,
  softmaxLine,
  squashLine,
} from "./lines.js";
import {
  answer,
  CASTS,
  favourites,
  isEven,
  iterativeCounter,
  SQUASHED,
  unevenStory,
} from "./words.js";

/** The logit of a routing that adds agreements. @returns {import("./index.js").Line} */
function addedLogit() {
  return {
    sym: "b",
    title: "logit",
    law: [symbol("b", "ij"), " = sum of earlier ", symbol("a", "ij")],
    numbers: ({ data, t, i, j }) => {
      if (!t) return [imageNumber(0, 0), ": every image starts anew"];
      const earlier = Array.from({ length: t }, (_, k) => data.agreement(k, i, j));
      const total = (values) => values.reduce((sum, value) => sum + value, 0);
      const { terms, result } = agreeing(earlier, total);
      const sum =
        terms.length > 4
          ? `${terms[0]} + … + ${terms[t - 1]} (${t} terms) = `
          : terms.length > 1
            ? `${terms.join(" + ").replaceAll("+ \u2212", "\u2212 ")} = `
            : "";
      return [sum, imageText(result)];
    },
  };
}

/**
 * The lines of a routing by agreement.
 * @param {import("./index.js").Line} couple how couplings are made of logits
 * @param {import("./index.js").Line} [logit]
 * @param {string} [use] what the agreement is for
 */
export function agreementLines(couple, logit = addedLogit(), use = "added to b") {
  const s = symbol;
  return [
    logit,
    couple,
    coupledVote(),
    coupledSum(),
    squashLine(),
    {
      sym: "a",
      title: "agreement",
      law: [s("a", "ij"), " = ", s("uhat", "j|i"), " · ", s("v", "j")],
      numbers: ({ data, t, r, i, j }) => [
        imageNumber(data.agreement(t, i, j)),
        t < r - 1 ? `: ${use} for the next iteration` : ": not used, this is the last iteration",
      ],
    },
  ];
}

/** @type {import("./index.js").Kind} */
export const DYNAMIC = {
  ...SQUASHED,
  heading: "Routing by agreement, step by step",
  lead: (s, voter) => [
    ...CASTS(s, voter),
    "Iteration by iteration it gives more of itself, a share ",
    s("c"),
    ", to the digits ",
    s("v"),
    " that its vote agrees with.",
  ],
  onePass: null,
  logit: "the sum of a capsule's agreements with a digit so far",
  agreement:
    "how well a vote fits the digit's capsule: their dot product, large where both are long and point the same way",
  leaves: [],
  lines: () => agreementLines(softmaxLine("softmax over all output capsules k")),
  story: (scene, low, high) =>
    scene.t === 0 && !isEven(scene.data)
      ? unevenStory(scene, low, high)
      : scene.t === 0
        ? `Iteration 1: all logits are 0, so every coupling is 1/${scene.data.digits} and every vote counts the same. Longest: ${answer(scene, 0)}.`
        : `Iteration ${scene.t + 1}: agreement moved the couplings to ${scene.data.name(scene.j)}; they now reach from ${tell(low, 3)} to ${tell(high, 3)}. ` +
          `${favourites(scene)}. Longest: ${answer(scene, scene.t)}.`,
  counter: iterativeCounter,
  second: {
    title: (name) => `agreement a with ${name}`,
    symbol: "a",
    value: (data, t, j) => data.arrays.coupled_agreement[t * data.digits + j],
    help: "the mean of a over all capsules, weighted by c",
  },
};
