/* Inverted dot-product attention (Tsai, Srivastava, Goh, Salakhutdinov 2020). */

import { symbol } from "../symbols.js";
import { coupledSum, coupledVote, imageNumber, softmaxLine, squashLine } from "./lines.js";
import { CASTS, iterativeCounter, roundsStory, SQUASHED } from "./words.js";

function invertedLines() {
  const s = symbol;
  return [
    {
      sym: "b",
      title: "agreement with the parent's last pose",
      law: [s("b", "ij"), " = ", s("uhat", "j|i"), " · LayerNorm(", s("s", "j"), ")"],
      numbers: ({ data, t, i, j }) => [
        imageNumber(data.logit(t, i, j)),
        t ? ", of the iteration before; nothing is added up" : ": poses begin at zero",
      ],
    },
    softmaxLine("softmax over all output capsules k"),
    coupledVote(),
    coupledSum(),
    squashLine(),
  ];
}

/** @type {import("./index.js").Kind} */
export const INVERTED_ATTENTION = {
  ...SQUASHED,
  heading: "Inverted dot-product attention, step by step",
  lead: (s) => [
    ...CASTS(s),
    "In each iteration the digits compete for it: it gives a larger share ",
    s("c"),
    " to those whose pose, the layer norm of the sum ",
    s("s"),
    ", its vote agrees with.",
  ],
  onePass: null,
  logit: "how well a capsule's vote fits the digit's pose of the iteration before",
  lines: invertedLines,
  story: roundsStory,
  counter: iterativeCounter,
};
