/* The routing of a network that its owner brought: what is known of it is what it yields. */

import { make } from "../../../browser/dom.js";
import { symbol } from "../../../browser/symbols.js";
import { coupledSum, coupledVote, imageNumber } from "./lines.js";
import { answer, CASTS, SQUASHED, spreadOf } from "./words.js";

function ownLines() {
  const s = symbol;
  return [
    {
      sym: "c",
      title: "coupling",
      law: [s("c", "ij"), " by the network's own rule"],
      numbers: ({ data, t, i, j }) => [
        imageNumber(data.coupling(t, i, j)),
        `: over the ${data.digits} output capsules they sum to 1`,
      ],
    },
    coupledVote(),
    coupledSum(),
    {
      sym: "v",
      title: "output capsule",
      law: [s("v", "j"), " from ", s("s", "j"), " by the network's own rule"],
      numbers: ({ data, t, j }) => ["\u2016v\u2016 = ", imageNumber(data.size(t, j))],
    },
    {
      sym: "a",
      title: "agreement",
      law: [s("a", "ij"), " = ", s("uhat", "j|i"), " · ", s("v", "j")],
      numbers: ({ data, t, i, j }) => [
        imageNumber(data.agreement(t, i, j)),
        ": what the network makes of it is for its own rule",
      ],
    },
  ];
}

/** @type {import("./index.js").Kind} */
export const OWN = {
  ...SQUASHED,
  heading: "A routing of its own, step by step",
  lead: (s, voter) => [
    ...CASTS(s, voter),
    "By the network's own rule it gives a share ",
    s("c"),
    " of itself to each of the digits ",
    s("v"),
    ".",
  ],
  onePass: null,
  logit: "what the network yields as its logit",
  agreement:
    "how well a vote fits the digit's capsule: their dot product, large where both are long and point the same way",
  leaves: [],
  cloud: "s is the coupled sum of all votes, v is what the network makes of s",
  lines: ownLines,
  story: (scene, low, high) => `Iteration ${scene.t + 1}: ${spreadOf(scene, low, high)}`,
  counter: (scene) => [
    "After 1 iteration the answer is ",
    make("b", {}, answer(scene, 0)),
    `; with r = ${scene.r} it is `,
    make("b", {}, answer(scene, scene.r - 1)),
    ".",
  ],
};

/**
 * The same where an activation, apart from the length of v, is the presence of a class.
 * @type {import("./index.js").Kind}
 */
export const OWN_ACTIVATIONS = {
  ...OWN,
  measure: "activation",
  mark: "a",
  most: "Most active",
};
