/* Self-attention routing (Mazzia, Salvetti, Chiaberge 2021). */

import { make } from "../../../browser/dom.js";
import { symbol } from "../../../browser/symbols.js";
import { agreeing, tell } from "../scales.js";
import { imageNumber, imageText, softmaxLine, sub, sumLine, voteLine } from "./lines.js";
import { answer, CASTS, SQUASHED, spreadOf } from "./words.js";

function attentionLines() {
  const s = symbol;
  return [
    {
      sym: "b",
      title: "agreement with all votes",
      law: [
        s("b", "ij"),
        " = ",
        s("uhat", "j|i"),
        " · Σ",
        sub("k"),
        " ",
        s("uhat", "j|k"),
        " / √16",
      ],
      numbers: ({ data, t, i, j }) => [imageNumber(data.logit(t, i, j))],
    },
    softmaxLine("softmax over all output capsules k"),
    voteLine(
      "vote, with a learnt prior B",
      ["(", s("c", "ij"), " + ", s("", "ij", "B"), ") ", s("uhat", "j|i")],
      ({ data, t, i, j }) => {
        const c = data.coupling(t, i, j);
        const B = data.weight(t, i, j) - c;
        return {
          values: [c, B],
          weight: ([coupling, prior]) => coupling + prior,
          write: ([coupling, prior]) => `(${coupling} + ${prior})`.replace("+ \u2212", "\u2212 "),
        };
      },
    ),
    sumLine(
      "sum over all capsules i",
      [
        s("s", "j"),
        " = Σ",
        sub("i"),
        " (",
        s("c", "ij"),
        " + ",
        s("", "ij", "B"),
        ") ",
        s("uhat", "j|i"),
      ],
      "weighted votes",
    ),
    {
      sym: "v",
      title: "exponential squash",
      law: [
        s("v", "j"),
        " = (1 − e",
        make("sup", {}, "−‖s‖"),
        ") ",
        s("s", "j"),
        " / ‖",
        s("s", "j"),
        "‖",
      ],
      numbers: ({ data, t, j }) => {
        const total = data.totalLength(t, j);
        const { terms, result } = agreeing([total], ([length]) => 1 - Math.exp(-length));
        return [`‖v‖ = 1 − e^(−${terms[0]}) = `, imageText(result)];
      },
    },
  ];
}

/** @type {import("./index.js").Kind} */
export const ATTENTION = {
  ...SQUASHED,
  heading: "Self-attention routing in one pass",
  lead: (s, voter) => [
    ...CASTS(s, voter),
    "In one pass it gives a larger share ",
    s("c"),
    " to the digits ",
    s("v"),
    " for which its vote agrees with the sum of all votes.",
  ],
  onePass: "Self-attention takes one pass: there are no iterations to step through.",
  logit: "how well a vote fits the sum of all votes for the digit",
  weighted: "(c + B) × vote length",
  weightedVote: "(c + B) û",
  cloud: "s is the sum of all votes weighted by c + B, v is s squashed to a length below 1",
  lines: attentionLines,
  story: (scene, low, high) => `One pass: ${spreadOf(scene, low, high)}`,
  counter: (scene) => {
    const { data } = scene;
    const lengths = Array.from({ length: data.digits }, (_, j) => data.uniformAnswer(j));
    const other = lengths.indexOf(Math.max(...lengths));
    return [
      "With uniform couplings in their place the answer would be ",
      make("b", {}, `${data.name(other)}, length ${tell(lengths[other])}`),
      "; with these it is ",
      make("b", {}, answer(scene, 0)),
      ". ",
      other === data.winner(0)
        ? "Routing did not change the answer."
        : "Routing changed the answer.",
    ];
  },
};
