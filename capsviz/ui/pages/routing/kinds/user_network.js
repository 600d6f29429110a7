/*
 * The routing of a user's network, of which only outputs are known. Its couplings are shares of a
 * vote, or weights that do not sum to 1 over the classes (attention over the capsules, gates,
 * sigmoids); votes may have further weights.
 */

import { make } from "../../../browser/dom.js";
import { symbol, wordNodes } from "../../../browser/symbols.js";
import { number, text } from "../../../browser/text.js";
import { DYNAMIC } from "./dynamic.js";
import {
  coupledSum,
  coupledVote,
  formula,
  imageNumber,
  sumLine,
  voteLine,
  weightAlone,
} from "./lines.js";
import { answer, SQUASHED, spreadOf } from "./words.js";

const couplingLine = () => ({
  sym: "c",
  title: "line-coupling",
  law: wordNodes("law-coupling-own", { c: symbol("c", "ij") }),
  numbers: ({ data, t, i, j }) =>
    wordNodes("with-coupling-own", {
      value: imageNumber(data.coupling(t, i, j)),
      over: data.over,
      count: number(data.over === "inputs" ? data.capsules : data.digits),
    }),
});

const outputLines = () => [
  {
    sym: "v",
    title: "line-output",
    law: wordNodes("law-output-own", { v: symbol("v", "j"), s: symbol("s", "j") }),
    numbers: ({ data, t, j }) => ["\u2016v\u2016 = ", imageNumber(data.size(t, j))],
  },
  {
    sym: "a",
    title: "line-agreement",
    law: formula("{a ij} = {uhat j|i} · {v j}"),
    numbers: ({ data, t, i, j }) =>
      wordNodes("with-agreement-own", { value: imageNumber(data.agreement(t, i, j)) }),
  },
];

/** Votes with weights besides their couplings. */
const weighedLines = () => [
  {
    sym: "c",
    name: "weight",
    title: "line-vote-weight",
    law: wordNodes("law-weight-own", { w: symbol("", "ij", "w"), c: symbol("c", "ij") }),
    numbers: ({ data, t, i, j }) => ["w = ", imageNumber(data.weight(t, i, j))],
  },
  voteLine("line-weighted-vote", formula("{- ij w} {uhat j|i}"), ({ data, t, i, j }) =>
    weightAlone(data.weight(t, i, j)),
  ),
  sumLine("line-sum", formula("{s j} = Σ{_ i} {- ij w} {uhat j|i}"), "with-weighted-votes"),
];

/** @type {import("./index.js").Kind} */
const USER_NETWORK = {
  ...SQUASHED,
  heading: "heading-own",
  lead: "lead-own",
  logit: "logit-own",
  logitMeaning: "logit-own",
  agreement: "agreement-dot",
  leaves: [],
  cloud: "cloud-own",
  lines: () => [couplingLine(), coupledVote(), coupledSum(), ...outputLines()],
  second: DYNAMIC.second,
  story: (scene, low, high) => text("story-iteration", spreadOf(scene, low, high)),
  counter: (scene) =>
    wordNodes("counter-own", {
      first: make("b", {}, answer(scene, 0)),
      last: make("b", {}, answer(scene, scene.r - 1)),
      rounds: scene.r,
    }),
};

/** Differences between kinds by the parts of their names. @type {Record<string, Partial<import("./index.js").Kind>>} */
const DIFFERENCES = {
  _weights: { lead: "lead-own-weights", summaries: "summaries-help-weights" },
  _weighed: {
    weight: "w",
    weightedVote: "w û",
    cloud: "cloud-own-weighed",
    lines: () => [couplingLine(), ...weighedLines(), ...outputLines()],
  },
  _activations: { measure: "activation", mark: "a" },
  _once: {
    heading: "heading-own-once",
    onePass: "one-pass-own",
    second: undefined,
    story: (scene, low, high) => text("story-one-pass", spreadOf(scene, low, high)),
    counter: (scene) => wordNodes("counter-own-once", { answer: make("b", {}, answer(scene, 0)) }),
  },
};

/** Kinds by the names that `routing_kind` in Python gives. @type {Record<string, import("./index.js").Kind>} */
export const OWN_KINDS = { own: USER_NETWORK };
for (const [part, difference] of Object.entries(DIFFERENCES))
  for (const [name, kind] of Object.entries(OWN_KINDS))
    OWN_KINDS[name + part] = { ...kind, ...difference };
