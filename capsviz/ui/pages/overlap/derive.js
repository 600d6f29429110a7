/*
 * Derives the page's numbers for two overlapping digits from a network's answer, as `split_picture`
 * in capsviz/analysis/overlap.py does, where the reasons are; a test compares the two.
 */

import { exact, unpackArrays } from "../../browser/arrays.js";
import { partOf } from "./reply.js";

/** Less of both than this on a pixel, in grey levels, and neither claims it. */
const TRACE = 0.05 * 255;

/**
 * @typedef {object} Answer of the server, or of a network in the browser
 * @property {number} seq
 * @property {string} [error] then there is nothing else
 * @property {number} iterations after which the result is taken
 * @property {number[]} capsules whose maps are in it: the two longest, or those asked for
 * @property {number[][]} lengths after each iteration, of each capsule
 * @property {Uint8Array} reconstructions of all capsules, one after the other
 * @property {Float32Array} couplings iterations x 2 x places
 * @property {Float32Array} feeds likewise
 * @property {number[] | null} probabilities of the plain CNN
 *
 * @typedef {import("../../browser/digit_pair.js").Pair & {labels: (number | null)[],
 *   forced: number[] | null}} Question
 */

/** @param {Uint8Array} bytes @returns {Answer} */
export function decodeAnswer(bytes) {
  const { header, arrays, shapes } = unpackArrays(bytes);
  if (header.error) return header;
  const { lengths, probabilities } = arrays;
  const [rounds, J] = shapes.lengths;
  const numbers = (values) => Array.from(values, exact);
  return {
    ...header,
    ...arrays,
    lengths: Array.from({ length: rounds }, (_, t) => numbers(partOf(lengths, t, J))),
    probabilities: probabilities ? numbers(probabilities) : null,
  };
}

/** @param {ArrayLike<number>} values */
const sum = (values) => Array.from(values).reduce((a, b) => a + b, 0);

/** Summed squared error of one picture against another. */
function errorOf(a, b) {
  return sum(Array.from(a, (value, p) => ((value - b[p]) / 255) ** 2));
}

/** Intersection over union of two pictures' ink; 1 where neither has any. */
function iou(first, second) {
  let [both, either] = [0, 0];
  first.forEach((value, p) => {
    const [a, b] = [value > 127, second[p] > 127];
    both += Number(a && b);
    either += Number(a || b);
  });
  return either ? both / either : 1;
}

/**
 * Assign two capsules to the two digits.
 * @param {number[]} pair @param {(number | null)[]} labels
 * @param {(j: number) => Uint8Array} pictureOf a capsule
 * @param {Uint8Array[] | null} parts
 */
function assign([i, j], [first, second], pictureOf, parts) {
  let straight = Number(i === first) + Number(j === second);
  let crossed = Number(i === second) + Number(j === first);
  if (straight === crossed && parts) {
    const fit = (a, b) => -errorOf(pictureOf(i), a) - errorOf(pictureOf(j), b);
    straight = fit(parts[0], parts[1]);
    crossed = fit(parts[1], parts[0]);
  }
  return crossed > straight ? [j, i] : [i, j];
}

/** The other capsule first. @param {Float32Array} values iterations x 2 x places @param {number} R */
function swap(values, R) {
  const places = values.length / (2 * R);
  return values.map(
    (_, index) => values[index + (Math.floor(index / places) % 2 ? -places : places)],
  );
}

/**
 * @param {Answer} answer
 * @param {Question} question
 * @param {number} present length from which a capsule is predicted
 * @returns {import("./reply.js").Reply}
 */
export function deriveSplit(answer, { image, parts, labels, forced }, present) {
  const { iterations, capsules, lengths, reconstructions, probabilities } = answer;
  const last = lengths[iterations - 1];
  const winners = [...last.keys()].sort((a, b) => last[b] - last[a] || a - b).slice(0, 2);
  const pictureOf = (j) => partOf(reconstructions, j, image.length);
  const shown = forced ?? assign(winners, labels, pictureOf, parts);
  const pictures = shown.map(pictureOf);
  const total = Array.from(image, (_, p) => pictures[0][p] + pictures[1][p]);
  const shares = pictures.map((picture) =>
    Array.from(picture, (value, p) => (total[p] > TRACE ? value / total[p] : 0)),
  );
  const ink = sum(image);
  const amounts = shares.map((share) =>
    sum(share.map((value, p) => value * Math.min(image[p], total[p]))),
  );
  const [first, second] = amounts.map((amount) => (ink ? amount / ink : 0));
  const orient = (values) => (shown[0] === capsules[0] ? values : swap(values, lengths.length));
  return {
    ...{ iterations, lengths, winners, shown, labels, probabilities, image, parts },
    forced: Boolean(forced),
    ink: [first, second, ink ? Math.max(0, 1 - first - second) : 0],
    errors: parts && pictures.map((picture, k) => errorOf(picture, parts[k])),
    ious: parts && pictures.map((picture, k) => iou(picture, parts[k])),
    empty: ink === 0,
    predicted: winners.filter((j) => ink > 0 && last[j] >= present),
    decoded: reconstructions,
    shares: Uint8Array.from(shares.flat(), (share) => Math.round(255 * share)),
    couplings: orient(answer.couplings),
    feeds: orient(answer.feeds),
  };
}
