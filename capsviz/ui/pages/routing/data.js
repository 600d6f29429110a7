/*
 * The routing of one image in all iterations: the network's outputs as packed by
 * capsviz/ui/live/messages.py, and the numbers derived from them.
 * Primary capsules i are ordered by position, then by type.
 */

import { unpackArrays } from "../../browser/arrays.js";
import { className } from "../../browser/names.js";
import { deriveRouting, lengthsOf } from "./derive.js";

export class RoutingData {
  constructor(bytes) {
    const { header, arrays } = unpackArrays(bytes);
    this.model = header.model;
    this.routing = header.routing;
    this.iterative = header.iterative;
    /** Name of a voting capsule. */
    this.voter = header.voter ?? "primary";
    /** Capsules over which couplings sum to 1: "outputs", "inputs" or "none". */
    this.over = header.couplings_over ?? "outputs";
    /** The routing's chosen parameter, if it has one. */
    this.level = header.level;
    /** Names of the classes, and of one class in general. */
    this.classes = header.classes.map(className);
    this.thing = header.thing;
    this.empty = header.empty;
    this.iterations = header.iterations;
    /** The largest number of iterations that can be requested. */
    this.maxIterations = header.most ?? header.iterations;
    this.types = header.types;
    this.grid = header.grid;
    this.rows = header.rows;
    this.places = this.rows * header.grid;
    this.field = header.field;
    this.core = header.core;
    this.stride = header.stride;
    this.offset = header.first;
    this.side = header.side;
    this.capsules = this.types * this.places;
    this.digits = arrays.lengths.length / header.iterations;
    this.dim = arrays.capsules.length / arrays.lengths.length;
    /** Number of values of an input capsule, and of those that are its pose. */
    this.inputDim = arrays.primary.length / this.capsules;
    this.poseSize = header.pose_size;
    /** Whether lower layers were routed too: the app then has a tree. */
    this.tree = header.tree ?? false;
    const { votes, capsules } = arrays;
    /** ‖û‖ of each vote. */
    this.voteLengths = lengthsOf(votes, this.dim);
    /** a = û · v of each vote in each iteration. */
    this.agreements = new Float32Array(arrays.couplings.length);
    for (let n = 0; n < this.agreements.length; n++) {
      const parent = Math.floor(n / this.voteLengths.length) * this.digits + (n % this.digits);
      this.agreements[n] = this.dot(votes, n % this.voteLengths.length, capsules, parent);
    }
    const sizes = { r: this.iterations, I: this.capsules, J: this.digits, D: this.dim };
    /** Arrays of the network, and arrays derived of them. @type {Record<string, any>} */
    this.arrays = {
      ...arrays,
      ...deriveRouting(header, arrays, {
        sizes,
        voteLengths: this.voteLengths,
        agreements: this.agreements,
      }),
    };
    /** Whether each capsule sees the whole image: then none has a position. */
    this.whole = this.places === 1;
    this.sizes = lengthsOf(capsules, this.dim);
    /** A coupling without preference; the mean if couplings are no shares of a vote. */
    this.even =
      this.over === "outputs"
        ? 1 / this.digits
        : arrays.couplings.reduce((sum, c) => sum + c, 0) / arrays.couplings.length;
    /** Whether some votes have negative weights, which only a learnt prior gives. */
    this.against = arrays.weights?.some((weight) => weight < 0) ?? false;
    this.overlays = new Map();
    this.limits = new Map();
  }

  /** Dot product of the n-th vector of one array with the m-th of another. */
  dot(a, n, b, m) {
    let sum = 0;
    for (let d = 0; d < this.dim; d++) sum += a[n * this.dim + d] * b[m * this.dim + d];
    return sum;
  }

  /** Name of a class. */
  name(j) {
    return this.classes[j];
  }

  place(i) {
    return Math.floor(i / this.types);
  }

  type(i) {
    return i % this.types;
  }

  capsule(place, type) {
    return place * this.types + type;
  }

  at(t, i, j) {
    return (t * this.capsules + i) * this.digits + j;
  }

  coupling(t, i, j) {
    return this.arrays.couplings[this.at(t, i, j)];
  }

  agreement(t, i, j) {
    return this.agreements[this.at(t, i, j)];
  }

  /** Weight of the vote in s: the coupling, or the routing's own weight. */
  weight(t, i, j) {
    return (this.arrays.weights ?? this.arrays.couplings)[this.at(t, i, j)];
  }

  /** The pose of an input capsule. */
  inputPose(i) {
    const start = i * this.inputDim;
    return this.arrays.primary.subarray(start, start + this.poseSize);
  }

  /** Activation of a primary capsule, if it is not its length. */
  activation(i) {
    return this.arrays.activations?.[i];
  }

  /** A digit's length if all couplings were equal. */
  uniformAnswer(j) {
    return this.arrays.unrouted[j];
  }

  /** Over all primary capsules. */
  sum(value) {
    let sum = 0;
    for (let i = 0; i < this.capsules; i++) sum += value(i);
    return sum;
  }

  /** b at the start of iteration t: given, or the sum of the agreements before it. */
  logit(t, i, j) {
    if (this.arrays.logits) return this.arrays.logits[this.at(t, i, j)];
    let sum = 0;
    for (let k = 0; k < t; k++) sum += this.agreement(k, i, j);
    return sum;
  }

  voteLength(i, j) {
    return this.voteLengths[i * this.digits + j];
  }

  vote(i, j) {
    const from = (i * this.digits + j) * this.dim;
    return this.arrays.votes.subarray(from, from + this.dim);
  }

  vector(name, t, j) {
    const from = (t * this.digits + j) * this.dim;
    return this.arrays[name].subarray(from, from + this.dim);
  }

  /** Presence of a digit: the length of its capsule, or its activation. */
  length(t, j) {
    return this.arrays.lengths[t * this.digits + j];
  }

  /** The length of v itself. */
  size(t, j) {
    return this.sizes[t * this.digits + j];
  }

  /** Distance of the weighted votes for a digit from their mean. */
  spread(t, j) {
    return this.arrays.cloud_spread[t * this.digits + j];
  }

  totalLength(t, j) {
    return Math.hypot(...this.vector("totals", t, j));
  }

  winner(t) {
    return this.arrays.winners[t];
  }

  /** Contribution of one capsule to the length of s_j: the weighted vote along s_j. */
  feed(t, i, j) {
    return (this.weight(t, i, j) * this.agreement(t, i, j)) / Math.max(this.size(t, j), 1e-12);
  }

  /** A value of a type or position: `name` as in type_feed, `index` of the type or position. */
  part(name, t, index, j) {
    const array = this.arrays[name];
    const parts = array.length / this.iterations / this.digits;
    return array[(t * parts + index) * this.digits + j];
  }

  /** The primary capsule that adds most to s_j. */
  strongest(t, j) {
    let best = 0;
    for (let i = 1; i < this.capsules; i++) {
      if (this.feed(t, i, j) > this.feed(t, best, j)) best = i;
    }
    return best;
  }

  /** Values of positions spread over the pixels that they see: reach · m · reach transposed. */
  overlay(name, t, j) {
    const key = `${name} ${t} ${j}`;
    if (this.overlays.has(key)) return this.overlays.get(key);
    const { side, grid, rows } = this;
    const { reach, reach_down: reachDown } = this.arrays;
    const columnSums = new Float32Array(side * grid);
    for (let row = 0; row < side; row++) {
      for (let column = 0; column < grid; column++) {
        let sum = 0;
        for (let k = 0; k < rows; k++) {
          sum += reachDown[row * rows + k] * this.part(name, t, k * grid + column, j);
        }
        columnSums[row * grid + column] = sum;
      }
    }
    const sums = new Float32Array(side * side);
    for (let row = 0; row < side; row++) {
      for (let column = 0; column < side; column++) {
        let sum = 0;
        for (let k = 0; k < grid; k++) sum += columnSums[row * grid + k] * reach[column * grid + k];
        sums[row * side + column] = sum;
      }
    }
    this.overlays.set(key, sums);
    return sums;
  }

  /** Positions that see this pixel; if each sees the whole image, those with it near the centre. */
  placesAt(row, column) {
    const { reach, reach_down: reachDown } = this.arrays;
    const places = new Set();
    for (let place = 0; place < this.places; place++) {
      const [r, c] = [Math.floor(place / this.grid), place % this.grid];
      if (reachDown[row * this.rows + r] > 0 && reach[column * this.grid + c] > 0)
        places.add(place);
    }
    return places;
  }

  /** Whether any capsule sees this pixel. */
  isSeen(row, column) {
    const end = this.offset + this.stride * (this.grid - 1) + this.field;
    return row < end && column < end;
  }

  /** Whether each position sees the whole image, most of it weakly. */
  get everywhere() {
    const last = this.offset + this.stride * (this.grid - 1);
    return last <= 0 && this.offset + this.field >= this.side;
  }

  /**
   * The frame of a position, in pixels: its receptive field; if each position sees the whole image,
   * the central part with the most effect.
   * @returns {{row: number, column: number, side: number}}
   */
  square(place) {
    const offset = (k) => this.offset + this.stride * k + (this.field - this.core) / 2;
    return {
      row: offset(Math.floor(place / this.grid)),
      column: offset(place % this.grid),
      side: this.core,
    };
  }

  /** The values of the first iterations. */
  first(name, rounds) {
    const array = this.arrays[name];
    return array.subarray(0, (array.length / this.iterations) * rounds);
  }

  /** A magnitude that few of an array's values exceed; cached by name. */
  limit(name, values, share = 0.9995) {
    if (!this.limits.has(name)) {
      const sizes = Float32Array.from(values(), Math.abs).sort();
      this.limits.set(name, sizes[Math.floor(share * (sizes.length - 1))]);
    }
    return this.limits.get(name);
  }
}
