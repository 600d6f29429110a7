/* Texts that the routings share, about an image and about themselves. */

import { make } from "../../../browser/dom.js";
import { tell } from "../scales.js";

/** @param {any} s symbol @param {string} voter what a capsule that votes is called */
export const CASTS = (s, voter) => [
  ` ${voter}s `,
  s("u"),
  " casts a vote ",
  s("uhat"),
  " for every digit. ",
];

/** Couplings that differ by less are the same one, rounded. */
const SAME = 1e-4;

export const percent = (value) => `${tell(100 * value, 0)} %`;

/** The answer at an iteration, such as "7, length 0.98". */
export function answer(scene, t) {
  const { data, kind } = scene;
  return `${data.name(data.winner(t))}, ${kind.measure} ${tell(data.length(t, data.winner(t)))}`;
}

/**
 * Whether all couplings are alike at first, and all weights of votes, as with a learned prior they
 * are not.
 */
export function isEven(data) {
  const isFirst = (value, first) => Math.abs(value - first) <= SAME;
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
  return [
    isEven(data)
      ? `With uniform ${kind.shares} (1 iteration) the answer is `
      : "After 1 iteration the answer is ",
    make("b", {}, answer(scene, 0)),
    `; with r = ${r} it is `,
    make("b", {}, answer(scene, r - 1)),
    ". ",
    r === 1
      ? "Choose more iterations to compare."
      : same
        ? "Routing did not change the answer."
        : "Routing changed the answer.",
  ];
}

/** How many capsules give the winner their largest share, and how large that is: many may by little. */
export function favourites({ data, t, r, kind }) {
  const { favourite, coupling } = data.arrays;
  const even = kind?.even ? tell(kind.even(data), 3) : `1/${data.digits}`;
  return (
    `${percent(favourite[t])} of the capsules give ${data.name(data.winner(r - 1))} their largest share; ` +
    `the mean coupling of all to it is ${tell(coupling[t], 3)} (${even} without any preference)`
  );
}

/** The first iteration of a routing whose couplings differ from its start. */
export function unevenStory(scene, low, high) {
  const { data, j } = scene;
  return `Iteration 1: couplings to ${data.name(j)} reach from ${tell(low, 3)} to ${tell(high, 3)} before any vote is compared. Longest: ${answer(scene, 0)}.`;
}

/** The story of a routing whose couplings begin alike. */
export function roundsStory(scene, low, high) {
  const { data, t } = scene;
  if (t === 0 && !isEven(data)) return unevenStory(scene, low, high);
  return t === 0
    ? `Iteration 1: all logits are 0, so every coupling is ${tell(low, 3)} and every vote counts the same. Longest: ${answer(scene, 0)}.`
    : `Iteration ${t + 1}: couplings to ${data.name(scene.j)} now reach from ${tell(low, 3)} to ${tell(high, 3)}. ` +
        `${favourites(scene)}. Longest: ${answer(scene, t)}.`;
}

export function spreadOf(scene, low, high) {
  const { data, j, kind, t } = scene;
  return (
    `${kind.shares} to ${data.name(j)} reach from ${tell(low, 3)} to ${tell(high, 3)}; ` +
    `${favourites(scene)}. ${kind.most}: ${answer(scene, t)}.`
  );
}

/** A routing whose sum of votes is squashed; the others say where they differ. */
export const SQUASHED = {
  measure: "length",
  mark: "‖v‖",
  most: "Longest",
  total: "s",
  totalMark: "‖s‖",
  shares: "couplings",
  weighted: "c × vote length",
  weightedVote: "c û",
  vectors: ["s", "v"],
  logit: "",
  agreement: null,
  leaves: ["a"],
  scales: null,
  map: "couplings to",
  cloud: "s is the coupled sum of all votes, v is s squashed to a length below 1",
};
