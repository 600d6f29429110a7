/* EM between the last two layers of matrix capsules (Hinton, Sabour, Frosst 2018). */

import { symbol, wordNodes } from "../../../browser/symbols.js";
import { clusterLines, EM } from "./em.js";
import { imageNumber, sub } from "./lines.js";

/** @import { Line, Words } from "./index.js" */

/** @returns {Line} */
const agreement = () => ({
  sym: "a",
  title: "line-input-activation",
  law: wordNodes("law-activation-below", { a: symbol("a", "i") }),
  numbers: ({ data, i }) =>
    wordNodes("with-activation-below", { value: imageNumber(data.activation(i)) }),
});

/** @returns {Words} */
const normalisation = () => ["BN(− Σ", sub("h"), " cost", sub("jh"), ")"];

/** @type {import("./index.js").Kind} */
export const MATRIX = {
  ...EM,
  apart: true,
  heading: "heading-matrix",
  casts: "lead-matrix",
  lines: () =>
    clusterLines({
      input: agreement,
      logit: normalisation,
      after: "with-normalisation",
    }),
};
