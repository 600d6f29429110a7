/*
 * Network's replies from a graph's outputs: all blocks at once, and one block in full, as in
 * capsviz/ui/pages/network/routes.py.
 */

import { packArrays } from "../arrays.js";
import { toBytes } from "../digit_form.js";
import { shownPlanes } from "../raster.js";
import { shapeOf, shownInput } from "./live_reply.js";

/** Squashes by their numbers in a graph, as `SQUASHES` in capsviz/analysis/ablation.py. */
const SQUASHES = ["epsilon", "bare", "none"];
/** Outputs besides maps that both replies need. */
const ALWAYS = ["primary", "lengths", "capsules", "couplings", "totals"];
const LIVE = ["presence", "flow"];
const INSIDE = ["logits", "vote_lengths", "before"];

/**
 * @typedef {import("./live_reply.js").Outputs} Outputs
 * @typedef {import("./networks.js").Network} Network
 * @typedef {Parameters<typeof packArrays>[1]} Packed
 * @typedef {{header: any, arrays: Record<string, Float32Array>}} Sheet as
 *   capsviz/ui/site/activations.py writes it
 * @typedef {{maps: Record<string, number[]>, types: number[], places: number[],
 *   hidden: Record<string, number[]>, squash: string, axis: string}} Ablation
 */

/** @param {any} plain @returns {Ablation} */
export function readAblation(plain) {
  const trained = { maps: {}, types: [], places: [], hidden: {}, squash: SQUASHES[0] };
  return { ...trained, axis: "outputs", ...plain };
}

/** Outputs to compute. @param {readonly string[]} names of its outputs @param {string} what */
export function wantedOutputs(names, what) {
  const wanted = [...ALWAYS, ...(what === "network" ? LIVE : INSIDE)];
  return names.filter((name) => name.startsWith("maps/") || wanted.includes(name));
}

/**
 * Inputs of a graph besides the image.
 * @param {readonly string[]} names
 * @param {Sheet} sheet
 * @param {Ablation} off
 */
export function graphInputs(names, { header: { sizes, types } }, off) {
  /** @type {Record<string, Float32Array>} */
  const inputs = {};
  for (const name of names.filter((each) => each !== "image")) {
    inputs[name] = new Float32Array(sizes[name]).fill(1);
    if (name === "squash") inputs[name][0] = Math.max(0, SQUASHES.indexOf(off.squash));
    else if (name === "keep") dropCapsules(inputs[name], types, off);
    else for (const map of off.maps[name.slice("keep/".length)] ?? []) inputs[name][map] = 0;
  }
  return inputs;
}

/** @param {Float32Array} kept @param {number} types @param {Ablation} off */
function dropCapsules(kept, types, off) {
  for (let n = 0; n < kept.length; n++)
    if (off.types.includes(n % types) || off.places.includes(Math.floor(n / types))) kept[n] = 0;
}

/** Bytes, the largest number at 255, and that number; what is no number is zero. */
function levels(values) {
  let peak = 0;
  for (const value of values) if (value > peak) peak = value;
  const bytes = toBytes(
    Float32Array.from(values, (value) => Math.max(0, value || 0) / (peak || 1)),
  );
  return { bytes, peak: Number(peak.toFixed(4)) };
}

/** @param {ArrayLike<number>} values */
const finite = (values) => Float32Array.from(values, (value) => value || 0);

/** @param {ArrayLike<number>} values the first of the largest */
function largest(values) {
  let best = 0;
  for (let k = 1; k < values.length; k++) if (values[k] > values[best]) best = k;
  return best;
}

/** Converts a graph's outputs to a reply. */
class Seen {
  /**
   * @param {Network} network
   * @param {Sheet} sheet
   * @param {any} question
   * @param {Outputs} outputs of ten iterations, or of the one there is
   */
  constructor(network, sheet, question, outputs) {
    this.network = network;
    this.sheet = sheet;
    this.outputs = outputs;
    this.off = readAblation(question.off);
    const [rounds, classes] = outputs.lengths.dims;
    this.classes = classes;
    this.rounds = Math.min(rounds, question.iterations);
    this.inputs = outputs.primary.dims[0];
    this.dim = outputs.capsules.dims[2];
    this.lengths = finite(outputs.lengths.data.subarray(0, this.rounds * classes));
    this.winner = largest(this.lengths.subarray(-classes));
  }

  /** Values of the requested iterations. @param {string} name */
  steps(name) {
    const { data, dims } = this.outputs[name];
    return data.subarray(0, (this.rounds * data.length) / dims[0]);
  }

  /** The output capsules after the last of them. */
  get poses() {
    return this.steps("capsules").slice(-this.classes * this.dim);
  }

  /** The winner decoded alone: the picture, and the decoder's hidden layers. */
  decode() {
    const { decoder } = this.network;
    const from = this.winner * this.dim;
    const pose = this.poses.subarray(from, from + this.dim);
    return { picture: decoder.decode(this.winner, pose, undefined, this.off.hidden), decoder };
  }

  /**
   * Values of one input capsule in each iteration, for each class.
   * @param {string} name
   * @param {number} unit
   */
  ofCapsule(name, unit) {
    const { classes, inputs } = this;
    const values = this.steps(name);
    const rows = Array.from({ length: this.rounds }, (_, t) =>
      values.subarray((t * inputs + unit) * classes, (t * inputs + unit + 1) * classes),
    );
    return { values: join(rows), shape: [this.rounds, classes] };
  }
}

/** @param {Float32Array[]} rows */
function join(rows) {
  const whole = new Float32Array(rows.reduce((sum, row) => sum + row.length, 0));
  let at = 0;
  for (const row of rows) {
    whole.set(row, at);
    at += row.length;
  }
  return whole;
}

/**
 * All blocks.
 * @param {Network} network
 * @param {Sheet} sheet
 * @param {any} question header of a live request
 * @param {Float32Array} image what the network saw
 * @param {Outputs} outputs
 * @param {number} ms that it took
 */
export function encodeActivations(network, sheet, question, image, outputs, ms) {
  const seen = new Seen(network, sheet, question, outputs);
  const { rounds, classes, winner } = seen;
  /** @type {any} */
  const header = {
    // Which block takes how much of it the runtime does not say.
    ...{ seq: question.seq, took: { all: ms }, shown: {}, peaks: {}, nan: notANumber(outputs) },
  };
  /** @type {Packed} */
  const arrays = {
    input: shownInput(network.card, image),
    lengths: { values: seen.lengths, shape: [rounds, classes] },
  };
  const add = (name, values, shape) => {
    const { bytes, peak } = levels(values);
    header.peaks[name] = peak;
    arrays[name] = { values: bytes, shape };
  };
  for (const [block, { shape, shown }] of Object.entries(sheet.header.blocks)) {
    const { data } = outputs[`maps/${block}`];
    const size = shape[1] * shape[2];
    header.shown[block] = shown;
    const maps = join(shown.map((map) => data.subarray(map * size, (map + 1) * size)));
    add(`maps/${block}`, maps, [shown.length, shape[1], shape[2]]);
  }
  const presence = finite(outputs.presence.data);
  arrays.presence = { values: toBytes(presence), shape: [seen.inputs] };
  arrays.directions = { values: directions(seen), shape: [seen.inputs, 2] };
  arrays.s = sumLengths(seen);
  add("flow", seen.steps("flow"), [rounds, ...outputs.flow.dims.slice(1)]);
  const last = seen.steps("couplings").subarray(-seen.inputs * classes);
  const roots = Float32Array.from(presence, (_, n) => Math.sqrt(last[n * classes + winner] || 0));
  arrays.couplings = { values: toBytes(roots), shape: [seen.inputs] };
  const { picture, decoder } = seen.decode();
  decoder.hidden.forEach((units, layer) => {
    add(`hidden/${layer}`, units, [units.length]);
  });
  arrays.picture = { values: picture, shape: shapeOf(network.card) };
  return packArrays(header, arrays);
}

/** The first part in which a number is none; "" where all are. @param {Outputs} outputs */
function notANumber({ primary, lengths }) {
  if (primary.data.some(Number.isNaN)) return "capsules";
  return lengths.data.some(Number.isNaN) ? "routing" : "";
}

/**
 * Direction of each capsule's pose in the displayed plane; 128 is the origin.
 * @param {Seen} seen
 */
function directions({ sheet, outputs, inputs }) {
  const { axes } = sheet.arrays;
  const [size, dim] = [axes.length / 2, outputs.primary.dims[1]];
  const points = new Uint8ClampedArray(2 * inputs);
  for (let n = 0; n < inputs; n++) {
    const pose = finite(outputs.primary.data.subarray(n * dim, n * dim + size));
    const length = Math.max(Math.hypot(...pose), 1e-9);
    for (const axis of [0, 1]) {
      const along = pose.reduce((sum, value, k) => sum + value * axes[axis * size + k], 0);
      points[2 * n + axis] = Math.round(128 + (127 * along) / length);
    }
  }
  return new Uint8Array(points.buffer);
}

/**
 * One block whole.
 * @param {Network} network
 * @param {Sheet} sheet
 * @param {any} question
 * @param {Float32Array} image
 * @param {Outputs} outputs
 */
export function encodeInside(network, sheet, question, image, outputs) {
  const seen = new Seen(network, sheet, question, outputs);
  const { block, unit } = question;
  const digit = question.digit < 0 ? seen.winner : question.digit;
  /** @type {any} */
  const header = { block, digit, peaks: {} };
  const { card } = network;
  /** @type {Packed} */
  const arrays = { input: { values: shownPlanes(image, card.channels), shape: shapeOf(card) } };
  if (sheet.header.blocks[block] && block !== sheet.header.capsules)
    addMaps(header, arrays, seen, block);
  else {
    header.unit = Math.min(unit, seen.inputs - 1);
    if (block === "decoder") addDecoder(arrays, seen, unit);
    else addCapsule(arrays, seen, header.unit, digit);
  }
  return packArrays(header, arrays);
}

/** @param {any} header @param {Packed} arrays @param {Seen} seen @param {string} block */
function addMaps(header, arrays, { sheet, outputs }, block) {
  const { shape, stride } = sheet.header.blocks[block];
  const { data } = outputs[`maps/${block}`];
  const size = data.length / shape[0];
  const { bytes, peak } = levels(data);
  header.peaks.maps = peak;
  arrays.maps = { values: bytes, shape };
  const means = Float32Array.from({ length: shape[0] }, (_, map) => {
    const one = data.subarray(map * size, (map + 1) * size);
    return one.reduce((sum, value) => sum + value, 0) / size;
  });
  arrays.strength = { values: means, shape: [shape[0]] };
  if (!stride) return;
  header.stride = stride;
  const kernels = sheet.arrays[`kernels/${block}`];
  const wide = Math.sqrt(kernels.length / shape[0]);
  arrays.kernels = { values: kernels, shape: [shape[0], wide, wide] };
  arrays.biases = { values: sheet.arrays[`biases/${block}`], shape: [shape[0]] };
}

/** @param {Packed} arrays @param {Seen} seen @param {number} unit counted through all hidden layers */
function addDecoder(arrays, seen, unit) {
  const { decoder } = seen.decode();
  arrays.poses = { values: seen.poses, shape: [seen.classes, seen.dim] };
  const { side } = seen.network.card;
  let rest = unit;
  decoder.hidden.forEach((units, layer) => {
    arrays[`hidden/${layer}`] = { values: units.slice(), shape: [units.length] };
    if (rest >= 0 && rest < units.length)
      arrays.pattern = { values: meanOf(decoder.pattern(layer, rest), side), shape: [side, side] };
    rest -= units.length;
  });
}

/** Mean over colour planes. @param {Float32Array} pattern @param {number} side */
function meanOf(pattern, side) {
  const pixels = side * side;
  const channels = pattern.length / pixels;
  const mean = new Float32Array(pixels);
  pattern.forEach((value, at) => {
    mean[at % pixels] += value / channels;
  });
  return mean;
}

/** @param {Packed} arrays @param {Seen} seen @param {number} unit @param {number} digit */
function addCapsule(arrays, seen, unit, digit) {
  const { outputs, classes, dim, rounds, network } = seen;
  const size = outputs.primary.dims[1];
  const one = (name) => outputs[name].data.slice(unit * size, (unit + 1) * size);
  const u = one("primary");
  arrays.u = { values: u, shape: [size] };
  if (outputs.before) arrays.before = { values: one("before"), shape: [size] };
  if (seen.sheet.header.votes) {
    const from = network.card.places["network.W"] + (unit * size * classes + digit) * dim;
    const rows = Array.from(u, (_, k) => {
      const at = from + k * classes * dim;
      return network.weights.subarray(at, at + dim);
    });
    arrays.W = { values: join(rows), shape: [size, dim] };
    const vote = new Float32Array(dim);
    for (let d = 0; d < dim; d++) vote[d] = rows.reduce((sum, row, k) => sum + u[k] * row[d], 0);
    arrays.vote = { values: vote, shape: [dim] };
  }
  arrays.logits = seen.ofCapsule("logits", unit);
  arrays.couplings = seen.ofCapsule("couplings", unit);
  const sizes = outputs.vote_lengths.data.slice(unit * classes, (unit + 1) * classes);
  arrays.vote_lengths = { values: sizes, shape: [classes] };
  arrays.lengths = { values: seen.lengths, shape: [rounds, classes] };
  arrays.s = sumLengths(seen);
  const fed = feeds(seen, unit);
  if (fed) arrays.feeds = { values: fed, shape: [fed.length] };
}

/** ‖s‖ of each iteration and class. @param {Seen} seen */
function sumLengths(seen) {
  const { rounds, classes, dim } = seen;
  const totals = finite(seen.steps("totals"));
  const values = Float32Array.from({ length: rounds * classes }, (_, n) =>
    Math.hypot(...totals.subarray(n * dim, (n + 1) * dim)),
  );
  return { values, shape: [rounds, classes] };
}

/** How much each map below adds to a capsule before its squash. @param {Seen} seen @param {number} unit */
function feeds({ sheet, outputs, network, inputs }, unit) {
  const { fed, types, blocks } = sheet.header;
  if (!fed) return null;
  const [count, , columns] = blocks[fed.below].shape;
  const { data } = outputs[`maps/${fed.below}`];
  const size = outputs.primary.dims[1];
  const grid = Math.sqrt(inputs / types);
  const [place, type] = [Math.floor(unit / types), unit % types];
  const [high, wide] = fed.kernel;
  const top = Math.floor(place / grid) * fed.stride[0];
  const left = (place % grid) * fed.stride[1];
  const weights = network.weights.subarray(network.card.places["network.primary.weight"]);
  const map = data.length / count;
  return Float32Array.from({ length: count }, (_, m) => {
    const sums = new Float32Array(size);
    for (let d = 0; d < size; d++) {
      let at = ((type * size + d) * count + m) * high * wide;
      for (let row = top; row < top + high; row++)
        for (let column = left; column < left + wide; column++)
          sums[d] += weights[at++] * data[m * map + row * columns + column];
    }
    return Math.hypot(...sums);
  });
}
