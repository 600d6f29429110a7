/* Self-routing (Hahn, Pyeon, Kim 2019). */

import { make } from "../../../browser/dom.js";
import { symbol } from "../../../browser/symbols.js";
import { agreeing, tell } from "../scales.js";
import {
  activationLine,
  imageNumber,
  imageText,
  softmaxLine,
  sub,
  sumLine,
  voteLine,
} from "./lines.js";
import { CASTS, SQUASHED, spreadOf } from "./words.js";

function selfLines() {
  const s = symbol;
  const sentTotal = ({ data, t, j }) => data.sum((i) => data.weight(t, i, j));
  return [
    {
      sym: "b",
      title: "logit, from the capsule alone",
      law: [
        s("b", "ij"),
        " = (",
        s("", "i", "W"),
        make("sup", {}, "route"),
        " ",
        s("u", "i"),
        ")",
        sub("j"),
      ],
      numbers: ({ data, t, i, j }) => [
        imageNumber(data.logit(t, i, j)),
        ": no vote has a say in it",
      ],
    },
    softmaxLine("softmax over all output capsules k"),
    activationLine(),
    voteLine(
      "weighted vote",
      [s("c", "ij"), " ", s("a", "i"), " ", s("uhat", "j|i")],
      ({ data, t, i, j }) => ({
        values: [data.coupling(t, i, j), data.activation(i)],
        weight: ([c, a]) => c * a,
        write: ([c, a]) => `${c} × ${a}`,
      }),
    ),
    sumLine(
      "sum over all capsules i",
      [s("s", "j"), " = Σ", sub("i"), " ", s("c", "ij"), " ", s("a", "i"), " ", s("uhat", "j|i")],
      "weighted votes",
    ),
    {
      sym: "v",
      title: "pose: the mean vote",
      law: [s("v", "j"), " = ", s("s", "j"), " / Σ", sub("i"), " ", s("c", "ij"), " ", s("a", "i")],
      numbers: (scene) => {
        const parts = [scene.data.totalLength(scene.t, scene.j), sentTotal(scene)];
        const { terms, result } = agreeing(parts, ([total, weights]) => total / weights, 3);
        return [`‖v‖ = ${terms[0]} / ${terms[1]} = `, imageText(result)];
      },
    },
    {
      sym: "v",
      title: "activation",
      name: "activation",
      law: [
        s("v", "j", "a"),
        " = Σ",
        sub("i"),
        " ",
        s("c", "ij"),
        " ",
        s("a", "i"),
        " / Σ",
        sub("i"),
        " ",
        s("a", "i"),
      ],
      numbers: (scene) => {
        const parts = [sentTotal(scene), scene.data.sum((i) => scene.data.activation(i))];
        const { terms, result } = agreeing(parts, ([one, all]) => one / all);
        return [`${terms[0]} / ${terms[1]} = `, imageText(result)];
      },
    },
  ];
}

/** @type {import("./index.js").Kind} */
export const SELF_ROUTING = {
  ...SQUASHED,
  heading: "Self-routing: each capsule decides where it goes",
  lead: (s, voter) => [
    ...CASTS(s, voter),
    "What share ",
    s("c"),
    " of itself each digit ",
    s("v"),
    " gets it decides from its own pose alone: no other capsule's vote has a say.",
  ],
  onePass: "Self-routing takes one pass: there are no iterations to step through.",
  measure: "activation",
  mark: "a",
  most: "Most active",
  logit: "what a learnt matrix makes of the capsule's own pose",
  weighted: "c × a × vote length",
  weightedVote: "c a û",
  cloud:
    "s is the weighted sum of all votes, v is s divided by the sum of the weights: a mean, nothing is squashed",
  lines: selfLines,
  story: (scene, low, high) => `One pass: ${spreadOf(scene, low, high)}`,
  counter: ({ data }) => [
    `With uniform couplings every digit would have the same activation, ${tell(data.uniformAnswer(0), 3)}: here the couplings alone are the answer.`,
  ],
};
