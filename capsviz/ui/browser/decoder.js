/*
 * The capsule network's decoder, run in the visitor's browser: one masked capsule's pose
 * -> 28x28 pixels. Fully connected layers, ReLU between them, a sigmoid behind.
 *
 * Weights arrive once, as whole numbers of a step (capsviz/ui/live/weights.py writes them and says
 * how, and leaves out units that are never active), and are kept as
 * float32 with all weights of one INPUT unit together: a ReLU leaves about half of the
 * units at zero, and the weights of a zero unit are then never read. A layer is one call
 * into WebAssembly that works on four numbers at a time; where a browser has none, the same
 * in plain JavaScript takes seven to ten times as long. ONNX Runtime, which reads drawings on
 * published sites, takes more than twice as long, and files that play without a server cannot
 * hold its 14 MB.
 */

/** decoder.wat, compiled. */
export const DECODER_WASM =
  "AGFzbQEAAAABDAFgCH9/f39/f39/AAIQAQRwYWdlBm1lbW9yeQIAAQMCAQAHCQEFbGF5ZXIAAAqZAwGWAwQDfwF9" +
  "BX8EeyAFQQJ0IQggBCADIAj8CgAAIAAgAUECdGohCSAHIQoDQCAAIAlJBEAgACoCACELIAtDAAAAAFwEQCAKIAI2" +
  "AgAgCiALOAIEIApBCGohCgsgAiAIaiECIABBBGohAAwBCwsDQCAKIAdrQR9xBEAgCiADNgIAIApDAAAAADgCBCAK" +
  "QQhqIQoMAQsLIAQgCGohCQNAIAcgCkkEQCAHKAIAIQ0gBygCCCEOIAcoAhAhDyAHKAIYIRAgB/0JAgQhESAH/QkC" +
  "DCESIAf9CQIUIRMgB/0JAhwhFCAEIQwDQCAMIAz9AAQAIBEgDf0ABAD95gEgEiAO/QAEAP3mAf3kAf3kASATIA/9" +
  "AAQA/eYBIBQgEP0ABAD95gH95AH95AH9CwQAIA1BEGohDSAOQRBqIQ4gD0EQaiEPIBBBEGohECAMQRBqIQwgDCAJ" +
  "SQ0ACyAHQSBqIQcMAQsLIAYEQANAIAQgBP0ABAD9DAAAAAAAAAAAAAAAAAAAAAD96QH9CwQAIARBEGohBCAEIAlJ" +
  "DQALCwsAnAEEbmFtZQJtAQAVAAVpbnB1dAEGaW5wdXRzAgd3ZWlnaHRzAwRiaWFzBANvdXQFB291dHB1dHMGBHJl" +
  "bHUHBGxpc3QIA3JvdwkDZW5kCgR0YWlsCwF4DAFvDQFhDgFiDwFjEAFkEQJ4YRICeGITAnhjFAJ4ZAMmAQAFAARz" +
  "Y2FuAwNwYWQFBmdyb3VwcwcEb3V0cwkIcG9zaXRpdmU=";

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

/** The layer function of decoder.wat over some memory; null where the browser cannot. */
export function decoderKernel(memory) {
  try {
    const code = Uint8Array.from(atob(DECODER_WASM), (letter) => letter.charCodeAt(0));
    const module = new WebAssembly.Module(code);
    return new WebAssembly.Instance(module, { page: { memory } }).exports.layer;
  } catch {
    return null;
  }
}

/** The same in plain JavaScript, four inputs at a time. */
function plainDecoderKernel(buffer) {
  const numbers = new Float32Array(buffer);
  const words = new Uint32Array(buffer);
  return (input, inputs, weights, bias, out, outputs, relu, list) => {
    const [from, to] = [out / 4, out / 4 + outputs];
    numbers.copyWithin(from, bias / 4, bias / 4 + outputs);
    const first = list / 4;
    let tail = first;
    for (let i = 0; i < inputs; i++) {
      const value = numbers[input / 4 + i];
      if (value === 0) continue;
      words[tail++] = weights / 4 + i * outputs;
      numbers[tail++] = value;
    }
    while ((tail - first) % 8) {
      words[tail++] = bias / 4;
      numbers[tail++] = 0;
    }
    for (let n = first; n < tail; n += 8) {
      let [a, b, c, d] = [words[n], words[n + 2], words[n + 4], words[n + 6]];
      const [xa, xb, xc, xd] = [numbers[n + 1], numbers[n + 3], numbers[n + 5], numbers[n + 7]];
      for (let o = from; o < to; o++) {
        numbers[o] += xa * numbers[a++] + xb * numbers[b++] + xc * numbers[c++] + xd * numbers[d++];
      }
    }
    if (relu) for (let o = from; o < to; o++) if (numbers[o] < 0) numbers[o] = 0;
  };
}

/** A byte that stands for a larger whole number, which comes last. */
const ESCAPE = -128;

export class CapsuleDecoder {
  /** @param {boolean} [wasm] false only to test what browsers without it do */
  constructor(file, { classes, dim, hidden, side, channels = 1 }, wasm = true) {
    const inputs = classes * dim;
    const pixels = channels * side * side;
    const widths = [inputs, ...hidden, pixels];
    this.classes = classes;
    this.dim = dim;
    this.side = side;
    this.pixels = pixels;

    let bytes = 0;
    const room = (count) => {
      const at = bytes;
      bytes += 16 * Math.ceil(count / 4); // kept at multiples of 16 bytes
      return at;
    };
    this.layers = hidden.concat(pixels).map((width, l) => {
      const outputs = 4 * Math.ceil(width / 4);
      return {
        inputs: widths[l],
        width,
        outputs,
        relu: l < hidden.length ? 1 : 0,
        weights: room(widths[l] * outputs),
        bias: room(outputs),
        out: room(outputs),
      };
    });
    this.input = room(inputs);
    this.list = room(2 * Math.max(...widths) + 8);
    const memory =
      wasm && globalThis.WebAssembly
        ? new WebAssembly.Memory({ initial: Math.ceil(bytes / 65536) })
        : null;
    const kernel = memory && decoderKernel(memory);
    const buffer = memory && kernel ? memory.buffer : new ArrayBuffer(bytes);
    /** @type {Function} */
    this.kernel = /** @type {any} */ (kernel) ?? plainDecoderKernel(buffer);
    this.numbers = new Float32Array(buffer);
    const last = this.layers[hidden.length].out / 4;
    this.logits = this.numbers.subarray(last, last + pixels);
    this.image = new Uint8Array(pixels);
    this.fill(new DataView(file));
  }

  /**
   * Unpack the file. Missing values stay zero.
   * @param {DataView} file
   */
  fill(file) {
    const { numbers, layers } = this;
    const wrong = new Error("the decoder file has a wrong size");
    let at = 0;
    /** @template T @param {number} size @param {(at: number) => T} read @returns {T} */
    const next = (size, read) => {
      at += size;
      if (at > file.byteLength) throw wrong;
      return read(at - size);
    };
    const whole = () => next(2, (from) => file.getUint16(from, true));
    const steps = layers.map(() => next(4, (from) => file.getFloat32(from, true)));
    const all = (count) => Array.from({ length: count }, (_, unit) => unit);
    const units = [
      all(layers[0].inputs),
      ...layers.slice(0, -1).map(() => all(whole()).map(whole)),
      all(this.pixels),
    ];
    const halves = halfPrecisionTable();
    layers.forEach(({ bias }, l) => {
      for (const unit of units[l + 1]) numbers[bias / 4 + unit] = halves[whole()];
    });

    const count = layers.reduce((sum, _, l) => sum + units[l].length * units[l + 1].length, 0);
    const lower = at + count;
    let larger = lower + Math.ceil(count / 2);
    if (larger > file.byteLength) throw wrong;
    let n = 0;
    layers.forEach(({ weights, outputs }, l) => {
      for (const input of units[l]) {
        const row = weights / 4 + input * outputs;
        for (const output of units[l + 1]) {
          const upper = file.getInt8(at + n);
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
   * @param {Uint8Array} [out] where to write; by default a buffer that the next call reuses
   * @param {Record<number, number[]>} [off] of hidden layers the units that are zero
   * @returns {Uint8Array} 784 pixels, 0..255
   */
  decode(capsule, pose, out = this.image, off = {}) {
    this.numbers.set(pose, this.input / 4);
    return this.run(this.dim, capsule * this.dim, out, off);
  }

  /** The same unrounded, in 0..1. @param {number} capsule @param {ArrayLike<number>} pose */
  decodeExactly(capsule, pose) {
    this.decode(capsule, pose);
    return this.logits.map((logit) => 1 / (1 + Math.exp(-logit)));
  }

  /** Activations of the hidden layers at the last decoding, valid until the next one. */
  get hidden() {
    return this.layers
      .slice(0, -1)
      .map(({ out, width }) => this.numbers.subarray(out / 4, out / 4 + width));
  }

  /**
   * Contribution of a hidden unit to each pixel's sum, through the active units behind it: as
   * `hidden_pattern` in capsviz/analysis/activations.py.
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
   * Decode several capsules at once, which the network was never trained to do.
   *
   * @param {[number, ArrayLike<number>][]} parts capsules and their poses; the others are zero
   */
  decodeMixture(parts, out = this.image) {
    const { numbers, classes, dim } = this;
    const start = this.input / 4;
    numbers.fill(0, start, start + classes * dim);
    for (const [capsule, pose] of parts) numbers.set(pose, start + capsule * dim);
    return this.run(classes * dim, 0, out);
  }

  /** Every capsule decoded on its own: classes x 784 pixels. */
  decodeAll(poses, out = new Uint8Array(this.classes * this.pixels)) {
    for (let k = 0; k < this.classes; k++) {
      this.decode(k, poses[k], out.subarray(k * this.pixels, (k + 1) * this.pixels));
    }
    return out;
  }

  /** Run `count` inputs, the first of which has row `row` of the weights, through all layers. */
  run(count, row, out, off = {}) {
    let [input, inputs, skip] = [this.input, count, row];
    for (const [l, layer] of this.layers.entries()) {
      const weights = layer.weights + 4 * skip * layer.outputs;
      this.kernel(
        input,
        inputs,
        weights,
        layer.bias,
        layer.out,
        layer.outputs,
        layer.relu,
        this.list,
      );
      for (const unit of off[l] ?? [])
        if (unit < layer.width) this.numbers[layer.out / 4 + unit] = 0;
      [input, inputs, skip] = [layer.out, layer.width, 0];
    }
    const { logits, pixels } = this;
    for (let p = 0; p < pixels; p++) out[p] = 255 / (1 + Math.exp(-logits[p])) + 0.5;
    return out;
  }
}
