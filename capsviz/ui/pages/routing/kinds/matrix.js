/* EM between the last two layers of matrix capsules (Hinton, Sabour, Frosst 2018). */

import { symbol } from "../../../browser/symbols.js";
import { clusterLines, EM } from "./em.js";
import { imageNumber, sub } from "./lines.js";

/** @import { Line, Words } from "./index.js" */

/** @returns {Line} */
const agreement = () => ({
  sym: "a",
  title: "input activation",
  law: [symbol("a", "i"), ", which EM in the layer below found by the same law"],
  numbers: ({ data, i }) => [imageNumber(data.activation(i)), ", apart from its vote"],
});

/** @returns {Words} */
const normalisation = () => ["BN(− Σ", sub("h"), " cost", sub("jh"), ")"];

/** @type {import("./index.js").Kind} */
export const MATRIX = {
  ...EM,
  apart: true,
  heading: "EM between matrix capsules, step by step",
  lead: (s, voter) => [
    ` ${voter}s `,
    s("u"),
    " casts a vote ",
    s("uhat"),
    " for every digit: its 4 × 4 pose times a matrix of its type's, with its place added to two of the ",
    "numbers. Each digit fits a Gaussian to its votes; iteration by iteration a capsule gives more ",
    "responsibility ",
    s("c"),
    " to the digits whose Gaussian explains its vote.",
  ],
  lines: () =>
    clusterLines({
      input: agreement,
      logit: normalisation,
      after: "; BN is batch normalisation, in place of the paper's λ (β − cost)",
    }),
};
