/* EM over one dense layer, with the routing of Hinton, Sabour and Frosst (2018). */

import { symbol } from "../../../browser/symbols.js";
import { agreeing } from "../scales.js";
/** @import { Line, Words } from "./index.js" */

import {
  activationLine,
  imageNumber,
  imageText,
  softmaxLine,
  sub,
  sumLine,
  voteLine,
} from "./lines.js";
import { answer, CASTS, iterativeCounter, SQUASHED, spreadOf } from "./words.js";

/**
 * The formulas of a fit of one Gaussian to each digit's votes.
 *
 * @param {object} own what differs from network to network
 * @param {() => Line} own.input how active an input capsule is
 * @param {() => Words} own.logit of the activation
 * @param {string} own.after said behind its numbers
 * @returns {Line[]}
 */
export function clusterLines({ input, logit, after }) {
  const s = symbol;
  const law = [
    s("c", "ij"),
    " ",
    s("a", "i"),
    " ",
    s("uhat", "j|i"),
    " / Σ",
    sub("k"),
    " ",
    s("c", "kj"),
    " ",
    s("a", "k"),
  ];
  return [
    {
      sym: "b",
      title: "log-likelihood (E-step)",
      law: [
        s("b", "ij"),
        " = ln ",
        s("v", "j", "a"),
        " + ln N(",
        s("uhat", "j|i"),
        "; ",
        s("s", "j", "μ"),
        ", ",
        s("", "j", "σ"),
        "²)",
      ],
      numbers: ({ data, t, i, j }) =>
        t
          ? [imageNumber(data.logit(t, i, j), 2), `, by the Gaussian of iteration ${t}`]
          : [imageNumber(0, 0), ": every image starts anew"],
    },
    softmaxLine("responsibility, softmax over all output capsules k"),
    input(),
    voteLine("weighted vote", law, ({ data, t, i, j }) => ({
      values: [data.weight(t, i, j)],
      weight: ([weight]) => weight,
      write: ([weight]) => weight,
    })),
    sumLine(
      "mean (M-step)",
      [s("s", "j", "μ"), " = Σ", sub("i"), " of all weighted votes"],
      "weighted votes",
    ),
    {
      sym: "s",
      title: "width",
      name: "width",
      law: [
        s("", "j", "σ"),
        "² = weighted mean of (",
        s("uhat", "j|i"),
        " − ",
        s("s", "j", "μ"),
        ")², per dimension",
      ],
      numbers: ({ data, t, j }) => [
        `all ${data.dim} together: √Σσ² = `,
        imageNumber(data.spread(t, j)),
      ],
    },
    {
      sym: "v",
      title: "activation",
      law: [s("v", "j", "a"), " = logistic(", ...logit(), "), cost from ln ", s("", "jh", "σ")],
      numbers: ({ data, t, j }) => {
        const a = Math.min(1 - 1e-7, Math.max(1e-7, data.length(t, j)));
        const logit = Math.log(a / (1 - a));
        const { terms, result } = agreeing([logit], ([x]) => 1 / (1 + Math.exp(-x)));
        return [`logistic(${terms[0]}) = `, imageText(result), after];
      },
    },
  ];
}

/** @returns {Words} */
const lambda = () => ["λ (", symbol("", "a", "β"), " − Σ", sub("h"), " cost", sub("jh"), ")"];

/** @type {import("./index.js").Kind} */
export const EM = {
  ...SQUASHED,
  heading: "EM over one dense layer, step by step",
  lead: (s, voter) => [
    ...CASTS(s, voter),
    "Each digit fits a Gaussian to its votes; iteration by iteration a capsule gives more responsibility ",
    s("c"),
    " to the digits whose Gaussian explains its vote.",
  ],
  onePass: null,
  measure: "activation",
  mark: "a",
  most: "Most active",
  total: "μ",
  totalMark: "‖μ‖",
  shares: "responsibilities",
  logit:
    "how active the digit is, and how likely its Gaussian makes the vote: both as logarithms, added",
  weighted: "weight × vote length",
  weightedVote: "weighted",
  vectors: ["s"],
  map: "responsibilities to",
  cloud:
    "μ is their weighted mean, the pose itself: nothing is squashed, and the activation is a number apart. The ellipse is the digit's Gaussian, one σ wide, fainter that of the iteration before",
  lines: () =>
    clusterLines({
      input: activationLine,
      logit: lambda,
      after: "; λ rises with each iteration",
    }),
  story: (scene, low, high) =>
    scene.t === 0
      ? `Iteration 1: all responsibilities are 1/${scene.data.digits}: every digit's Gaussian is fitted to all of its votes. Most active: ${answer(scene, 0)}.`
      : `Iteration ${scene.t + 1}: ${spreadOf(scene, low, high)}`,
  counter: iterativeCounter,
  second: {
    title: (name) => `width of the votes for ${name}`,
    symbol: "s",
    value: (data, t, j) => data.spread(t, j),
    help: "the width √Σσ² of its votes about their mean",
  },
};
