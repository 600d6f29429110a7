/* Variants of the couplings of dynamic routing: `VARIANTS` of capsviz/model/routing. */

import { wordNodes } from "../../../browser/symbols.js";
import { number, text } from "../../../browser/text.js";
import { agreeing, tell } from "../scales.js";
import { agreementLines, DYNAMIC } from "./dynamic.js";
import { formula, imageNumber, imageText, softmaxLine, squashedSum, sumLine } from "./lines.js";
import { iterativeCounter, roundsStory, SQUASHED } from "./words.js";

/* --- Routing by agreement in which each part keeps its strongest parents. */

/** @returns {import("./index.js").Line} */
function keptLine() {
  return {
    sym: "c",
    title: "line-kept",
    law: formula(`{c ij} = exp {b ij} / Σ{_ ${text("law-kept")}} exp {b ik}`),
    numbers: ({ data, t, i, j }) => {
      const couplings = Array.from({ length: data.digits }, (_, k) => data.coupling(t, i, k));
      return wordNodes(t ? "with-kept" : "with-kept-first", {
        value: imageNumber(data.coupling(t, i, j)),
        level: String(data.level),
        count: couplings.filter((c) => c > 0).length,
      });
    },
  };
}

/** @type {import("./index.js").Kind} */
export const TOP_K = {
  ...DYNAMIC,
  heading: "heading-top-k",
  lead: "lead-top-k",
  lines: () => agreementLines(keptLine()),
  story: roundsStory,
};

/* --- Routing by agreement with an extra class for leftover votes (Sabour, Frosst, Hinton 2017, code). */

/** @returns {import("./index.js").Line} */
function leakyLine() {
  return {
    sym: "c",
    title: "line-leaky",
    law: formula("{c ij} = exp {b ij} / (exp l + Σ{_ k} exp {b ik})"),
    numbers: ({ data, t, i, j }) => {
      const logits = Array.from({ length: data.digits }, (_, k) => data.logit(t, i, k));
      const shift = Math.max(0, ...logits);
      const powers = [...logits, data.level].map((b) => Math.exp(b - shift));
      const sum = powers.reduce((a, b) => a + b, 0);
      const { terms, result } = agreeing([powers[j], sum], ([power, total]) => power / total);
      const leak = logits.reduce((rest, _, k) => rest - data.coupling(t, i, k), 1);
      return wordNodes("with-leak", {
        above: terms[0],
        below: terms[1],
        value: imageText(result),
        level: String(data.level),
        leak: number(Math.max(0, leak), 3),
      });
    },
  };
}

/** @type {import("./index.js").Kind} */
export const LEAKY = {
  ...DYNAMIC,
  heading: "heading-leaky",
  sharesSum: "leak",
  even: ({ digits, level }) => 1 / (digits + Math.exp(level)),
  lead: "lead-leaky",
  lines: () => agreementLines(leakyLine()),
  story: roundsStory,
};

/* --- Routing by agreement as a differential equation with damping, in Euler steps. */

/** @returns {import("./index.js").Line} */
function stepLine() {
  return {
    sym: "b",
    title: "line-step",
    law: formula("{b ij} ← {b ij} + h ({a ij} − {b ij})"),
    numbers: ({ data, t, i, j }) => {
      if (!t) return wordNodes("with-new-image", { value: imageNumber(0, 0) });
      const previous = data.logit(t - 1, i, j);
      const agreement = data.agreement(t - 1, i, j);
      return wordNodes("with-step", {
        step: String(data.level),
        before: tell(previous, 3),
        agreement: tell(agreement, 3),
        value: imageNumber(data.logit(t, i, j)),
      });
    },
  };
}

/** @type {import("./index.js").Kind} */
export const DAMPED = {
  ...DYNAMIC,
  heading: "heading-damped",
  lead: "lead-damped",
  logit: "logit-damped",
  lines: () => agreementLines(softmaxLine("line-softmax"), stepLine(), "with-agreement-followed"),
  story: roundsStory,
};

/* --- Inverted dot-product attention (Tsai, Srivastava, Goh, Salakhutdinov 2020). */

/** @type {import("./index.js").Kind} */
export const INVERTED_ATTENTION = {
  ...SQUASHED,
  heading: "heading-inverted",
  lead: "lead-inverted",
  logit: "logit-inverted",
  lines: () => [
    {
      sym: "b",
      title: "line-inverted",
      law: formula("{b ij} = {uhat j|i} · LayerNorm({s j})"),
      numbers: ({ data, t, i, j }) =>
        wordNodes(t ? "with-last-pose" : "with-no-pose", {
          value: imageNumber(data.logit(t, i, j)),
        }),
    },
    softmaxLine("line-softmax"),
    ...squashedSum(),
  ],
  story: roundsStory,
  counter: iterativeCounter,
};

/* --- Dynamic routing as in the authors' own code: with a bias for each output capsule. */

function authorsLines() {
  const total = sumLine(
    "line-sum-bias",
    formula("{s j} = Σ{_ i} {c ij} {uhat j|i} + {- j bias}"),
    "with-biased-votes",
  );
  return agreementLines(softmaxLine("line-softmax")).map((line) =>
    line.sym === "s" ? total : line,
  );
}

/** @type {import("./index.js").Kind} */
export const AUTHORS = {
  ...DYNAMIC,
  heading: "heading-authors",
  flowMark: "of-votes",
  lines: authorsLines,
  story: roundsStory,
};
