/* Routing as clustering: k-means and its soft form. */

import { symbol } from "../../../browser/symbols.js";
import {
  coupledSum,
  coupledVote,
  imageNumber,
  imageText,
  softmaxLine,
  squashLine,
  sub,
} from "./lines.js";
import { CASTS, iterativeCounter, roundsStory, SQUASHED } from "./words.js";

/** @type {WeakMap<any, number[]>} */
const ENERGIES = new WeakMap();

/**
 * Objective after each iteration: the sum over capsules i and digits j of c_ij |û_ij − μ_j|², and
 * in the soft form of c_ij ln c_ij / β besides.
 * @param {import("../data.js").RoutingData} data
 */
function energies(data) {
  let known = ENERGIES.get(data);
  if (!known) {
    known = Array.from({ length: data.iterations }, (_, t) => energy(data, t));
    ENERGIES.set(data, known);
  }
  return known;
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
    // Votes about their mean: their squares less those of the mean.
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
    title: "all of it for the nearest",
    law: [s("c", "ij"), " = 1 where ", s("b", "ij"), " is the largest, else 0"],
    numbers: ({ data, t, i, j }) => [imageNumber(data.coupling(t, i, j))],
  };
  return [
    {
      sym: "b",
      title: "how near the vote is to the cluster's mean",
      law: [s("b", "ij"), ` = − ${beta}‖`, s("uhat", "j|i"), " − ", s("", "j", "μ"), "‖²"],
      numbers: ({ data, t, i, j }) => [
        imageNumber(data.logit(t, i, j)),
        t
          ? `, to the mean of the iteration before${soft ? `; β = ${data.level}` : ""}`
          : ": no means yet",
      ],
    },
    soft ? softmaxLine("softmax over all output capsules k") : nearest,
    coupledVote(),
    coupledSum(),
    {
      sym: "s",
      name: "mean",
      title: "mean of the cluster",
      law: [s("", "j", "μ"), " = ", s("s", "j"), " / Σ", sub("i"), " ", s("c", "ij")],
      numbers: ({ data, t, j }) => {
        const members = data.sum((i) => data.coupling(t, i, j));
        return [
          `‖μ‖ = ‖s‖ / ${members.toFixed(1)} = `,
          imageText((data.totalLength(t, j) / Math.max(members, 1e-9)).toFixed(3)),
        ];
      },
    },
    squashLine(),
  ];
}

/** @type {import("./index.js").Kind} */
export const K_MEANS = {
  ...SQUASHED,
  heading: "Routing as clustering: k-means, step by step",
  lead: (s, voter) => [
    ...CASTS(s, voter),
    "Each digit is a cluster of votes. Iteration by iteration a capsule goes to the one digit to whose cluster's mean its vote lies nearest, and the means follow; ",
    s("v"),
    " is the squashed sum of a cluster's votes.",
  ],
  onePass: null,
  logit: "minus the squared distance of a capsule's vote from the mean of the digit's cluster",
  lines: () => clusterLines(false),
  story: roundsStory,
  favour: (digit) => `belong to ${digit}, to whose mean their votes lie nearest`,
  counter: iterativeCounter,
  second: {
    title: () => "energy of the clusters",
    symbol: "s",
    value: (data, t) => energies(data)[t],
    help: "the energy is what the votes' squared distances from their clusters' means add up to: it never rises",
    floats: true,
  },
};

/** @type {import("./index.js").Kind} */
export const SOFT_K_MEANS = {
  ...K_MEANS,
  heading: "Routing as clustering: soft k-means, step by step",
  lead: (s, voter) => [
    ...CASTS(s, voter),
    "Each digit is a cluster of votes. Iteration by iteration a capsule gives a larger share ",
    s("c"),
    " to the digits to whose clusters' means its votes lie near, and the means follow; ",
    s("v"),
    " is the squashed sum of a cluster's votes.",
  ],
  logit:
    "minus β times the squared distance of a capsule's vote from the mean of the digit's cluster",
  favour: (digit) => `give more of their vote to ${digit}, whose mean lies near it`,
  lines: () => clusterLines(true),
  second: {
    .../** @type {any} */ (K_MEANS.second),
    title: () => "free energy of the clusters",
    help: "the free energy is the votes' squared distances from their clusters' means, less the couplings' entropy over β: it never rises",
  },
};
