/*
 * What differs from routing to routing on this page: words, formulas and what is left out.
 * One entry of ROUTING_KINDS for each of capsviz/model/routing; all else is the same code.
 */

import { make } from "../../browser/dom.js";
import { agreeing, tell } from "./scales.js";
import { symbol } from "./symbols.js";

const CASTS = (s) => [
  " primary capsules ",
  s("u"),
  " casts a vote ",
  s("uhat"),
  " for every digit. ",
];

/** A number of this image in a formula. */
function told(value, digits = 3) {
  return toldText(tell(value, digits));
}

function toldText(text) {
  return make("span", { className: "cv-value" }, text);
}

function sub(text) {
  return make("sub", {}, text);
}

// --- lines of the formula: {sym, title, law, numbers(page)}

function softmaxLine(title) {
  const s = symbol;
  return {
    sym: "c",
    title,
    law: [s("c", "ij"), " = exp ", s("b", "ij"), " / Σ", sub("k"), " exp ", s("b", "ik")],
    numbers: ({ data, t, i, j }) => {
      const logits = Array.from({ length: data.digits }, (_, k) => data.logit(t, i, k));
      // Beyond this, powers are told relative to the largest: the quotient is the same.
      const most = Math.max(...logits.map(Math.abs)) > 10 ? Math.max(...logits) : 0;
      const powers = logits.map((b) => Math.exp(b - most));
      const sum = powers.reduce((x, y) => x + y, 0);
      const { terms, result } = agreeing([powers[j], sum], ([power, all]) => power / all);
      return [
        `${terms[0]} / ${terms[1]} = `,
        toldText(result),
        most ? `, both over exp ${tell(most, 1)}` : "",
      ];
    },
  };
}

/**
 * How long the vote is that enters the sum, and what of it points along the sum. `factor` gives
 * the numbers that make up the vote's weight, how they do, and how that is written.
 */
function voteLine(title, law, factor) {
  return {
    sym: "uhat",
    title,
    law,
    numbers: (page) => {
      const { data, t, i, j, kind } = page;
      const { values, weight, write } = factor(page);
      const product = (parts) => Math.abs(weight(parts.slice(0, -1))) * parts[parts.length - 1];
      const { terms, result } = agreeing([...values, data.voteLength(i, j)], product, 3, 4);
      return [
        `${write(terms)} × a vote of length ${terms[terms.length - 1]} = length `,
        toldText(result),
        `, adding ${tell(data.feed(t, i, j), 4)} to ${kind.totalMark}`,
      ];
    },
  };
}

function sumLine(title, law, votes) {
  return {
    sym: "s",
    title,
    law,
    numbers: ({ data, t, j, kind }) => [
      `${data.capsules.toLocaleString("en")} ${votes}, ${kind.totalMark} = `,
      told(data.totalLength(t, j)),
    ],
  };
}

function squashLine() {
  const s = symbol;
  return {
    sym: "v",
    title: "squash",
    law: [
      s("v", "j"),
      " = ‖",
      s("s", "j"),
      "‖² / (1 + ‖",
      s("s", "j"),
      "‖²) · ",
      s("s", "j"),
      " / ‖",
      s("s", "j"),
      "‖",
    ],
    numbers: ({ data, t, j }) => {
      const square = data.totalLength(t, j) ** 2;
      const quotient = ([above, below]) => above / below;
      const { terms, result } = agreeing([square, 1 + square], quotient);
      return [`‖v‖ = ${terms[0]} / ${terms[1]} = `, toldText(result)];
    },
  };
}

function activationLine() {
  const s = symbol;
  return {
    sym: "a",
    title: "input activation",
    law: [
      s("a", "i"),
      " = logistic(",
      s("", "i", "w"),
      " · ",
      s("u", "i"),
      " + ",
      s("", "i0", "w"),
      ")",
    ],
    numbers: ({ data, i }) => [told(data.activation(i)), ", learnt apart from its vote"],
  };
}

function dynamicLines() {
  const s = symbol;
  return [
    {
      sym: "b",
      title: "logit",
      law: [s("b", "ij"), " = sum of earlier ", s("a", "ij")],
      numbers: ({ data, t, i, j }) => {
        if (!t) return [told(0, 0), ": every image starts anew"];
        const earlier = Array.from({ length: t }, (_, k) => data.agreement(k, i, j));
        const total = (values) => values.reduce((sum, value) => sum + value, 0);
        const { terms, result } = agreeing(earlier, total);
        const sum =
          terms.length > 4
            ? `${terms[0]} + … + ${terms[t - 1]} (${t} terms) = `
            : terms.length > 1
              ? `${terms.join(" + ").replaceAll("+ \u2212", "\u2212 ")} = `
              : "";
        return [sum, toldText(result)];
      },
    },
    softmaxLine("softmax over the ten digits k"),
    {
      sym: "uhat",
      title: "coupled vote",
      law: [s("c", "ij"), " ", s("uhat", "j|i")],
      numbers: ({ data, t, i, j }) => {
        const parts = [data.coupling(t, i, j), data.voteLength(i, j)];
        const { terms, result } = agreeing(parts, ([c, vote]) => c * vote, 3);
        return [
          `${terms[0]} × a vote of length ${terms[1]} = length `,
          toldText(result),
          `, adding ${tell(data.feed(t, i, j), 4)} to ‖s‖`,
        ];
      },
    },
    sumLine(
      "sum over all capsules i",
      [s("s", "j"), " = Σ", sub("i"), " ", s("c", "ij"), " ", s("uhat", "j|i")],
      "coupled votes",
    ),
    squashLine(),
    {
      sym: "a",
      title: "agreement",
      law: [s("a", "ij"), " = ", s("uhat", "j|i"), " · ", s("v", "j")],
      numbers: ({ data, t, r, i, j }) => [
        told(data.agreement(t, i, j)),
        t < r - 1
          ? ": added to b for the next iteration"
          : ": not used, this is the last iteration",
      ],
    },
  ];
}

function uniformLines() {
  const s = symbol;
  return [
    {
      sym: "c",
      title: "no routing",
      law: [s("c", "ij"), " = 1 / 10"],
      numbers: ({ data, t, i, j }) => [
        told(data.coupling(t, i, j)),
        ": for every capsule, digit and image",
      ],
    },
    ...dynamicLines().slice(2, 5),
  ];
}

function attentionLines() {
  const s = symbol;
  return [
    {
      sym: "b",
      title: "agreement with all votes",
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
      numbers: ({ data, t, i, j }) => [told(data.logit(t, i, j))],
    },
    softmaxLine("softmax over the ten digits k"),
    voteLine(
      "vote, with a learnt prior B",
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
      "sum over all capsules i",
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
      "weighted votes",
    ),
    {
      sym: "v",
      title: "exponential squash",
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
        return [`‖v‖ = 1 − e^(−${terms[0]}) = `, toldText(result)];
      },
    },
  ];
}

function selfLines() {
  const s = symbol;
  const sent = ({ data, t, j }) => data.sum((i) => data.weight(t, i, j));
  return [
    {
      sym: "b",
      title: "logit, from the capsule alone",
      law: [
        s("b", "ij"),
        " = (",
        s("", "i", "W"),
        make("sup", {}, "route"),
        " ",
        s("u", "i"),
        ")",
        sub("j"),
      ],
      numbers: ({ data, t, i, j }) => [told(data.logit(t, i, j)), ": no vote has a say in it"],
    },
    softmaxLine("softmax over the ten digits k"),
    activationLine(),
    voteLine(
      "weighted vote",
      [s("c", "ij"), " ", s("a", "i"), " ", s("uhat", "j|i")],
      ({ data, t, i, j }) => ({
        values: [data.coupling(t, i, j), data.activation(i)],
        weight: ([c, a]) => c * a,
        write: ([c, a]) => `${c} × ${a}`,
      }),
    ),
    sumLine(
      "sum over all capsules i",
      [s("s", "j"), " = Σ", sub("i"), " ", s("c", "ij"), " ", s("a", "i"), " ", s("uhat", "j|i")],
      "weighted votes",
    ),
    {
      sym: "v",
      title: "pose: the mean vote",
      law: [s("v", "j"), " = ", s("s", "j"), " / Σ", sub("i"), " ", s("c", "ij"), " ", s("a", "i")],
      numbers: (page) => {
        const parts = [page.data.totalLength(page.t, page.j), sent(page)];
        const { terms, result } = agreeing(parts, ([total, weights]) => total / weights, 3);
        return [`‖v‖ = ${terms[0]} / ${terms[1]} = `, toldText(result)];
      },
    },
    {
      sym: "v",
      title: "activation",
      name: "activation",
      law: [
        s("v", "j", "a"),
        " = Σ",
        sub("i"),
        " ",
        s("c", "ij"),
        " ",
        s("a", "i"),
        " / Σ",
        sub("i"),
        " ",
        s("a", "i"),
      ],
      numbers: (page) => {
        const parts = [sent(page), page.data.sum((i) => page.data.activation(i))];
        const { terms, result } = agreeing(parts, ([one, all]) => one / all);
        return [`${terms[0]} / ${terms[1]} = `, toldText(result)];
      },
    },
  ];
}

function emLines() {
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
          ? [told(data.logit(t, i, j), 2), `, by the Gaussian of iteration ${t}`]
          : [told(0, 0), ": every image starts anew"],
    },
    softmaxLine("responsibility, softmax over the ten digits k"),
    activationLine(),
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
      numbers: ({ data, t, j }) => [`all ${data.dim} together: √Σσ² = `, told(data.spread(t, j))],
    },
    {
      sym: "v",
      title: "activation",
      law: [
        s("v", "j", "a"),
        " = logistic(λ (",
        s("", "a", "β"),
        " − Σ",
        sub("h"),
        " cost",
        sub("jh"),
        ")), cost from ln ",
        s("", "jh", "σ"),
      ],
      numbers: ({ data, t, j }) => {
        const a = Math.min(1 - 1e-7, Math.max(1e-7, data.length(t, j)));
        const logit = Math.log(a / (1 - a));
        const { terms, result } = agreeing([logit], ([x]) => 1 / (1 + Math.exp(-x)));
        return [`logistic(${terms[0]}) = `, toldText(result), "; λ rises with each iteration"];
      },
    },
  ];
}

// --- what the page says

export const percent = (value) => `${tell(100 * value, 0)} %`;

/** The answer at an iteration, such as "7, length 0.98". */
function answer(page, t) {
  const { data, kind } = page;
  return `${data.winner(t)}, ${kind.measure} ${tell(data.length(t, data.winner(t)))}`;
}

function iterativeCounter(page) {
  const { data, r, kind } = page;
  const same = data.winner(0) === data.winner(r - 1);
  return [
    `With uniform ${kind.shares} (1 iteration) the answer is `,
    make("b", {}, answer(page, 0)),
    `; with r = ${r} it is `,
    make("b", {}, answer(page, r - 1)),
    ". ",
    r === 1
      ? "Choose more iterations to compare."
      : same
        ? "Routing did not change the answer."
        : "Routing changed the answer.",
  ];
}

/** How many capsules favour the winner, and by how much: both, for many may by little. */
export function favourites({ data, t, r }) {
  const { favourite, coupling } = data.arrays;
  return (
    `${percent(favourite[t])} of the capsules favour ${data.winner(r - 1)}, to which their mean ` +
    `coupling is ${tell(coupling[t], 3)} (1/${data.digits} without any preference)`
  );
}

function spreadOf(page, low, high) {
  const { t, j, kind } = page;
  return (
    `${kind.shares} to ${j} reach from ${tell(low, 3)} to ${tell(high, 3)}; ` +
    `${favourites(page)}. ${kind.most}: ${answer(page, t)}.`
  );
}

const SQUASHED = {
  measure: "length",
  mark: "‖v‖",
  most: "Longest",
  total: "s",
  totalMark: "‖s‖",
  shares: "couplings",
  weighted: "c × vote length",
  weightedVote: "c û",
  vectors: ["s", "v"],
  leaves: ["a"],
  scales: null,
  map: "couplings to",
  cloud: "s is the coupled sum of all votes, v is s squashed to a length below 1",
};

/**
 * heading, lead: the page's words; onePass: why there is nothing to step through, else null;
 * measure, mark, most: what says how present a digit is; total, totalMark: the sum of votes;
 * leaves: columns without a meaning here; scales: colours that tell something, null for all;
 * vectors: those drawn besides the votes; lines: the formula; story, counter: of this image.
 */
export const ROUTING_KINDS = {
  dynamic: {
    ...SQUASHED,
    heading: "Routing by agreement, step by step",
    lead: (s) => [
      ...CASTS(s),
      "Iteration by iteration it gives more of itself, a share ",
      s("c"),
      ", to the digits ",
      s("v"),
      " that its vote agrees with.",
    ],
    onePass: null,
    leaves: [],
    lines: dynamicLines,
    story: (page, low, high) =>
      page.t === 0
        ? `Iteration 1: all logits are 0, so every coupling is 1/${page.data.digits} and every vote counts the same. Longest: ${answer(page, 0)}.`
        : `Iteration ${page.t + 1}: agreement moved the couplings to ${page.j}; they now reach from ${tell(low, 3)} to ${tell(high, 3)}. ` +
          `${favourites(page)}. Longest: ${answer(page, page.t)}.`,
    counter: iterativeCounter,
    second: {
      title: (j) => `agreement a with ${j}`,
      symbol: "a",
      value: (data, t, j) => data.arrays.coupled_agreement[t * data.digits + j],
      help: "the mean of a over all capsules, weighted by c",
    },
  },
  em: {
    ...SQUASHED,
    heading: "EM routing, step by step",
    lead: (s) => [
      ...CASTS(s),
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
    weighted: "weight × vote length",
    weightedVote: "weighted",
    vectors: ["s"],
    map: "responsibilities to",
    cloud:
      "μ is their weighted mean, the pose itself: nothing is squashed, and the activation is a number apart",
    lines: emLines,
    story: (page, low, high) =>
      page.t === 0
        ? `Iteration 1: all responsibilities are 1/${page.data.digits}: every digit's Gaussian is fitted to all of its votes. Most active: ${answer(page, 0)}.`
        : `Iteration ${page.t + 1}: ${spreadOf(page, low, high)}`,
    counter: iterativeCounter,
    second: {
      title: (j) => `width of the votes for ${j}`,
      symbol: "s",
      value: (data, t, j) => data.spread(t, j),
      help: "the width √Σσ² of its votes about their mean",
    },
  },
  self_routing: {
    ...SQUASHED,
    heading: "Self-routing: each capsule decides where it goes",
    lead: (s) => [
      ...CASTS(s),
      "What share ",
      s("c"),
      " of itself each digit ",
      s("v"),
      " gets it decides from its own pose alone: no other capsule's vote has a say.",
    ],
    onePass: "Self-routing takes one pass: there are no iterations to step through.",
    measure: "activation",
    mark: "a",
    most: "Most active",
    weighted: "c × a × vote length",
    weightedVote: "c a û",
    cloud:
      "s is the weighted sum of all votes, v is s divided by the sum of the weights: a mean, nothing is squashed",
    lines: selfLines,
    story: (page, low, high) => `One pass: ${spreadOf(page, low, high)}`,
    counter: ({ data }) => [
      `With uniform couplings every digit would have the same activation, ${tell(data.unrouted(0), 3)}: here the couplings alone are the answer.`,
    ],
  },
  attention: {
    ...SQUASHED,
    heading: "Self-attention routing in one pass",
    lead: (s) => [
      ...CASTS(s),
      "In one pass it gives a larger share ",
      s("c"),
      " to the digits ",
      s("v"),
      " for which its vote agrees with the sum of all votes.",
    ],
    onePass: "Self-attention takes one pass: there are no iterations to step through.",
    weighted: "(c + B) × vote length",
    weightedVote: "(c + B) û",
    cloud: "s is the sum of all votes weighted by c + B, v is s squashed to a length below 1",
    lines: attentionLines,
    story: (page, low, high) => `One pass: ${spreadOf(page, low, high)}`,
    counter: (page) => {
      const { data } = page;
      const lengths = Array.from({ length: data.digits }, (_, j) => data.unrouted(j));
      const other = lengths.indexOf(Math.max(...lengths));
      return [
        "With uniform couplings in their place the answer would be ",
        make("b", {}, `${other}, length ${tell(lengths[other])}`),
        "; with these it is ",
        make("b", {}, answer(page, 0)),
        ". ",
        other === data.winner(0)
          ? "Routing did not change the answer."
          : "Routing changed the answer.",
      ];
    },
  },
  uniform: {
    ...SQUASHED,
    heading: "No routing: every vote counts the same",
    lead: (s) => [
      ...CASTS(s),
      "Nothing is routed: it gives every digit ",
      s("v"),
      " the same share ",
      s("c"),
      " = 1/10. This is the control: does routing matter?",
    ],
    onePass:
      "Without routing there is one pass: no iterations to step through, and no couplings to choose.",
    leaves: ["a", "b"],
    scales: ["feed", "weighted"],
    map: "votes for",
    lines: uniformLines,
    story: (page) =>
      `One pass: every coupling is 1/${page.data.digits} and every vote counts the same. Longest: ${answer(page, 0)}.`,
    counter: (page) => [
      "With uniform couplings the answer is ",
      make("b", {}, answer(page, 0)),
      ": this network was trained without any other.",
    ],
  },
};
