/* Routing by agreement (Sabour, Frosst, Hinton 2017). */

import { symbol, wordNodes } from "../../../browser/symbols.js";
import { agreeing } from "../scales.js";
import { formula, imageNumber, imageText, softmaxLine, squashedSum } from "./lines.js";
import { iterationStory, iterativeCounter, SQUASHED } from "./words.js";

/** The logit of a routing that adds agreements. @returns {import("./index.js").Line} */
function addedLogit() {
  return {
    sym: "b",
    title: "line-logit",
    law: wordNodes("law-logit", { b: symbol("b", "ij"), a: symbol("a", "ij") }),
    numbers: ({ data, t, i, j }) => {
      if (!t) return wordNodes("with-new-image", { value: imageNumber(0, 0) });
      const earlier = Array.from({ length: t }, (_, k) => data.agreement(k, i, j));
      const total = (values) => values.reduce((sum, value) => sum + value, 0);
      const { terms, result } = agreeing(earlier, total);
      const value = imageText(result);
      if (terms.length > 4)
        return wordNodes("with-many-terms", {
          ...{ first: terms[0], last: terms[t - 1], count: t, value },
        });
      const sum = `${terms.join(" + ").replaceAll("+ \u2212", "\u2212 ")} = `;
      return terms.length > 1 ? [sum, value] : [value];
    },
  };
}

/**
 * The lines of a routing by agreement.
 * @param {import("./index.js").Line} couple how couplings are made of logits
 * @param {import("./index.js").Line} [logit]
 * @param {string} [use] the message of what the agreement is for
 */
export function agreementLines(couple, logit = addedLogit(), use = "with-agreement") {
  return [
    logit,
    couple,
    ...squashedSum(),
    {
      sym: "a",
      title: "line-agreement",
      law: formula("{a ij} = {uhat j|i} · {v j}"),
      numbers: ({ data, t, r, i, j }) =>
        wordNodes(t < r - 1 ? use : "with-agreement-unused", {
          value: imageNumber(data.agreement(t, i, j)),
        }),
    },
  ];
}

/** @type {import("./index.js").Kind} */
export const DYNAMIC = {
  ...SQUASHED,
  heading: "heading-dynamic",
  lead: "lead-dynamic",
  logit: "logit-added",
  agreement: "agreement-dot",
  leaves: [],
  lines: () => agreementLines(softmaxLine("line-softmax")),
  story: (scene, low, high) =>
    iterationStory(scene, low, high, `1/${scene.data.digits}`, "story-agreement"),
  counter: iterativeCounter,
  second: {
    title: "second-agreement",
    symbol: "a",
    value: (data, t, j) => data.arrays.coupled_agreement[t * data.digits + j],
    help: "second-agreement-help",
  },
};
