/* Replies about overlapping digits, as in capsviz/ui/pages/overlap/routes.py. */

import { packArrays } from "../arrays.js";
import { shapeOf } from "./live_reply.js";

/** Minimum number of iterations in a reply, so that fewer and more can be compared. */
const COMPARED_ITERATIONS = 5;
const MIN_NORMAL = 2 ** -126;

/**
 * Values of two capsules, summed over the types at each position, [R, 2, P].
 * @param {(t: number, j: number, i: number) => number} value
 */
function sumsByPlace(value, steps, two, positions, types) {
  const values = new Float32Array(steps * 2 * positions);
  for (let t = 0; t < steps; t++)
    two.forEach((j, k) => {
      for (let i = 0; i < positions * types; i++)
        values[(2 * t + k) * positions + Math.floor(i / types)] += value(t, j, i);
    });
  return { values, shape: [steps, 2, positions] };
}

/** Indices of the two longest; of equal ones the earlier. @param {Float32Array} lengths */
function twoLongest(lengths) {
  const order = Array.from(lengths.keys());
  return order.sort((a, b) => lengths[b] - lengths[a] || a - b).slice(0, 2);
}

/**
 * @param {import("./networks.js").Network} network
 * @param {any} question
 * @param {import("./live_reply.js").Outputs} outputs
 * @param {Float32Array | null} probabilities of a CNN
 */
export function encodeSplit({ card, decoder }, question, outputs, probabilities) {
  const [steps, , J, I] = outputs.couplings.dims;
  const D = outputs.capsules.dims[3];
  const iterations = Math.min(steps, question.iterations);
  const R = Math.min(steps, Math.max(iterations, COMPARED_ITERATIONS));
  const poses = outputs.capsules.data;
  const poseOf = (n) => poses.subarray(n * D, (n + 1) * D);
  const last = (iterations - 1) * J;
  const lengths = outputs.lengths.data.slice(0, R * J);
  const capsules = question.forced ?? twoLongest(lengths.subarray(last, last + J));
  const decoded = decoder.decodeAll(Array.from({ length: J }, (_, j) => poseOf(last + j)));
  const { types } = card.routing;
  const indexOf = (t, j, i) => (t * J + j) * I + i;
  const couplings = outputs.couplings.data;
  const agreement = outputs.agreement.data;
  const norms = Float32Array.from({ length: R * J }, (_, n) =>
    Math.max(MIN_NORMAL, Math.hypot(...poseOf(n))),
  );
  const sum = (value) => sumsByPlace(value, R, capsules, I / types, types);
  /** @type {Parameters<typeof packArrays>[1]} */
  const arrays = {
    lengths: { values: lengths, shape: [R, J] },
    reconstructions: { values: decoded, shape: [J, ...shapeOf(card)] },
    couplings: sum((t, j, i) => couplings[indexOf(t, j, i)] / types),
    feeds: sum((t, j, i) => {
      const n = indexOf(t, j, i);
      return (couplings[n] * agreement[n]) / norms[t * J + j];
    }),
  };
  if (probabilities) arrays.probabilities = { values: probabilities, shape: [J] };
  return packArrays({ seq: question.seq, iterations, capsules }, arrays);
}
