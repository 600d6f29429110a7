/* Routing by agreement as a differential equation with damping, in Euler steps. */

import { tell } from "../scales.js";
import { symbol } from "../symbols.js";
import { agreementLines, DYNAMIC } from "./dynamic.js";
import { imageNumber, softmaxLine } from "./lines.js";
import { CASTS, roundsStory } from "./words.js";

/** @returns {import("./index.js").Line} */
function stepLine() {
  const s = symbol;
  return {
    sym: "b",
    title: "logit: a step of h along the agreement, less what it was",
    law: [s("b", "ij"), " ← ", s("b", "ij"), " + h (", s("a", "ij"), " − ", s("b", "ij"), ")"],
    numbers: ({ data, t, i, j }) => {
      if (!t) return [imageNumber(0, 0), ": every image starts anew"];
      const before = data.logit(t - 1, i, j);
      const agreement = data.agreement(t - 1, i, j);
      return [
        `h = ${data.level}, b was ${tell(before, 3)}, a ${tell(agreement, 3)}: now `,
        imageNumber(data.logit(t, i, j)),
      ];
    },
  };
}

/** @type {import("./index.js").Kind} */
export const DAMPED = {
  ...DYNAMIC,
  heading: "Routing in continuous time with damping, step by step",
  lead: (s) => [
    ...CASTS(s),
    "Its logits ",
    s("b"),
    " follow the agreements in small steps of time and fall back otherwise, so that they come to rest where ",
    s("b"),
    " equals ",
    s("a"),
    "; its shares ",
    s("c"),
    " are their softmax.",
  ],
  logit: "what follows the agreement with damping; it comes to rest where the two are equal",
  lines: () =>
    agreementLines(softmaxLine("softmax over all output capsules k"), stepLine(), "what b follows"),
  story: roundsStory,
};
