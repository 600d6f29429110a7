/* Self-attention routing (Mazzia, Salvetti, Chiaberge 2021). */

import { make } from "../../../browser/dom.js";
import { wordNodes } from "../../../browser/symbols.js";
import { text } from "../../../browser/text.js";
import { agreeing } from "../scales.js";
import { formula, imageNumber, imageText, softmaxLine, sumLine, voteLine } from "./lines.js";
import { answer, answerWords, SQUASHED, spreadOf } from "./words.js";

/** The factor of a vote in its sum: a coupling and a learnt prior. @param {any} scene */
export function priorWeight({ data, t, i, j }) {
  const c = data.coupling(t, i, j);
  const B = data.weight(t, i, j) - c;
  return {
    values: [c, B],
    weight: ([coupling, prior]) => coupling + prior,
    write: ([coupling, prior]) => {
      const sum = `${coupling} + ${prior}`.replace("+ \u2212", "\u2212 ");
      return c + B < 0 ? `|${sum}|` : `(${sum})`;
    },
  };
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
  lines: () => [
    {
      sym: "b",
      title: "line-attention",
      law: formula("{b ij} = {uhat j|i} · Σ{_ k} {uhat j|k} / √16"),
      numbers: ({ data, t, i, j }) => [imageNumber(data.logit(t, i, j))],
    },
    softmaxLine("line-softmax"),
    voteLine("line-prior-vote", formula("({c ij} + {- ij B}) {uhat j|i}"), priorWeight),
    sumLine(
      "line-sum",
      formula("{s j} = Σ{_ i} ({c ij} + {- ij B}) {uhat j|i}"),
      "with-weighted-votes",
    ),
    {
      sym: "v",
      title: "line-exponential-squash",
      law: formula("{v j} = (1 − e{^ −‖s‖}) {s j} / ‖{s j}‖"),
      numbers: ({ data, t, j }) => {
        const total = data.totalLength(t, j);
        const { terms, result } = agreeing([total], ([length]) => 1 - Math.exp(-length));
        return [`‖v‖ = 1 − e^(−${terms[0]}) = `, imageText(result)];
      },
    },
  ],
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
