/* Self-attention routing (Mazzia, Salvetti, Chiaberge 2021). */

import { make } from "../../../browser/dom.js";
import { symbol, wordNodes } from "../../../browser/symbols.js";
import { text } from "../../../browser/text.js";
import { agreeing } from "../scales.js";
import { imageNumber, imageText, softmaxLine, sub, sumLine, voteLine } from "./lines.js";
import { answer, answerWords, SQUASHED, spreadOf } from "./words.js";

function attentionLines() {
  const s = symbol;
  return [
    {
      sym: "b",
      title: "line-attention",
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
    softmaxLine("line-softmax"),
    voteLine(
      "line-prior-vote",
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
      "line-sum",
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
      "with-weighted-votes",
    ),
    {
      sym: "v",
      title: "line-exponential-squash",
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
  heading: "heading-attention",
  lead: "lead-attention",
  onePass: "one-pass-attention",
  logit: "logit-attention",
  weight: "(c + B)",
  weightedVote: "(c + B) û",
  cloud: "cloud-attention",
  lines: attentionLines,
  story: (scene, low, high) => text("story-one-pass", spreadOf(scene, low, high)),
  counter: (scene) => {
    const { data } = scene;
    const lengths = Array.from({ length: data.digits }, (_, j) => data.uniformAnswer(j));
    const other = lengths.indexOf(Math.max(...lengths));
    return wordNodes("counter-attention", {
      first: make("b", {}, answerWords(data.name(other), "length", lengths[other])),
      last: make("b", {}, answer(scene, 0)),
      change: other === data.winner(0) ? "same" : "other",
    });
  },
};
