/* Attention by queries and keys, in one pass. */

import { ATTENTION } from "./attention.js";
import { formula, imageNumber, softmaxLine, squashedSum } from "./lines.js";
import { SQUASHED } from "./words.js";

/** @type {import("./index.js").Kind} */
export const QUERY_KEY = {
  ...SQUASHED,
  heading: "heading-query-key",
  lead: "lead-query-key",
  onePass: "one-pass-query-key",
  logit: "logit-query-key",
  lines: () => [
    {
      sym: "b",
      title: "line-query-key",
      law: formula("{b ij} = (Q Σ{_ k} {uhat j|k} / J) · (K {uhat j|i}) / √D"),
      numbers: ({ data, t, i, j }) => [imageNumber(data.logit(t, i, j))],
    },
    softmaxLine("line-softmax"),
    ...squashedSum(),
  ],
  story: ATTENTION.story,
  counter: ATTENTION.counter,
};
