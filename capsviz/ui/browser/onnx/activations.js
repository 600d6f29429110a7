/*
 * Replies for the Network page from a graph's outputs: all blocks at once, or one block in full, as
 * in capsviz/ui/pages/network/routes.py.
 */

import { packArrays } from "../arrays.js";
import { toBytes } from "../digit_form.js";
import { shownPlanes } from "../raster.js";
import { shapeOf, shownInput } from "./live_reply.js";

/** Squash variants by their index in a graph, as `SQUASHES` in capsviz/analysis/ablation.py. */
const SQUASHES = ["epsilon", "bare", "none"];
/**
 * @typedef {import("./live_reply.js").Outputs} Outputs
 * @typedef {import("./networks.js").Network} Network
 * @typedef {Parameters<typeof packArrays>[1]} Packed
 * @typedef {{header: any, arrays: Record<string, Float32Array>}} Sheet as
 *   capsviz/ui/site/activations.py writes it
 * @typedef {{maps: Record<string, number[]>, types: number[], places: number[],
 *   hidden: Record<string, number[]>, squash: string, axis: string}} Ablation
 */

/** @param {any} values @returns {Ablation} */
export function readAblation(values) {
  const trained = { maps: {}, types: [], places: [], hidden: {}, squash: SQUASHES[0] };
  return { ...trained, axis: "outputs", ...values };
}

/** Outputs for one capsule with a value per iteration. */
const PER_ITERATION = ["logits", "couplings", "cosines"];

/** Unused outputs: for all blocks at once, for the entire network, for one block. */
const UNUSED_OUTPUTS = {
  live: /^(unit|strength|votes)\//,
  whole: /^(presence|directions|flow|couplings)$|^(unit|strength)\//,
  block: /^(presence|directions|flow|couplings)$|^votes\//,
};

/**
 * Names of the outputs to compute.
 * @param {readonly string[]} names of its outputs
 * @param {{what: string, block?: string}} question
 */
export function wantedOutputs(names, { what, block }) {
  const unused = UNUSED_OUTPUTS[what === "network" ? "live" : block ? "block" : "whole"];
  return names.filter((name) => !unused.test(name));
}

/**
 * Inputs of a graph other than the image.
 * @param {readonly string[]} names
 * @param {Sheet} sheet
 * @param {Ablation} ablation
 * @param {number} unit
 */
export function graphInputs(names, { header: { sizes, types } }, ablation, unit) {
  /** @type {Record<string, Float32Array>} */
  const inputs = {};
  for (const name of names.filter((each) => each !== "image")) {
    inputs[name] = new Float32Array(sizes[name]).fill(1);
    if (name === "squash") inputs[name][0] = Math.max(0, SQUASHES.indexOf(ablation.squash));
    else if (name === "unit") inputs[name][0] = Math.min(unit, sizes.keep - 1);
    else if (name === "keep") dropCapsules(inputs[name], types, ablation);
    else for (const map of ablation.maps[name.slice("keep/".length)] ?? []) inputs[name][map] = 0;
  }
  return inputs;
}

/** @param {Float32Array} keep @param {number} types @param {Ablation} ablation */
function dropCapsules(keep, types, ablation) {
  for (let n = 0; n < keep.length; n++)
    if (ablation.types.includes(n % types) || ablation.places.includes(Math.floor(n / types)))
      keep[n] = 0;
}

/**
 * Add an array as bytes, scaled so that the maximum is 255, and the maximum. NaN becomes 0.
 * @param {any} header @param {Packed} arrays @param {string} name
 * @param {{values: ArrayLike<number> & Iterable<number>, shape: number[]}} array
 */
function addLevels(header, arrays, name, { values, shape }) {
  let peak = 0;
  for (const value of values) if (value > peak) peak = value;
  header.peaks[name] = Number(peak.toFixed(4));
  const levels = Float32Array.from(values, (value) => Math.max(0, value || 0) / (peak || 1));
  arrays[name] = { values: toBytes(levels), shape };
}

/** @param {ArrayLike<number>} values */
const replaceNaN = (values) => Float32Array.from(values, (value) => value || 0);

/** Converts a graph's outputs to a reply. */
class Readout {
  /**
   * @param {Network} network
   * @param {Sheet} sheet
   * @param {any} question
   * @param {Outputs} outputs of ten iterations, or of one without routing
   */
  constructor(network, sheet, question, outputs) {
    this.network = network;
    this.sheet = sheet;
    this.outputs = outputs;
    this.ablation = readAblation(question.off);
    const [steps, classes, dim] = outputs.capsules.dims;
    this.rounds = Math.min(steps, question.iterations);
    this.lengths = this.steps("lengths");
    const last = replaceNaN(this.lengths.values.subarray(-classes));
    this.winner = last.indexOf(Math.max(...last));
    const poses = this.steps("capsules").values.slice(-classes * dim);
    this.poses = { values: poses, shape: [classes, dim] };
  }

  /** A copy of an output. @param {string} name */
  output(name) {
    const { data, dims } = this.outputs[name];
    return { values: data.slice(), shape: [...dims] };
  }

  /** Values of the requested iterations. @param {string} name */
  steps(name) {
    const { data, dims } = this.outputs[name];
    const values = data.slice(0, (this.rounds * data.length) / dims[0]);
    return { values, shape: [this.rounds, ...dims.slice(1)] };
  }

  /** Decode the winner alone. Returns the picture and the decoder with its hidden layers. */
  decode() {
    const { decoder } = this.network;
    const { values, shape } = this.poses;
    const pose = values.subarray(this.winner * shape[1], (this.winner + 1) * shape[1]);
    return { picture: decoder.decode(this.winner, pose, undefined, this.ablation.hidden), decoder };
  }
}

/**
 * Encode all blocks.
 * @param {Network} network
 * @param {Sheet} sheet
 * @param {any} question header of a live request
 * @param {Float32Array} image the network's input
 * @param {Outputs} outputs
 * @param {number} ms inference time
 */
export function encodeActivations(network, sheet, question, image, outputs, ms) {
  const readout = new Readout(network, sheet, question, outputs);
  const { card } = network;
  /** @type {any} */
  // The runtime does not report times per block.
  const header = { seq: question.seq, took: { all: ms }, shown: {}, peaks: {} };
  /** @type {Packed} */
  const arrays = { input: shownInput(card, image), lengths: readout.lengths };
  const add = (name, array) => addLevels(header, arrays, name, array);
  for (const [block, { shape, shown }] of Object.entries(sheet.header.blocks)) {
    const { data } = outputs[`maps/${block}`];
    const [, rows, columns] = shape;
    const size = rows * columns;
    header.shown[block] = shown;
    const values = new Float32Array(shown.length * size);
    shown.forEach((map, i) => {
      values.set(data.subarray(map * size, (map + 1) * size), i * size);
    });
    add(`maps/${block}`, { values, shape: [shown.length, rows, columns] });
  }
  const presence = toBytes(outputs.presence.data);
  arrays.presence = { values: presence, shape: [presence.length] };
  const { values, shape } = readout.output("directions");
  // 128 is the origin.
  arrays.directions = {
    values: Uint8Array.from(values, (value) => 128 + 127 * value + 0.5),
    shape,
  };
  arrays.s = readout.steps("s");
  add("flow", readout.steps("flow"));
  const couplings = toBytes(readout.steps("couplings").values.subarray(-presence.length));
  arrays.couplings = { values: couplings, shape: [presence.length] };
  const { picture, decoder } = readout.decode();
  decoder.hidden.forEach((units, layer) => {
    add(`hidden/${layer}`, { values: units, shape: [units.length] });
  });
  arrays.picture = { values: picture, shape: shapeOf(card) };
  return packArrays(header, arrays);
}

/**
 * Encode one block in full, or the entire network if `block` is empty.
 * @param {Network} network
 * @param {Sheet} sheet
 * @param {any} question
 * @param {Float32Array} image
 * @param {Outputs} outputs
 */
export function encodeInside(network, sheet, question, image, outputs) {
  const readout = new Readout(network, sheet, question, outputs);
  const { block, unit } = question;
  const digit = question.digit < 0 ? readout.winner : question.digit;
  /** @type {any} */
  const header = { block, digit, peaks: {} };
  const { card } = network;
  /** @type {Packed} */
  const arrays = { input: { values: shownPlanes(image, card.channels), shape: shapeOf(card) } };
  if (!block) addWhole(header, arrays, readout);
  else if (sheet.header.blocks[block] && block !== sheet.header.capsules)
    addMaps(header, arrays, readout, block);
  else {
    header.unit = Math.min(unit, sheet.header.sizes.keep - 1);
    if (block === "decoder") addDecoder(arrays, readout, unit);
    else addCapsule(arrays, readout, digit);
  }
  return packArrays(header, arrays);
}

/**
 * Add all maps, ‖û‖ of each vote, and the square roots of all couplings of every iteration.
 * @param {any} header @param {Packed} arrays @param {Readout} readout
 */
function addWhole(header, arrays, readout) {
  const { sheet } = readout;
  for (const block of Object.keys(sheet.header.blocks))
    if (block !== sheet.header.capsules)
      addLevels(header, arrays, `maps/${block}`, readout.output(`maps/${block}`));
  const { values, shape } = readout.steps("votes/couplings");
  arrays.couplings = { values: toBytes(values), shape };
  addLevels(header, arrays, "vote_lengths", readout.output("votes/vote_lengths"));
}

/** @param {any} header @param {Packed} arrays @param {Readout} readout @param {string} block */
function addMaps(header, arrays, readout, block) {
  const { sheet, outputs } = readout;
  const { shape, stride } = sheet.header.blocks[block];
  addLevels(header, arrays, "maps", { values: outputs[`maps/${block}`].data, shape });
  arrays.strength = readout.output(`strength/${block}`);
  if (!stride) return;
  header.stride = stride;
  const kernels = sheet.arrays[`kernels/${block}`];
  const side = Math.sqrt(kernels.length / shape[0]);
  arrays.kernels = { values: kernels, shape: [shape[0], side, side] };
  arrays.biases = { values: sheet.arrays[`biases/${block}`], shape: [shape[0]] };
}

/**
 * @param {Packed} arrays
 * @param {Readout} readout
 * @param {number} unit index over all hidden layers
 */
function addDecoder(arrays, readout, unit) {
  const { decoder } = readout.decode();
  arrays.poses = readout.poses;
  const { side } = readout.network.card;
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
  pattern.forEach((value, i) => {
    mean[i % pixels] += value / channels;
  });
  return mean;
}

/** @param {Packed} arrays @param {Readout} readout @param {number} digit */
function addCapsule(arrays, readout, digit) {
  for (const name of Object.keys(readout.outputs).filter((each) => each.startsWith("unit/"))) {
    const key = name.slice("unit/".length);
    arrays[key] = PER_ITERATION.includes(key) ? readout.steps(name) : readout.output(name);
  }
  if (arrays.W) {
    const [primary, classes, dim] = arrays.W.shape;
    const values = /** @type {Float32Array} */ (arrays.W.values).filter(
      (_, i) => Math.floor(i / dim) % classes === digit,
    );
    arrays.W = { values, shape: [primary, dim] };
  }
  arrays.lengths = readout.lengths;
  arrays.s = readout.steps("s");
}
