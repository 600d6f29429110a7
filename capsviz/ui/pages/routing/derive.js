/*
 * Derives the page's numbers about one image's routing from the network's outputs, as `routing_info`
 * in capsviz/analysis/routing.py does, where the reasons are; a test compares the two.
 */

import { eigenvectors } from "../../browser/eigenvectors.js";

/** Keeps quotients finite: the smallest positive normal float32. */
const MIN_NORMAL = 1.1754943508222875e-38;

/**
 * @typedef {{r: number, I: number, J: number, D: number}} Sizes iterations, input and output
 *   capsules, dimensions of these
 */

/** Length of each of some vectors. @param {Float32Array} values @param {number} size of one */
export function lengthsOf(values, size) {
  return Float32Array.from({ length: values.length / size }, (_, n) => {
    let square = 0;
    for (let d = n * size; d < (n + 1) * size; d++) square += values[d] ** 2;
    return Math.sqrt(square);
  });
}

/**
 * Sums of values [r, I, J] over the positions of each type, and over the types of each position.
 * @param {(at: number, n: number) => number} value by its place in such an array
 */
function sumsBySide(value, { r, I, J }, types) {
  const places = I / types;
  const byType = new Float32Array(r * types * J);
  const byPlace = new Float32Array(r * places * J);
  for (let n = 0; n < r * I * J; n++) {
    const j = n % J;
    const i = Math.floor(n / J) % I;
    const t = Math.floor(n / (I * J));
    const item = value(n, t * J + j);
    byType[(t * types + (i % types)) * J + j] += item;
    byPlace[(t * places + Math.floor(i / types)) * J + j] += item;
  }
  return { byType, byPlace };
}

/** The first two principal axes of each class's votes, [J, 2, D], and their shares of the variance. */
function axesOf(votes, last, { I, J, D }) {
  const axes = new Float32Array(J * 2 * D);
  const explained = new Float32Array(J * 2);
  for (let j = 0; j < J; j++) {
    const mean = new Float64Array(D);
    for (let i = 0; i < I; i++)
      for (let d = 0; d < D; d++) mean[d] += votes[(i * J + j) * D + d] / I;
    const matrix = new Float64Array(D * D);
    const centred = new Float64Array(D);
    for (let i = 0; i < I; i++) {
      for (let d = 0; d < D; d++) centred[d] = votes[(i * J + j) * D + d] - mean[d];
      for (let a = 0; a < D; a++)
        for (let b = 0; b < D; b++) matrix[a * D + b] += centred[a] * centred[b];
    }
    const pairs = eigenvectors(matrix, D);
    const total = Math.max(
      pairs.reduce((sum, { value }) => sum + value, 0),
      MIN_NORMAL,
    );
    for (const k of [0, 1]) {
      const { value, vector } = pairs[k];
      explained[2 * j + k] = value / total;
      const dot = vector.reduce((sum, x, d) => sum + x * last[j * D + d], 0);
      axes.set(dot < 0 ? vector.map((x) => -x) : vector, (2 * j + k) * D);
    }
  }
  return { axes, explained };
}

/** Vectors of classes in their planes: one after another those of each class where `stride` is J. */
function project(vectors, axes, classOf, D) {
  const count = vectors.length / D;
  const flat = new Float32Array(2 * count);
  for (let n = 0; n < count; n++) {
    const j = classOf(n);
    for (const k of [0, 1]) {
      let sum = 0;
      for (let d = 0; d < D; d++) sum += vectors[n * D + d] * axes[(2 * j + k) * D + d];
      flat[2 * n + k] = sum;
    }
  }
  return flat;
}

/** Weighted variance of the votes, dimension by dimension, [r, J, D]. */
function variancesOf(weights, votes, { r, I, J, D }) {
  const variance = new Float32Array(r * J * D);
  const mean = new Float64Array(D);
  const square = new Float64Array(D);
  for (let t = 0; t < r; t++)
    for (let j = 0; j < J; j++) {
      mean.fill(0);
      square.fill(0);
      let total = 0;
      for (let i = 0; i < I; i++) total += Math.max(0, weights[(t * I + i) * J + j]);
      for (let i = 0; i < I; i++) {
        const share = Math.max(0, weights[(t * I + i) * J + j]) / Math.max(total, MIN_NORMAL);
        for (let d = 0; d < D; d++) {
          const vote = votes[(i * J + j) * D + d];
          mean[d] += share * vote;
          square[d] += share * vote ** 2;
        }
      }
      for (let d = 0; d < D; d++)
        variance[(t * J + j) * D + d] = Math.max(0, square[d] - mean[d] ** 2);
    }
  return variance;
}

/** Covariance of the Gaussians in their planes, [r, J, 2, 2]. */
function gaussians(variance, floor, axes, { r, J, D }) {
  const flat = new Float32Array(r * J * 4);
  for (let n = 0; n < r * J; n++)
    for (let cell = 0; cell < 4; cell++) {
      const [k, l] = [cell >> 1, cell & 1].map((axis) => (2 * (n % J) + axis) * D);
      for (let d = 0; d < D; d++)
        flat[4 * n + cell] += axes[k + d] * (variance[n * D + d] + floor) * axes[l + d];
    }
  return flat;
}

/** Summary numbers of each iteration. */
function summarise(couplings, agreement, lengths, { r, I, J }) {
  const largest = (t) => {
    const row = lengths.subarray(t * J, (t + 1) * J);
    return row.indexOf(Math.max(...row));
  };
  const winners = Int32Array.from({ length: r }, (_, t) => largest(t));
  const winner = winners[r - 1];
  // In double precision: each is a sum over hundreds of capsules.
  const [entropy, favourite, coupling] = Array.from({ length: 3 }, () => new Float64Array(r));
  const [mean_agreement, coupled] = Array.from({ length: 2 }, () => new Float64Array(r * J));
  const received = new Float64Array(r * J);
  for (let t = 0; t < r; t++) {
    for (let i = 0; i < I; i++) {
      const offset = (t * I + i) * J;
      let [bits, first, second] = [0, 0, 0];
      for (let j = 0; j < J; j++) {
        const c = couplings[offset + j];
        bits -= c * Math.log2(Math.max(c, MIN_NORMAL));
        if (c > first) [first, second] = [c, first];
        else if (c > second) second = c;
        mean_agreement[t * J + j] += agreement[offset + j] / I;
        coupled[t * J + j] += c * agreement[offset + j];
        received[t * J + j] += c;
      }
      entropy[t] += bits / I;
      coupling[t] += couplings[offset + winner] / I;
      if (couplings[offset + winner] === first && first > second) favourite[t] += 1 / I;
    }
  }
  const coupled_agreement = coupled.map((sum, n) => sum / received[n]);
  return { entropy, favourite, coupling, mean_agreement, coupled_agreement, winners };
}

/**
 * The weights with which a column (or row) of pixels averages the columns of positions that see it.
 * @param {{core: number, field: number, first: number, side: number, stride: number}} geometry
 * @param {number} places beside or below each other
 * @returns {Float32Array} [side, places]; a line is all zero for pixels that no capsule sees
 */
export function reachOf({ core, field, first, side, stride }, places) {
  const reach = new Float32Array(side * places);
  const begin = first + Math.floor((field - core) / 2);
  for (let pixel = 0; pixel < side; pixel++) {
    const visible = Array.from({ length: places }, (_, index) => {
      const start = begin + stride * index;
      return Number(pixel >= start && pixel < start + core);
    });
    const count = visible.reduce((sum, value) => sum + value, 0);
    for (let index = 0; index < places; index++)
      reach[pixel * places + index] = visible[index] / Math.max(count, 1);
  }
  return reach;
}

/**
 * @param {any} header of the network, as `describe_routing` in capsviz/ui/live/messages.py has it
 * @param {Record<string, Float32Array>} arrays of the network
 * @param {{sizes: Sizes, voteLengths: Float32Array, agreements: Float32Array}} votes
 * @returns {Record<string, Float32Array | Float64Array | Int32Array>}
 */
export function deriveRouting(header, arrays, { sizes, voteLengths, agreements }) {
  const { r, I, J, D } = sizes;
  const { types, grid, rows, floor } = header;
  const { couplings, votes, totals, capsules, lengths, weights = couplings } = arrays;
  const norms = lengthsOf(capsules, D);
  const shares = sumsBySide((n) => couplings[n], sizes, types);
  const flows = sumsBySide((n) => weights[n] * voteLengths[n % (I * J)], sizes, types);
  const feeds = sumsBySide(
    (n, parent) => (weights[n] * agreements[n]) / Math.max(norms[parent], MIN_NORMAL),
    sizes,
    types,
  );
  const { axes, explained } = axesOf(votes, capsules.subarray((r - 1) * J * D), sizes);
  const byParent = new Float32Array(votes.length);
  for (let i = 0; i < I; i++)
    for (let j = 0; j < J; j++)
      byParent.set(votes.subarray((i * J + j) * D, (i * J + j + 1) * D), (j * I + i) * D);
  const parentOf = (n) => n % J;
  const flatCapsules = project(capsules, axes, parentOf, D);
  const variance = variancesOf(weights, votes, sizes);
  /** @type {Record<string, Float32Array | Float64Array | Int32Array>} */
  const derived = {
    ...summarise(couplings, agreements, lengths, sizes),
    cloud_points: project(byParent, axes, (n) => Math.floor(n / I), D),
    cloud_explained: explained,
    cloud_totals: project(totals, axes, parentOf, D),
    cloud_capsules: flatCapsules,
    cloud_in_plane: lengthsOf(flatCapsules, 2).map(
      (size, n) => size / Math.max(norms[n], MIN_NORMAL),
    ),
    cloud_spread: lengthsOf(variance.map(Math.sqrt), D),
    type_couplings: shares.byType.map((sum) => (sum * types) / I),
    place_couplings: shares.byPlace.map((sum) => sum / types),
    type_flow: flows.byType,
    place_flow: flows.byPlace,
    type_feed: feeds.byType,
    place_feed: feeds.byPlace,
    reach: reachOf(header, grid),
    reach_down: reachOf(header, rows),
  };
  if (floor !== null) derived.cloud_gaussian = gaussians(variance, floor, axes, sizes);
  return derived;
}
