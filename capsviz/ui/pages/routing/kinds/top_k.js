/* Routing by agreement in which each part keeps its strongest parents. */

import { symbol } from "../symbols.js";
import { agreementLines, DYNAMIC } from "./dynamic.js";
import { imageNumber, sub } from "./lines.js";
import { CASTS, roundsStory } from "./words.js";

/** @returns {import("./index.js").Line} */
function keptLine() {
  const s = symbol;
  return {
    sym: "c",
    title: "softmax over the k largest logits of the capsule, others 0",
    law: [s("c", "ij"), " = exp ", s("b", "ij"), " / Σ", sub("kept k"), " exp ", s("b", "ik")],
    numbers: ({ data, t, i, j }) => {
      const kept = Array.from({ length: data.digits }, (_, k) => data.coupling(t, i, k) > 0);
      const count = kept.filter(Boolean).length;
      const even = t ? "" : ", for all are equal";
      return [
        imageNumber(data.coupling(t, i, j)),
        `: k = ${data.level}, ${count} ${count === 1 ? "is" : "are"} kept${even}`,
      ];
    },
  };
}

/** @type {import("./index.js").Kind} */
export const TOP_K = {
  ...DYNAMIC,
  heading: "Routing by agreement to the strongest few, step by step",
  lead: (s) => [
    ...CASTS(s),
    "Iteration by iteration it gives all of itself, in shares ",
    s("c"),
    ", to the few digits ",
    s("v"),
    " that its vote agrees with most, and nothing to the others.",
  ],
  lines: () => agreementLines(keptLine()),
  story: roundsStory,
};
