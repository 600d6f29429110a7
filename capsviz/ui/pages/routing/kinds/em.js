/* EM over one dense layer, with the routing of Hinton, Sabour and Frosst (2018). */

import { make } from "../../../browser/dom.js";
import { symbol, wordNodes } from "../../../browser/symbols.js";
import { text } from "../../../browser/text.js";
import { agreeing } from "../scales.js";
/** @import { Line, Words } from "./index.js" */

import {
  activationLine,
  formula,
  imageNumber,
  imageText,
  softmaxLine,
  sub,
  sumLine,
  voteLine,
  weightAlone,
} from "./lines.js";
import { answer, iterativeCounter, SQUASHED, spreadOf } from "./words.js";

/**
 * The formulas of a fit of one Gaussian to each digit's votes.
 *
 * @param {object} own what differs from network to network
 * @param {() => Line} own.input how active an input capsule is
 * @param {() => Words} own.logit of the activation
 * @param {string} own.after the message of its numbers
 * @returns {Line[]}
 */
export function clusterLines({ input, logit, after }) {
  const s = symbol;
  const law = formula("{c ij} {a i} {uhat j|i} / Σ{_ k} {c kj} {a k}");
  return [
    {
      sym: "b",
      title: "line-likelihood",
      law: formula("{b ij} = ln {v j a} + ln N({uhat j|i}; {s j μ}, {- j σ}²)"),
      numbers: ({ data, t, i, j }) =>
        t
          ? wordNodes("with-gaussian", {
              value: imageNumber(data.logit(t, i, j), 2),
              iteration: t,
            })
          : wordNodes("with-new-image", { value: imageNumber(0, 0) }),
    },
    softmaxLine("line-responsibility"),
    input(),
    voteLine("line-weighted-vote", law, ({ data, t, i, j }) => weightAlone(data.weight(t, i, j))),
    sumLine(
      "line-mean",
      wordNodes("law-mean", { mean: s("s", "j", "μ"), sum: make("span", {}, "Σ", sub("i")) }),
      "with-weighted-votes",
    ),
    {
      sym: "s",
      title: "line-width",
      name: "width",
      law: wordNodes("law-width", {
        width: s("", "j", "σ"),
        vote: s("uhat", "j|i"),
        mean: s("s", "j", "μ"),
      }),
      numbers: ({ data, t, j }) =>
        wordNodes("with-width", { count: data.dim, value: imageNumber(data.spread(t, j)) }),
    },
    {
      sym: "v",
      title: "line-activation",
      law: wordNodes("law-activation", {
        activation: s("v", "j", "a"),
        logistic: make("span", {}, "logistic(", ...logit(), ")"),
        width: s("", "jh", "σ"),
      }),
      numbers: ({ data, t, j }) => {
        const a = Math.min(1 - 1e-7, Math.max(1e-7, data.length(t, j)));
        const logit = Math.log(a / (1 - a));
        const { terms, result } = agreeing([logit], ([x]) => 1 / (1 + Math.exp(-x)));
        return wordNodes(after, { logit: terms[0], value: imageText(result) });
      },
    },
  ];
}

/** @returns {Words} */
const lambda = () => formula("λ ({- a β} − Σ{_ h} cost{_ jh})");

/** @type {import("./index.js").Kind} */
export const EM = {
  ...SQUASHED,
  heading: "heading-em",
  lead: "lead-em",
  measure: "activation",
  mark: "a",
  total: "μ",
  totalMark: "‖μ‖",
  shares: "responsibilities",
  logit: "logit-em",
  weight: "weight",
  weightedVote: null,
  vectors: ["s"],
  map: "responsibilities",
  cloud: "cloud-em",
  lines: () =>
    clusterLines({
      input: activationLine,
      logit: lambda,
      after: "with-rising-lambda",
    }),
  story: (scene, low, high) =>
    scene.t === 0
      ? text("story-responsibilities", {
          count: scene.data.digits,
          thing: scene.data.thing,
          answer: answer(scene, 0),
        })
      : text("story-iteration", spreadOf(scene, low, high)),
  counter: iterativeCounter,
  second: {
    title: "second-width",
    symbol: "s",
    value: (data, t, j) => data.spread(t, j),
    help: "second-width-help",
  },
};
