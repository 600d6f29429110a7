/* Variants of the couplings of dynamic routing: `VARIANTS` of capsviz/model/routing. */

import { symbol } from "../../../browser/symbols.js";
import { agreeing, tell } from "../scales.js";
import { agreementLines, DYNAMIC } from "./dynamic.js";
import {
  coupledSum,
  coupledVote,
  imageNumber,
  imageText,
  softmaxLine,
  squashLine,
  sub,
  sumLine,
} from "./lines.js";
import { CASTS, iterativeCounter, roundsStory, SQUASHED } from "./words.js";

/* --- Routing by agreement in which each part keeps its strongest parents. */

/** @returns {import("./index.js").Line} */
function keptLine() {
  const s = symbol;
  return {
    sym: "c",
    title: "softmax over the k largest logits of the capsule, others 0",
    law: [s("c", "ij"), " = exp ", s("b", "ij"), " / Σ", sub("kept k"), " exp ", s("b", "ik")],
    numbers: ({ data, t, i, j }) => {
      const kept = Array.from({ length: data.digits }, (_, k) => data.coupling(t, i, k) > 0);
      const count = kept.filter(Boolean).length;
      const even = t ? "" : ", for all are equal";
      return [
        imageNumber(data.coupling(t, i, j)),
        `: k = ${data.level}, ${count} ${count === 1 ? "is" : "are"} kept${even}`,
      ];
    },
  };
}

/** @type {import("./index.js").Kind} */
export const TOP_K = {
  ...DYNAMIC,
  heading: "Routing by agreement to the strongest few, step by step",
  lead: (s, voter) => [
    ...CASTS(s, voter),
    "Iteration by iteration it gives all of itself, in shares ",
    s("c"),
    ", to the few digits ",
    s("v"),
    " that its vote agrees with most, and nothing to the others.",
  ],
  lines: () => agreementLines(keptLine()),
  story: roundsStory,
};

/* --- Routing by agreement with a place for what no class wants (Sabour, Frosst, Hinton 2017, code). */

/** @returns {import("./index.js").Line} */
function leakyLine() {
  const s = symbol;
  return {
    sym: "c",
    title: "softmax over all output capsules k and the leak",
    law: [
      s("c", "ij"),
      " = exp ",
      s("b", "ij"),
      " / (exp l + Σ",
      sub("k"),
      " exp ",
      s("b", "ik"),
      ")",
    ],
    numbers: ({ data, t, i, j }) => {
      const logits = Array.from({ length: data.digits }, (_, k) => data.logit(t, i, k));
      const most = Math.max(0, ...logits);
      const powers = [...logits, data.level].map((b) => Math.exp(b - most));
      const sum = powers.reduce((one, other) => one + other, 0);
      const { terms, result } = agreeing([powers[j], sum], ([power, all]) => power / all);
      const leak =
        1 -
        Array.from({ length: data.digits }, (_, k) => data.coupling(t, i, k)).reduce(
          (one, other) => one + other,
          0,
        );
      return [
        `${terms[0]} / ${terms[1]} = `,
        imageText(result),
        `, l = ${data.level}; ${Math.max(0, leak).toFixed(3)} goes to the leak`,
      ];
    },
  };
}

/** @type {import("./index.js").Kind} */
export const LEAKY = {
  ...DYNAMIC,
  heading: "Routing by agreement with a leak, step by step",
  sharesSum: "with what goes to the leak its shares add up to 1",
  even: ({ digits, level }) => 1 / (digits + Math.exp(level)),
  lead: (s, voter) => [
    ...CASTS(s, voter),
    "Iteration by iteration it gives more of itself, a share ",
    s("c"),
    ", to the digits ",
    s("v"),
    " that its vote agrees with; what agrees with none goes to one place more, the leak.",
  ],
  lines: () => agreementLines(leakyLine()),
  story: roundsStory,
};

/* --- Routing by agreement as a differential equation with damping, in Euler steps. */

/** @returns {import("./index.js").Line} */
function stepLine() {
  const s = symbol;
  return {
    sym: "b",
    title: "logit: a step of h along the agreement, less what it was",
    law: [s("b", "ij"), " ← ", s("b", "ij"), " + h (", s("a", "ij"), " − ", s("b", "ij"), ")"],
    numbers: ({ data, t, i, j }) => {
      if (!t) return [imageNumber(0, 0), ": every image starts anew"];
      const before = data.logit(t - 1, i, j);
      const agreement = data.agreement(t - 1, i, j);
      return [
        `h = ${data.level}, b was ${tell(before, 3)}, a ${tell(agreement, 3)}: now `,
        imageNumber(data.logit(t, i, j)),
      ];
    },
  };
}

/** @type {import("./index.js").Kind} */
export const DAMPED = {
  ...DYNAMIC,
  heading: "Routing in continuous time with damping, step by step",
  lead: (s, voter) => [
    ...CASTS(s, voter),
    "Its logits ",
    s("b"),
    " follow the agreements in small steps of time and fall back otherwise, so that they come to rest where ",
    s("b"),
    " equals ",
    s("a"),
    "; its shares ",
    s("c"),
    " are their softmax.",
  ],
  logit: "what follows the agreement with damping; it comes to rest where the two are equal",
  lines: () =>
    agreementLines(softmaxLine("softmax over all output capsules k"), stepLine(), "what b follows"),
  story: roundsStory,
};

/* --- Inverted dot-product attention (Tsai, Srivastava, Goh, Salakhutdinov 2020). */

function invertedLines() {
  const s = symbol;
  return [
    {
      sym: "b",
      title: "agreement with the parent's last pose",
      law: [s("b", "ij"), " = ", s("uhat", "j|i"), " · LayerNorm(", s("s", "j"), ")"],
      numbers: ({ data, t, i, j }) => [
        imageNumber(data.logit(t, i, j)),
        t ? ", of the iteration before; nothing is added up" : ": poses begin at zero",
      ],
    },
    softmaxLine("softmax over all output capsules k"),
    coupledVote(),
    coupledSum(),
    squashLine(),
  ];
}

/** @type {import("./index.js").Kind} */
export const INVERTED_ATTENTION = {
  ...SQUASHED,
  heading: "Inverted dot-product attention, step by step",
  lead: (s, voter) => [
    ...CASTS(s, voter),
    "In each iteration the digits compete for it: it gives a larger share ",
    s("c"),
    " to those whose pose, the layer norm of the sum ",
    s("s"),
    ", its vote agrees with.",
  ],
  onePass: null,
  logit: "how well a capsule's vote fits the digit's pose of the iteration before",
  lines: invertedLines,
  story: roundsStory,
  counter: iterativeCounter,
};

/* --- Dynamic routing as in the authors' own code: with a bias for each output capsule. */

function authorsLines() {
  const s = symbol;
  const total = sumLine(
    "sum over all capsules i, and a learnt bias",
    [
      s("s", "j"),
      " = Σ",
      sub("i"),
      " ",
      s("c", "ij"),
      " ",
      s("uhat", "j|i"),
      " + ",
      s("", "j", "bias"),
    ],
    "coupled votes and the bias",
  );
  return agreementLines(softmaxLine("softmax over all output capsules k")).map((line) =>
    line.sym === "s" ? total : line,
  );
}

/** @type {import("./index.js").Kind} */
export const AUTHORS = {
  ...DYNAMIC,
  heading: "Routing by agreement with a bias, step by step",
  flowMark: "of votes",
  lines: authorsLines,
  story: roundsStory,
};
