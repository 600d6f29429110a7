/*
 * One image's whole routing from a network's outputs, as `routing_info` in
 * capsviz/analysis/routing.py makes it of a trace and capsviz/ui/live/messages.py packs it.
 */

import { packArrays } from "../arrays.js";
import { toBytes } from "./digit_form.js";
import { shapeOf } from "./reading.js";

/** Keeps quotients finite: numpy's least positive float32. */
const TINY = 1.1754943508222875e-38;

/**
 * @typedef {import("./reading.js").Card} Card
 * @typedef {import("./reading.js").Outputs} Outputs
 * @typedef {{r: number, I: number, J: number, D: number}} Sizes iterations, input and output
 *   capsules, dimensions of these
 */

/** From iteration, output, input to iteration, input, output. @param {Float32Array} values @param {Sizes} sizes */
function byInput(values, { r, I, J }) {
  const turned = new Float32Array(values.length);
  for (let t = 0; t < r; t++)
    for (let j = 0; j < J; j++)
      for (let i = 0; i < I; i++) turned[(t * I + i) * J + j] = values[(t * J + j) * I + i];
  return turned;
}

/** Length of each of some vectors. @param {Float32Array} values @param {number} size of one */
function lengthsOf(values, size) {
  return Float32Array.from({ length: values.length / size }, (_, n) => {
    let square = 0;
    for (let d = n * size; d < (n + 1) * size; d++) square += values[d] ** 2;
    return Math.sqrt(square);
  });
}

/**
 * Sums of values [r, I, J] over the places of each type, and over the types of each place.
 * @param {(at: number, n: number) => number} value by its place in such an array
 */
function bySides(value, { r, I, J }, types) {
  const places = I / types;
  const byType = new Float32Array(r * types * J);
  const byPlace = new Float32Array(r * places * J);
  for (let n = 0; n < r * I * J; n++) {
    const j = n % J;
    const i = Math.floor(n / J) % I;
    const t = Math.floor(n / (I * J));
    const one = value(n, t * J + j);
    byType[(t * types + (i % types)) * J + j] += one;
    byPlace[(t * places + Math.floor(i / types)) * J + j] += one;
  }
  return { byType, byPlace, types, places };
}

/**
 * Eigenvalues and eigenvectors of a symmetric matrix, by Jacobi's rotations.
 * @param {Float64Array} matrix row by row; it is changed
 * @param {number} n
 * @returns {{value: number, vector: number[]}[]} the largest first
 */
export function eigenvectors(matrix, n) {
  const vectors = Float64Array.from({ length: n * n }, (_, at) => Number(at % (n + 1) === 0));
  for (let sweep = 0; sweep < 60; sweep++) {
    let off = 0;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) off += matrix[p * n + q] ** 2;
    if (off < 1e-24) break;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(matrix, vectors, n, p, q);
  }
  const found = Array.from({ length: n }, (_, k) => ({
    value: matrix[k * n + k],
    vector: Array.from({ length: n }, (_, row) => vectors[row * n + k]),
  }));
  return found.sort((one, other) => other.value - one.value);
}

/** One rotation, after which the element of row p and column q is 0. */
function rotate(matrix, vectors, n, p, q) {
  const apq = matrix[p * n + q];
  if (Math.abs(apq) < 1e-300) return;
  const theta = (matrix[q * n + q] - matrix[p * n + p]) / (2 * apq);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const cosine = 1 / Math.hypot(tangent, 1);
  const sine = tangent * cosine;
  const turn = (values, one, other) => {
    const [a, b] = [values[one], values[other]];
    values[one] = cosine * a - sine * b;
    values[other] = sine * a + cosine * b;
  };
  for (let k = 0; k < n; k++) turn(matrix, k * n + p, k * n + q);
  for (let k = 0; k < n; k++) turn(matrix, p * n + k, q * n + k);
  for (let k = 0; k < n; k++) turn(vectors, k * n + p, k * n + q);
}

/** The two main axes of the votes for each class, [J, 2, D], and their shares of the variance. */
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
    const found = eigenvectors(matrix, D);
    const whole = Math.max(
      found.reduce((sum, { value }) => sum + value, 0),
      TINY,
    );
    for (const k of [0, 1]) {
      const { value, vector } = found[k];
      explained[2 * j + k] = value / whole;
      const along = vector.reduce((sum, x, d) => sum + x * last[j * D + d], 0);
      axes.set(along < 0 ? vector.map((x) => -x) : vector, (2 * j + k) * D);
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
      let whole = 0;
      for (let i = 0; i < I; i++) whole += Math.max(0, weights[(t * I + i) * J + j]);
      for (let i = 0; i < I; i++) {
        const share = Math.max(0, weights[(t * I + i) * J + j]) / Math.max(whole, TINY);
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

/** A few numbers for each iteration. */
function summarise(couplings, agreement, lengths, { r, I, J }) {
  const largest = (t) => {
    const row = lengths.subarray(t * J, (t + 1) * J);
    return row.indexOf(Math.max(...row));
  };
  const winners = Int32Array.from({ length: r }, (_, t) => largest(t));
  const winner = winners[r - 1];
  const [entropy, favourite, coupling] = Array.from({ length: 3 }, () => new Float32Array(r));
  const [mean, coupled] = Array.from({ length: 2 }, () => new Float32Array(r * J));
  const given = new Float64Array(r * J);
  for (let t = 0; t < r; t++) {
    for (let i = 0; i < I; i++) {
      const at = (t * I + i) * J;
      let [bits, first, second] = [0, 0, 0];
      for (let j = 0; j < J; j++) {
        const c = couplings[at + j];
        bits -= c * Math.log2(Math.max(c, TINY));
        if (c > first) [first, second] = [c, first];
        else if (c > second) second = c;
        mean[t * J + j] += agreement[at + j] / I;
        coupled[t * J + j] += c * agreement[at + j];
        given[t * J + j] += c;
      }
      entropy[t] += bits / I;
      coupling[t] += couplings[at + winner] / I;
      if (couplings[at + winner] === first && first > second) favourite[t] += 1 / I;
    }
  }
  const coupledMean = coupled.map((sum, n) => sum / given[n]);
  return { entropy, favourite, coupling, mean, coupled: coupledMean, winners };
}

/**
 * @param {Card} card
 * @param {Float32Array} image what the network saw
 * @param {Outputs} outputs
 */
export function encodeRouting(card, image, outputs) {
  const { network, routing, side } = card;
  const { geometry, pose_size, floor } = routing;
  const [r, , J, I] = outputs.couplings.dims;
  const D = outputs.capsules.dims[3];
  const sizes = { r, I, J, D };
  const [couplings, agreement] = ["couplings", "agreement"].map((name) =>
    byInput(outputs[name].data, sizes),
  );
  const [votes, totals, capsules, lengths] = ["votes", "totals", "capsules", "lengths"].map(
    (name) => outputs[name].data,
  );
  const activations = outputs.activations?.data;
  const weights = outputs.weights ? byInput(outputs.weights.data, sizes) : couplings;
  const voteLengths = lengthsOf(votes, D);
  const norms = lengthsOf(capsules, D);
  const { types } = geometry;
  const shares = bySides((n) => couplings[n], sizes, types);
  const flows = bySides((n) => weights[n] * voteLengths[n % (I * J)], sizes, types);
  const feeds = bySides(
    (n, parent) => (weights[n] * agreement[n]) / Math.max(norms[parent], TINY),
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
  const summary = summarise(couplings, agreement, lengths, sizes);
  const header = {
    ...{ model: network.name, classes: network.classes, thing: network.thing },
    ...{ routing: routing.routing, title: routing.title, iterative: routing.iterative },
    level: routing.level,
    ...geometry,
    ...{ pose_size, iterations: r, empty: !image.some((pixel) => pixel > 0), tree: false },
  };
  const P = I / types;
  /** @type {Parameters<typeof packArrays>[1]} */
  const arrays = {
    image: { values: toBytes(image), shape: shapeOf(card) },
    couplings: { values: couplings, shape: [r, I, J] },
    votes: { values: votes, shape: [I, J, D] },
    primary: { values: outputs.primary.data, shape: outputs.primary.dims.slice(1) },
    cloud_points: {
      values: project(byParent, axes, (n) => Math.floor(n / I), D),
      shape: [J, I, 2],
    },
    primary_lengths: { values: outputs.primary_lengths.data, shape: [I] },
    totals: { values: totals, shape: [r, J, D] },
    capsules: { values: capsules, shape: [r, J, D] },
    type_couplings: { values: shares.byType.map((sum) => sum / P), shape: [r, types, J] },
    place_couplings: { values: shares.byPlace.map((sum) => sum / types), shape: [r, P, J] },
    type_flow: { values: flows.byType, shape: [r, types, J] },
    place_flow: { values: flows.byPlace, shape: [r, P, J] },
    type_feed: { values: feeds.byType, shape: [r, types, J] },
    place_feed: { values: feeds.byPlace, shape: [r, P, J] },
    reach: { values: Float32Array.from(routing.reach), shape: [side, geometry.grid] },
    cloud_explained: { values: explained, shape: [J, 2] },
    cloud_totals: { values: project(totals, axes, parentOf, D), shape: [r, J, 2] },
    cloud_capsules: { values: flatCapsules, shape: [r, J, 2] },
    cloud_in_plane: {
      values: lengthsOf(flatCapsules, 2).map((size, n) => size / Math.max(norms[n], TINY)),
      shape: [r, J],
    },
    cloud_spread: {
      values: lengthsOf(variance.map(Math.sqrt), D),
      shape: [r, J],
    },
    entropy: { values: summary.entropy, shape: [r] },
    favourite: { values: summary.favourite, shape: [r] },
    coupling: { values: summary.coupling, shape: [r] },
    mean_agreement: { values: summary.mean, shape: [r, J] },
    coupled_agreement: { values: summary.coupled, shape: [r, J] },
    lengths: { values: lengths, shape: [r, J] },
    winners: { values: summary.winners, shape: [r] },
    unrouted: { values: outputs.unrouted?.data ?? lengths.slice(0, J), shape: [J] },
  };
  if (floor !== null)
    arrays.cloud_gaussian = {
      values: gaussians(variance, floor, axes, sizes),
      shape: [r, J, 2, 2],
    };
  if (!routing.adds_agreement)
    arrays.logits = { values: byInput(outputs.logits.data, sizes), shape: [r, I, J] };
  if (outputs.weights) arrays.weights = { values: weights, shape: [r, I, J] };
  if (activations) arrays.input_activations = { values: activations, shape: [I] };
  return packArrays(header, arrays);
}
