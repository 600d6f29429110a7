/* Attention by queries and keys, in one pass. */

import { symbol } from "../../../browser/symbols.js";
import { ATTENTION } from "./attention.js";
import { coupledSum, coupledVote, imageNumber, softmaxLine, squashLine, sub } from "./lines.js";
import { SQUASHED } from "./words.js";

function queryLines() {
  const s = symbol;
  return [
    {
      sym: "b",
      title: "line-query-key",
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
    softmaxLine("line-softmax"),
    coupledVote(),
    coupledSum(),
    squashLine(),
  ];
}

/** @type {import("./index.js").Kind} */
export const QUERY_KEY = {
  ...SQUASHED,
  heading: "heading-query-key",
  lead: "lead-query-key",
  onePass: "one-pass-query-key",
  logit: "logit-query-key",
  lines: queryLines,
  story: ATTENTION.story,
  counter: ATTENTION.counter,
};
