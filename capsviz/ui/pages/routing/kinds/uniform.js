/* No routing: the control. */

import { make } from "../../../browser/dom.js";
import { wordNodes } from "../../../browser/symbols.js";
import { text } from "../../../browser/text.js";
import { formula, imageNumber, squashedSum } from "./lines.js";
import { answer, SQUASHED } from "./words.js";

/** @type {import("./index.js").Kind} */
export const UNIFORM = {
  ...SQUASHED,
  heading: "heading-uniform",
  lead: "lead-uniform",
  onePass: "one-pass-uniform",
  leaves: ["a", "b"],
  scales: ["feed", "weighted"],
  map: "votes",
  lines: () => [
    {
      sym: "c",
      title: "line-uniform",
      law: formula("{c ij} = 1 / J"),
      numbers: ({ data, t, i, j }) =>
        wordNodes("with-uniform", {
          value: imageNumber(data.coupling(t, i, j)),
          thing: data.thing,
        }),
    },
    ...squashedSum(),
  ],
  story: (scene) => text("story-uniform", { count: scene.data.digits, answer: answer(scene, 0) }),
  counter: (scene) => wordNodes("counter-uniform", { first: make("b", {}, answer(scene, 0)) }),
};
