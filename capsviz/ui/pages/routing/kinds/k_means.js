/* Routing as clustering: k-means and its soft form. */

import { symbol, wordNodes } from "../../../browser/symbols.js";
import { number } from "../../../browser/text.js";
import {
  coupledSum,
  coupledVote,
  formula,
  imageNumber,
  imageText,
  softmaxLine,
  squashLine,
} from "./lines.js";
import { iterativeCounter, roundsStory, SQUASHED } from "./words.js";

/** @type {WeakMap<any, number[]>} */
const ENERGIES = new WeakMap();

/**
 * Objective after each iteration: the sum over capsules i and digits j of c_ij |û_ij − μ_j|², and
 * in the soft form of c_ij ln c_ij / β besides.
 * @param {import("../data.js").RoutingData} data
 */
function energies(data) {
  let cached = ENERGIES.get(data);
  if (!cached) {
    cached = Array.from({ length: data.iterations }, (_, t) => energy(data, t));
    ENERGIES.set(data, cached);
  }
  return cached;
}

function energy(data, t) {
  const soft = data.routing === "soft_k_means" ? 1 / data.level : 0;
  let total = 0;
  for (let j = 0; j < data.digits; j++) {
    let members = 0;
    for (let i = 0; i < data.capsules; i++) {
      const c = data.coupling(t, i, j);
      members += c;
      total += c * data.voteLength(i, j) ** 2;
      if (soft && c > 0) total += soft * c * Math.log(c);
    }
    // Squared distance from the mean: mean square minus square of the mean.
    if (members > 0) total -= data.totalLength(t, j) ** 2 / members;
  }
  return total;
}

/** @param {boolean} soft */
function clusterLines(soft) {
  const s = symbol;
  const beta = soft ? "β " : "";
  /** @type {import("./index.js").Line} */
  const nearest = {
    sym: "c",
    title: "line-nearest",
    law: wordNodes("law-nearest", { c: s("c", "ij"), b: s("b", "ij") }),
    numbers: ({ data, t, i, j }) => [imageNumber(data.coupling(t, i, j))],
  };
  return [
    {
      sym: "b",
      title: "line-near",
      law: [s("b", "ij"), ` = − ${beta}‖`, s("uhat", "j|i"), " − ", s("", "j", "μ"), "‖²"],
      numbers: ({ data, t, i, j }) => {
        const value = imageNumber(data.logit(t, i, j));
        if (!t) return wordNodes("with-no-means", { value });
        return soft
          ? wordNodes("with-near-soft", { value, beta: String(data.level) })
          : wordNodes("with-near", { value });
      },
    },
    soft ? softmaxLine("line-softmax") : nearest,
    coupledVote(),
    coupledSum(),
    {
      sym: "s",
      name: "mean",
      title: "line-cluster-mean",
      law: formula("{- j μ} = {s j} / Σ{_ i} {c ij}"),
      numbers: ({ data, t, j }) => {
        const members = data.sum((i) => data.coupling(t, i, j));
        return [
          `‖μ‖ = ‖s‖ / ${number(members, 1)} = `,
          imageText(number(data.totalLength(t, j) / Math.max(members, 1e-9), 3)),
        ];
      },
    },
    squashLine(),
  ];
}

/** @type {import("./index.js").Kind} */
export const K_MEANS = {
  ...SQUASHED,
  heading: "heading-k-means",
  lead: "lead-k-means",
  logit: "logit-k-means",
  lines: () => clusterLines(false),
  story: roundsStory,
  favour: "step-nearest",
  counter: iterativeCounter,
  second: {
    title: "second-energy",
    symbol: "s",
    value: (data, t) => energies(data)[t],
    help: "second-energy-help",
    floats: true,
  },
};

/** @type {import("./index.js").Kind} */
export const SOFT_K_MEANS = {
  ...K_MEANS,
  heading: "heading-soft-k-means",
  lead: "lead-soft-k-means",
  logit: "logit-soft-k-means",
  favour: "step-near",
  lines: () => clusterLines(true),
  second: {
    .../** @type {any} */ (K_MEANS.second),
    title: "second-free-energy",
    help: "second-free-energy-help",
  },
};
