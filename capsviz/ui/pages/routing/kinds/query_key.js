/* Attention by queries and keys, in one pass. */

import { symbol } from "../../../browser/symbols.js";
import { ATTENTION } from "./attention.js";
import { coupledSum, coupledVote, imageNumber, softmaxLine, squashLine, sub } from "./lines.js";
import { CASTS, SQUASHED } from "./words.js";

function queryLines() {
  const s = symbol;
  return [
    {
      sym: "b",
      title: "query of the digit times key of the vote",
      law: [
        s("b", "ij"),
        " = (Q Σ",
        sub("k"),
        " ",
        s("uhat", "j|k"),
        " / J) · (K ",
        s("uhat", "j|i"),
        ") / √D",
      ],
      numbers: ({ data, t, i, j }) => [imageNumber(data.logit(t, i, j))],
    },
    softmaxLine("softmax over all output capsules k"),
    coupledVote(),
    coupledSum(),
    squashLine(),
  ];
}

/** @type {import("./index.js").Kind} */
export const QUERY_KEY = {
  ...SQUASHED,
  heading: "Query–key attention in one pass",
  lead: (s, voter) => [
    ...CASTS(s, voter),
    "In one pass it gives a larger share ",
    s("c"),
    " to the digits ",
    s("v"),
    " whose query, made of the sum of their votes, fits the key of its own vote.",
  ],
  onePass: "Query–key attention takes one pass: there are no iterations to step through.",
  logit: "how well the key of a capsule's vote fits the digit's query",
  lines: queryLines,
  story: ATTENTION.story,
  counter: ATTENTION.counter,
};
