/* Dynamic routing as in the authors' own code: with a bias for each output capsule. */

import { symbol } from "../symbols.js";
import { agreementLines, DYNAMIC } from "./dynamic.js";
import { softmaxLine, sub, sumLine } from "./lines.js";
import { roundsStory } from "./words.js";

function authorsLines() {
  const s = symbol;
  const total = sumLine(
    "sum over all capsules i, and a learnt bias",
    [
      s("s", "j"),
      " = Σ",
      sub("i"),
      " ",
      s("c", "ij"),
      " ",
      s("uhat", "j|i"),
      " + ",
      s("", "j", "bias"),
    ],
    "coupled votes and the bias",
  );
  return agreementLines(softmaxLine("softmax over all output capsules k")).map((line) =>
    line.sym === "s" ? total : line,
  );
}

/** @type {import("./index.js").Kind} */
export const AUTHORS = {
  ...DYNAMIC,
  heading: "Routing by agreement with a bias, step by step",
  lines: authorsLines,
  story: roundsStory,
};
