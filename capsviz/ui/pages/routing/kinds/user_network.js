/* The routing of a network that its owner brought: what is known of it is what it yields. */

import { make } from "../../../browser/dom.js";
import { symbol, wordNodes } from "../../../browser/symbols.js";
import { text } from "../../../browser/text.js";
import { coupledSum, coupledVote, formula, imageNumber } from "./lines.js";
import { answer, SQUASHED, spreadOf } from "./words.js";

function ownLines() {
  const s = symbol;
  return [
    {
      sym: "c",
      title: "line-coupling",
      law: wordNodes("law-coupling-own", { c: s("c", "ij") }),
      numbers: ({ data, t, i, j }) =>
        wordNodes("with-coupling-own", {
          value: imageNumber(data.coupling(t, i, j)),
          count: data.digits,
        }),
    },
    coupledVote(),
    coupledSum(),
    {
      sym: "v",
      title: "line-output",
      law: wordNodes("law-output-own", { v: s("v", "j"), s: s("s", "j") }),
      numbers: ({ data, t, j }) => ["\u2016v\u2016 = ", imageNumber(data.size(t, j))],
    },
    {
      sym: "a",
      title: "line-agreement",
      law: formula("{a ij} = {uhat j|i} · {v j}"),
      numbers: ({ data, t, i, j }) =>
        wordNodes("with-agreement-own", { value: imageNumber(data.agreement(t, i, j)) }),
    },
  ];
}

/** @type {import("./index.js").Kind} */
export const OWN = {
  ...SQUASHED,
  heading: "heading-own",
  lead: "lead-own",
  onePass: null,
  logit: "logit-own",
  agreement: "agreement-dot",
  leaves: [],
  cloud: "cloud-own",
  lines: ownLines,
  story: (scene, low, high) => text("story-iteration", spreadOf(scene, low, high)),
  counter: (scene) =>
    wordNodes("counter-own", {
      first: make("b", {}, answer(scene, 0)),
      last: make("b", {}, answer(scene, scene.r - 1)),
      rounds: scene.r,
    }),
};

/**
 * The same where an activation, apart from the length of v, is the presence of a class.
 * @type {import("./index.js").Kind}
 */
export const OWN_ACTIVATIONS = {
  ...OWN,
  measure: "activation",
  mark: "a",
};
