/*
 * The capsule network's decoder, run in the visitor's browser: one masked capsule's pose -> 28x28
 * pixels. Fully connected layers with ReLU between them and a sigmoid at the end.
 *
 * Weights are loaded once, as integer multiples of a step. capsviz/ui/live/weights.py writes and
 * documents the format, and leaves out units that are never active.
 */

import { EachDecoder } from "./each_decoder.js";
import { LinearLayers } from "./linear_layers.js";

/** @type {Float32Array | null} */
let capsuleHalves = null;

/**
 * Half-precision bits -> number, for all 65,536 of them (Float16Array is too new to rely on).
 * @returns {Float32Array}
 */
export function halfPrecisionTable() {
  if (capsuleHalves) return capsuleHalves;
  const halves = new Float32Array(65536);
  for (let bits = 0; bits < 65536; bits++) {
    const exponent = (bits >> 10) & 31;
    const fraction = bits & 1023;
    let value;
    if (exponent === 0) value = fraction * 2 ** -24;
    else if (exponent === 31) value = fraction ? NaN : Infinity;
    else value = (1 + fraction / 1024) * 2 ** (exponent - 15);
    halves[bits] = bits & 0x8000 ? -value : value;
  }
  capsuleHalves = halves;
  return halves;
}

/** Marks a weight too large for a byte; such weights are at the end of the file. */
const ESCAPE = -128;

export class CapsuleDecoder extends EachDecoder {
  /**
   * @param {ArrayBuffer} file
   * @param {import("./engine/remote_decoder.js").DecoderData} shape
   * @param {boolean} [wasm] false only to test browsers without WebAssembly
   */
  constructor(file, { classes, dim, hidden = [], side, channels = 1 }, wasm = true) {
    super({ classes, dim, side, channels });
    const widths = [classes * dim, ...hidden, this.pixels];
    const shapes = widths.slice(1).map((width, l) => ({
      inputs: widths[l],
      width,
      relu: l < hidden.length,
    }));
    this.chain = new LinearLayers(shapes, wasm);
    this.layers = this.chain.layers;
    this.numbers = this.chain.numbers;
    this.logits = this.chain.outputsOf(this.layers[hidden.length]);
    this.image = new Uint8Array(this.pixels);
    this.fill(new DataView(file));
  }

  /**
   * Unpack the file. Missing values stay zero.
   * @param {DataView} file
   */
  fill(file) {
    const { numbers, layers } = this;
    const wrong = new Error("the decoder file has a wrong size");
    let offset = 0;
    /** @template T @param {number} size @param {(offset: number) => T} read @returns {T} */
    const next = (size, read) => {
      offset += size;
      if (offset > file.byteLength) throw wrong;
      return read(offset - size);
    };
    const nextUint16 = () => next(2, (from) => file.getUint16(from, true));
    const steps = layers.map(() => next(4, (from) => file.getFloat32(from, true)));
    const range = (count) => Array.from({ length: count }, (_, unit) => unit);
    const units = [
      range(layers[0].inputs),
      ...layers.slice(0, -1).map(() => range(nextUint16()).map(nextUint16)),
      range(this.pixels),
    ];
    const halves = halfPrecisionTable();
    layers.forEach(({ bias }, l) => {
      for (const unit of units[l + 1]) numbers[bias / 4 + unit] = halves[nextUint16()];
    });

    const count = layers.reduce((sum, _, l) => sum + units[l].length * units[l + 1].length, 0);
    const lower = offset + count;
    let larger = lower + Math.ceil(count / 2);
    if (larger > file.byteLength) throw wrong;
    let n = 0;
    layers.forEach(({ weights, outputs }, l) => {
      for (const input of units[l]) {
        const row = weights / 4 + input * outputs;
        for (const output of units[l + 1]) {
          const upper = file.getInt8(offset + n);
          let code = 16 * upper + ((file.getUint8(lower + (n >> 1)) >> (4 * (n & 1))) & 15);
          if (upper === ESCAPE) {
            if (larger + 2 > file.byteLength) throw wrong;
            code = file.getInt16(larger, true);
            larger += 2;
          }
          numbers[row + output] = code * steps[l];
          n += 1;
        }
      }
    });
    if (larger !== file.byteLength) throw wrong;
  }

  /**
   * Decode one capsule, all others masked.
   *
   * @param {number} capsule 0..classes-1
   * @param {ArrayLike<number>} pose its 16 numbers
   * @param {Uint8Array} [out] destination; by default a buffer that the next call overwrites
   * @param {Record<number, number[]>} [zeroed] units to set to zero, by hidden layer
   * @returns {Uint8Array} 784 pixels, 0..255
   */
  decode(capsule, pose, out = this.image, zeroed = {}) {
    this.numbers.set(pose, this.chain.input / 4);
    return this.run(this.dim, capsule * this.dim, out, zeroed);
  }

  /** Activations of the hidden layers at the last decoding, valid until the next one. */
  get hidden() {
    return this.layers.slice(0, -1).map((layer) => this.chain.outputsOf(layer));
  }

  /**
   * Contribution of a hidden unit to each pixel's sum, through the active units of later layers,
   * like `hidden_pattern` in capsviz/analysis/activations.py.
   *
   * @param {number} layer
   * @param {number} unit
   */
  pattern(layer, unit) {
    const { layers, numbers, hidden } = this;
    const row = ({ weights, outputs, width }, input) =>
      numbers.subarray(weights / 4 + input * outputs, weights / 4 + input * outputs + width);
    let pattern = row(layers[layer + 1], unit).slice();
    for (let l = layer + 1; l < hidden.length; l++) {
      const next = new Float32Array(layers[l + 1].width);
      hidden[l].forEach((value, u) => {
        if (value <= 0) return;
        row(layers[l + 1], u).forEach((weight, p) => {
          next[p] += weight * pattern[u];
        });
      });
      pattern = next;
    }
    return pattern;
  }

  /**
   * Decode several capsules at once. The network was not trained for this.
   *
   * @param {[number, ArrayLike<number>][]} parts capsules and their poses; the others are zero
   */
  decodeMixture(parts, out = this.image) {
    const { numbers, classes, dim } = this;
    const start = this.chain.input / 4;
    numbers.fill(0, start, start + classes * dim);
    for (const [capsule, pose] of parts) numbers.set(pose, start + capsule * dim);
    return this.run(classes * dim, 0, out);
  }

  /** Run `count` inputs through all layers; the first input has row `row` of the weights. */
  run(count, row, out, zeroed = {}) {
    const { chain, layers } = this;
    let input = chain.input;
    for (const [l, layer] of layers.entries()) {
      chain.run(layer, input, l ? {} : { count, row });
      const outputs = chain.outputsOf(layer);
      for (const unit of zeroed[l] ?? []) if (unit < layer.width) outputs[unit] = 0;
      input = layer.out;
    }
    const { logits, pixels } = this;
    for (let p = 0; p < pixels; p++) out[p] = 255 / (1 + Math.exp(-logits[p])) + 0.5;
    return out;
  }
}
