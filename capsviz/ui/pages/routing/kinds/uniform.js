/* No routing: the control. */

import { make } from "../../../browser/dom.js";
import { symbol } from "../../../browser/symbols.js";
import { coupledSum, coupledVote, imageNumber, squashLine } from "./lines.js";
import { answer, CASTS, SQUASHED } from "./words.js";

function uniformLines() {
  const s = symbol;
  return [
    {
      sym: "c",
      title: "no routing",
      law: [s("c", "ij"), " = 1 / J"],
      numbers: ({ data, t, i, j }) => [
        imageNumber(data.coupling(t, i, j)),
        ": for every capsule, digit and image",
      ],
    },
    coupledVote(),
    coupledSum(),
    squashLine(),
  ];
}

/** @type {import("./index.js").Kind} */
export const UNIFORM = {
  ...SQUASHED,
  heading: "No routing: every vote counts the same",
  lead: (s, voter) => [
    ...CASTS(s, voter),
    "Nothing is routed: it gives every digit ",
    s("v"),
    " the same share ",
    s("c"),
    ", 1 / J of J. This is the control: does routing matter?",
  ],
  onePass:
    "Without routing there is one pass: no iterations to step through, and no couplings to choose.",
  leaves: ["a", "b"],
  scales: ["feed", "weighted"],
  map: "votes for",
  lines: uniformLines,
  story: (scene) =>
    `One pass: every coupling is 1/${scene.data.digits} and every vote counts the same. Longest: ${answer(scene, 0)}.`,
  counter: (scene) => [
    "With uniform couplings the answer is ",
    make("b", {}, answer(scene, 0)),
    ": this network was trained without any other.",
  ],
};
