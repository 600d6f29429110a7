/*
 * Fully connected layers in the browser, in one memory: for capsule networks' decoders and the
 * network of parts.
 *
 * Weights are float32, grouped by INPUT: a ReLU leaves about half of the units at zero, and the
 * weights of a zero unit are never read. A layer is one call into WebAssembly that processes four
 * numbers at a time. The fallback in plain JavaScript takes seven to ten times as long. ONNX
 * Runtime takes more than twice as long for a decoder (.github/MEASUREMENTS.md), and its 14 MB are
 * too large for standalone files.
 */

/** linear_layers.wat, compiled. */
export const LAYER_WASM =
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

/** The layer function of linear_layers.wat on a memory; null if the browser does not support it. */
export function layerKernel(memory) {
  try {
    const code = Uint8Array.from(atob(LAYER_WASM), (letter) => letter.charCodeAt(0));
    const module = new WebAssembly.Module(code);
    return new WebAssembly.Instance(module, { page: { memory } }).exports.layer;
  } catch {
    return null;
  }
}

/** The same in plain JavaScript, four inputs at a time. */
function plainLayerKernel(buffer) {
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

/**
 * @typedef {object} Layer with addresses in bytes
 * @property {number} inputs
 * @property {number} width number of outputs
 * @property {number} outputs `width` padded to a multiple of four, also the length of a row of
 *   weights
 * @property {number} relu 1 if negative outputs become 0
 * @property {number} weights
 * @property {number} bias
 * @property {number} out
 */

export class LinearLayers {
  /**
   * @param {{inputs: number, width: number, relu: boolean, places?: number}[]} shapes `places` is
   *   the number of map positions whose outputs are stored
   * @param {boolean} [wasm] false only to test browsers without WebAssembly
   */
  constructor(shapes, wasm = true) {
    let bytes = 0;
    const allocate = (count) => {
      const address = bytes;
      bytes += 16 * Math.ceil(count / 4); // aligned to 16 bytes
      return address;
    };
    /** @type {Layer[]} */
    this.layers = shapes.map(({ inputs, width, relu, places = 1 }) => {
      const outputs = 4 * Math.ceil(width / 4);
      return {
        inputs,
        width,
        outputs,
        relu: Number(relu),
        weights: allocate(inputs * outputs),
        bias: allocate(outputs),
        out: allocate(outputs * places),
      };
    });
    const maxInputs = Math.max(...shapes.map(({ inputs }) => inputs));
    /** Address of the inputs of a first layer. */
    this.input = allocate(maxInputs);
    this.list = allocate(2 * maxInputs + 8);
    const memory =
      wasm && globalThis.WebAssembly
        ? new WebAssembly.Memory({ initial: Math.ceil(bytes / 65536) })
        : null;
    const kernel = memory && layerKernel(memory);
    const buffer = memory && kernel ? memory.buffer : new ArrayBuffer(bytes);
    /** @type {Function} */
    this.kernel = /** @type {any} */ (kernel) ?? plainLayerKernel(buffer);
    /** All of the memory; an address is 4 * index. */
    this.numbers = new Float32Array(buffer);
  }

  /** Outputs of the last run, valid until the next one. @param {Layer} layer */
  outputsOf({ out, width }) {
    return this.numbers.subarray(out / 4, out / 4 + width);
  }

  /**
   * Run one layer.
   *
   * @param {Layer} layer
   * @param {number} input address of its inputs
   * @param {{count?: number, row?: number, out?: number}} [options] number of inputs, row of
   *   weights of the first input, and address of the outputs
   */
  run(layer, input, { count = layer.inputs, row = 0, out = layer.out } = {}) {
    const { weights, bias, outputs, relu } = layer;
    const from = weights + 4 * row * outputs;
    this.kernel(input, count, from, bias, out, outputs, relu, this.list);
  }
}
