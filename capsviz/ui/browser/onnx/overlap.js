/*
 * Two digits over each other: which capsule claims which ink, as capsviz/analysis/overlap.py and
 * capsviz/ui/pages/overlap/routes.py have it.
 */

import { exact, packArrays } from "../arrays.js";
import { networkInput, toBytes } from "./digit_form.js";

/** Side of a digit's picture. */
const SMALL = 28;
/** Iterations that are always looked at, so that fewer and more can be compared at once. */
const COMPARED = 5;
const TINY = 2 ** -126;
/** Less of both than this on a pixel, and neither claims it. */
const TRACE = 0.05;

/**
 * @typedef {import("./live_reply.js").Outputs} Outputs
 * @typedef {import("./networks.js").Network} Network
 * @typedef {{image: Float32Array, parts: Float32Array[] | null, digits: Uint8Array[],
 *   labels: (number | null)[]}} Pair what the network sees, and of what it is made
 */

/**
 * The composition on the canvas.
 * @param {any} question
 * @param {Uint8Array} rasters one after the other
 * @param {number} side of the canvas
 * @returns {Pair}
 */
export function readPair({ digits: listed }, rasters, side) {
  if (listed.length === 1) {
    const image = networkInput(rasters, side, { digits: false, center: false });
    return { image, parts: null, digits: [], labels: [null, null] };
  }
  let from = 0;
  const digits = listed.map(({ side: own }) => {
    const raster = rasters.subarray(from, from + own * own);
    from += own * own;
    return own === SMALL ? raster : toBytes(networkInput(raster, SMALL, MNIST));
  });
  const parts = digits.map((digit, k) => place(digit, listed[k].move, side));
  const image = parts[0].map((value, p) => Math.min(1, value + parts[1][p]));
  return { image, parts, digits, labels: listed.map(({ label }) => label) };
}

const MNIST = { digits: true, center: true };

/** A digit on the canvas; what leaves it is lost. @param {Uint8Array} digit */
function place(digit, [down, right], side) {
  const margin = Math.floor((side - SMALL) / 2);
  const canvas = new Float32Array(side * side);
  digit.forEach((value, at) => {
    const row = margin + down + Math.floor(at / SMALL);
    const column = margin + right + (at % SMALL);
    if (row < 0 || column < 0 || row >= side || column >= side) return;
    canvas[row * side + column] = value / 255;
  });
  return canvas;
}

const sum = (values) => values.reduce((a, b) => a + b, 0);

/** Summed squared error of one picture against another. */
const errorOf = (one, other) => sum(one.map((value, p) => (value - other[p]) ** 2));

/**
 * Which of two capsules stands for which digit, as `assign` there.
 * @param {number[]} pair @param {(number | null)[]} labels
 */
function assign([one, other], [first, second], decoded, parts) {
  let straight = Number(one === first) + Number(other === second);
  let crossed = Number(one === second) + Number(other === first);
  if (straight === crossed && parts) {
    const error = (p) => errorOf(decoded[one], parts[p]) + errorOf(decoded[other], parts[1 - p]);
    straight = -error(0);
    crossed = -error(1);
  }
  return crossed > straight ? [other, one] : [one, other];
}

/** Intersection over union of two pictures' ink; 1 where neither has any. */
function iou(one, other) {
  let [both, either] = [0, 0];
  one.forEach((value, p) => {
    const [a, b] = [value > 0.5, other[p] > 0.5];
    both += Number(a && b);
    either += Number(a || b);
  });
  return either ? both / either : 1;
}

/**
 * One honest sentence, as `verdict` there.
 * @param {boolean} empty @param {number[]} winners @param {Float32Array} lengths
 * @param {number[]} named @param {(number | null)[]} labels
 */
function say(empty, [first, second], lengths, named, labels) {
  if (empty) return "no digit: the canvas is empty.";
  const [one, other] = [lengths[first].toFixed(2), lengths[second].toFixed(2)];
  if (!named.length)
    return `no digit: every capsule is short, the longest is ${first} with ${one}.`;
  const said =
    named.length === 1
      ? `${first} alone: length ${one}; the next is ${second} with ${other}`
      : `${first} and ${second}: lengths ${one} and ${other}`;
  const known = labels.filter((label) => label !== null);
  return known.length === 2 ? `${said}: ${judge(named, new Set(known))}.` : `${said}.`;
}

/** Correctness of a pair's prediction; both digits may be of one class. */
function judge(named, known) {
  const right = named.filter((j) => known.has(j));
  if (named.length === 2) return ["both wrong", "one of them right", "both right"][right.length];
  const missed = [...known].filter((j) => !right.includes(j)).sort((a, b) => a - b);
  const tail = missed.length ? `, ${missed.join(" and ")} missed` : "";
  return `${named[0]} is ${right.length ? "right" : "wrong"}${tail}`;
}

/**
 * By place what the capsules of all types there have in common, [R, 2, P].
 * @param {(t: number, j: number, i: number) => number} value
 */
function byPlace(value, R, shown, places, types) {
  const values = new Float32Array(R * 2 * places);
  for (let t = 0; t < R; t++)
    shown.forEach((j, k) => {
      for (let i = 0; i < places * types; i++)
        values[(2 * t + k) * places + Math.floor(i / types)] += value(t, j, i);
    });
  return values;
}

/**
 * @param {Network} network
 * @param {any} question
 * @param {Pair} pair
 * @param {Outputs} outputs
 * @param {Float32Array | null} probabilities of a CNN
 * @param {number} ms
 */
export function encodeSplit({ card, decoder }, question, pair, outputs, probabilities, ms) {
  const { image, parts, digits, labels } = pair;
  const { side } = card;
  const [rounds, , J, I] = outputs.couplings.dims;
  const D = outputs.capsules.dims[3];
  const iterations = Math.min(rounds, question.iterations);
  const R = Math.min(rounds, Math.max(iterations, COMPARED));
  const poses = outputs.capsules.data;
  const lengths = Array.from({ length: R }, (_, t) =>
    outputs.lengths.data.subarray(t * J, (t + 1) * J),
  );
  const last = lengths[iterations - 1];
  const decoded = Array.from({ length: J }, (_, j) => {
    const from = ((iterations - 1) * J + j) * D;
    return decoder.decodeExactly(j, poses.subarray(from, from + D));
  });
  const winners = Array.from(last.keys())
    .sort((a, b) => last[b] - last[a] || a - b)
    .slice(0, 2);
  const shown = question.forced ?? assign(winners, labels, decoded, parts);
  const two = shown.map((j) => decoded[j]);
  const total = two[0].map((value, p) => value + two[1][p]);
  const shares = two.map((one) => one.map((value, p) => (total[p] > TRACE ? value / total[p] : 0)));
  const ink = sum(image);
  const painted = shares.map((share) =>
    ink ? sum(share.map((value, p) => value * Math.min(image[p], total[p]))) / ink : 0,
  );
  const { types } = card.routing;
  const places = I / types;
  const at = (t, j, i) => (t * J + j) * I + i;
  const couplings = outputs.couplings.data;
  const agreement = outputs.agreement.data;
  const norms = Float32Array.from({ length: R * J }, (_, n) =>
    Math.max(TINY, Math.hypot(...poses.subarray(n * D, (n + 1) * D))),
  );
  const empty = ink === 0;
  const named = winners.filter((j) => !empty && last[j] >= card.network.limits.present);
  const header = {
    ...{ seq: question.seq, iterations, winners, shown, labels, empty, named, ms },
    lengths: lengths.map((row) => Array.from(row, exact)),
    forced: Boolean(question.forced),
    ink: ink ? [...painted, Math.max(0, 1 - painted[0] - painted[1])] : [0, 0, 0],
    errors: parts && two.map((one, k) => errorOf(one, parts[k])),
    ious: parts && two.map((one, k) => iou(one, parts[k])),
    probabilities: probabilities && Array.from(probabilities, exact),
    text: say(empty, winners, last, named, labels),
  };
  /** @type {Parameters<typeof packArrays>[1]} */
  const arrays = {
    image: { values: toBytes(image), shape: [side, side] },
    decoded: { values: pictures(decoded), shape: [J, side, side] },
    shares: { values: pictures(shares), shape: [2, side, side] },
    couplings: {
      values: byPlace((t, j, i) => couplings[at(t, j, i)] / types, R, shown, places, types),
      shape: [R, 2, places],
    },
    feeds: {
      values: byPlace(
        (t, j, i) => (couplings[at(t, j, i)] * agreement[at(t, j, i)]) / norms[t * J + j],
        ...[R, shown, places, types],
      ),
      shape: [R, 2, places],
    },
  };
  if (parts) {
    arrays.parts = { values: pictures(parts), shape: [2, side, side] };
    const values = Uint8Array.from([...digits[0], ...digits[1]]);
    arrays.digits = { values, shape: [2, SMALL, SMALL] };
  }
  return packArrays(header, arrays);
}

/** One after the other, as bytes. @param {Float32Array[]} several */
function pictures(several) {
  const size = several[0].length;
  const bytes = new Uint8Array(several.length * size);
  several.forEach((picture, k) => {
    bytes.set(toBytes(picture), k * size);
  });
  return bytes;
}
