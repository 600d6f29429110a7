/* Texts that the routings share, about an image and about themselves. */

import { make } from "../../../browser/dom.js";
import { wordNodes } from "../../../browser/symbols.js";
import { text } from "../../../browser/text.js";
import { tell } from "../scales.js";

/** Couplings that differ by less are equal except for rounding. */
const MIN_DIFFERENCE = 1e-4;

/** A share as a whole number of hundredths. @param {number} value */
export const percent = (value) => tell(100 * value, 0);

/** @param {string} name @param {string} measure @param {number} value */
export function answerWords(name, measure, value) {
  return text("answer", { name, measure, value: tell(value) });
}

/** The answer at an iteration, such as "7, length 0.98". */
export function answer({ data, kind }, t) {
  const winner = data.winner(t);
  return answerWords(data.name(winner), kind.measure, data.length(t, winner));
}

/**
 * Whether all initial couplings, and all weights of votes, are equal; with a learned prior they are
 * not.
 */
export function isEven(data) {
  const isFirst = (value, first) => Math.abs(value - first) <= MIN_DIFFERENCE;
  for (let i = 0; i < data.capsules; i++)
    for (let j = 0; j < data.digits; j++) {
      if (!isFirst(data.coupling(0, i, j), data.coupling(0, 0, 0))) return false;
      if (data.arrays.weights && !isFirst(data.weight(0, i, j), data.weight(0, 0, 0))) return false;
    }
  return true;
}

export function iterativeCounter(scene) {
  const { data, r, kind } = scene;
  const same = data.winner(0) === data.winner(r - 1);
  return wordNodes("counter", {
    start: isEven(data) ? kind.shares : "uneven",
    first: make("b", {}, answer(scene, 0)),
    rounds: r,
    last: make("b", {}, answer(scene, r - 1)),
    change: r === 1 ? "unknown" : same ? "same" : "other",
  });
}

/** A coupling without preference. */
export const evenCoupling = (data, kind) => kind?.even?.(data) ?? data.even;

/** Number of capsules whose largest share goes to the winner, and the size of that share. */
export function favourites({ data, t, r, kind }) {
  const { favourite, coupling } = data.arrays;
  return text("favourites", {
    share: percent(favourite[t]),
    name: data.name(data.winner(r - 1)),
    coupling: tell(coupling[t], 3),
    over: data.over,
    even:
      kind?.even || data.over !== "outputs"
        ? tell(evenCoupling(data, kind), 3)
        : `1/${data.digits}`,
  });
}

/**
 * The story of an iteration of a routing whose logits begin at 0.
 * @param {import("../scene.js").Scene} scene
 * @param {number} low @param {number} high couplings to the followed digit reach from, to
 * @param {string} even a coupling of the first iteration, where all are alike
 * @param {string} later the message of every later iteration
 */
export function iterationStory(scene, low, high, even, later) {
  const { data, t, j } = scene;
  const values = {
    answer: answer(scene, t),
    name: data.name(j),
    low: tell(low, 3),
    high: tell(high, 3),
  };
  if (t) return text(later, { ...values, iteration: t + 1, favourites: favourites(scene) });
  return isEven(data) ? text("story-even", { ...values, even }) : text("story-uneven", values);
}

/** The story of a routing with equal initial couplings. */
export function roundsStory(scene, low, high) {
  return iterationStory(scene, low, high, tell(low, 3), "story-rounds");
}

/** Values for the stories: the range of couplings, and the classes that they favour. */
export function spreadOf(scene, low, high) {
  const { data, j, kind, t } = scene;
  return {
    iteration: t + 1,
    shares: kind.shares,
    name: data.name(j),
    low: tell(low, 3),
    high: tell(high, 3),
    favourites: favourites(scene),
    measure: kind.measure,
    answer: answer(scene, t),
  };
}

/** Defaults of a routing that squashes the sum of votes; others override them. */
export const SQUASHED = {
  casts: "lead",
  measure: "length",
  mark: "‖v‖",
  total: "s",
  totalMark: "‖s‖",
  shares: "couplings",
  weight: "c",
  weightedVote: "c û",
  vectors: ["s", "v"],
  logit: "",
  agreement: null,
  leaves: ["a"],
  onePass: null,
  scales: null,
  map: "couplings",
  cloud: "cloud-squashed",
};
