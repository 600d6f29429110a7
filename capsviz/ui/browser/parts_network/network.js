/*
 * The network of capsviz/model/parts in the browser. It takes less than a millisecond per picture,
 * so that parts and objects follow the pen without a server. ONNX Runtime is not faster
 * (.github/MEASUREMENTS.md), each first visit would load megabytes for it, and a network trained
 * locally would need the exporter, which a plain installation lacks.
 */

import { LinearLayers } from "../linear_layers.js";
import { affine, compose, inverse } from "./affine.js";

/** As in capsviz/model/parts: bounds of poses, weight of presences, minimum spread. */
const [MIN_SCALE, MORE_SCALE, TURN, SHEAR, SHIFT] = [0.3, 0.5, Math.PI / 2, 0.5, 0.8];
const PRESENCE = 3;
const MIN_SIGMA = 0.05;
/** Log density of an unknown pose, and the minimum frequency of a part. */
const UNIFORM_LOG_DENSITY = 6 * (0.5 * Math.log(2 * Math.PI) - Math.log(2));
const MIN_FREQUENCY = 1e-3;
/** Number of values of a pose, and of the encoder's output for a part at a position. */
const POSE = 6;
const PART_OUTPUTS = POSE + 2;

/**
 * Names of all layers, the convolutions' strides, and whether negative outputs become 0.
 * @type {[string, number, boolean][]}
 */
const LAYERS = [
  ["parts.conv1", 2, true],
  ["parts.conv2", 2, true],
  ["parts.conv3", 1, true],
  ["parts.head", 1, false],
  ["objects.full1", 1, true],
  ["objects.full2", 1, true],
  ["objects.posterior", 1, false],
  ["objects.pose", 1, false],
];

const sigmoid = (z) => 1 / (1 + Math.exp(-z));
const logSigmoid = (z) => (z > 0 ? -Math.log1p(Math.exp(-z)) : z - Math.log1p(Math.exp(z)));

/** @param {number[]} z @returns {number[]} shares of 1 */
export function softmax(z) {
  const maximum = Math.max(...z);
  const grown = z.map((value) => Math.exp(value - maximum));
  const sum = grown.reduce((a, b) => a + b);
  return grown.map((value) => value / sum);
}

/**
 * @typedef {{x: number[], d: number}} Part pose as a map from the template to the picture, and
 *   presence
 * @typedef {{z: number[], ov: number[][], mu: number[][][], terms: {pose: number, presence:
 *   number}[][]}} Objects logits, poses, expected pose of each object's parts, and contribution of
 *   each part to each object's log likelihood; the last row is "no object": parts in any pose
 */

/**
 * @typedef {import("../linear_layers.js").Layer & {stride: number, channels: number, kernel: number}} Convolution
 * @typedef {{data: ArrayLike<number>, side: number, channels: number}} FeatureMap values grouped by
 *   position, row by row
 */

export class PartsNetwork {
  /**
   * @param {{arrays: Record<string, Float32Array>, shapes: Record<string, number[]>}} file
   * @param {boolean} [wasm] false only to test browsers without WebAssembly
   */
  constructor({ arrays, shapes }, wasm = true) {
    this.w = arrays;
    this.parts = shapes["parts.template"][0];
    this.template = shapes["parts.template"][1];
    this.objects = shapes["objects.presence"][0];
    const area = shapes["parts.place"][1] ** 2;
    const shaped = LAYERS.map(([name, stride, relu], i) => {
      const [width, channels, kernel = 1] = shapes[`${name}.weight`];
      const count = [4 * area, area, area, area][i] ?? 1;
      return {
        name,
        stride,
        relu,
        width,
        channels,
        kernel,
        places: count,
        inputs: channels * kernel ** 2,
      };
    });
    this.linear = new LinearLayers(shaped, wasm);
    /** @type {Record<string, Convolution>} */
    this.layers = {};
    this.linear.layers.forEach((layer, i) => {
      this.layers[shaped[i].name] = { ...shaped[i], ...layer };
      this.fill(shaped[i].name);
    });
    /** The templates' ink, 0..1, one after another. */
    this.ink = arrays["parts.template"].map(sigmoid);
  }

  // --- parts

  /** @param {Float32Array} image pixels in 0..1, row by row @returns {Part[]} */
  read(image) {
    const side = Math.sqrt(image.length);
    const { "parts.conv1": conv1, "parts.conv2": conv2, "parts.conv3": conv3 } = this.layers;
    let map = this.convolve({ data: image, side, channels: 1 }, conv1);
    map = this.convolve(this.convolve(map, conv2), conv3);
    const offsets = this.w["parts.place"];
    const positions = map.side * map.side;
    for (let p = 0; p < positions; p++) {
      for (let c = 0; c < map.channels; c++) {
        map.data[p * map.channels + c] += offsets[c * positions + p];
      }
    }
    const outputs = this.convolve(map, this.layers["parts.head"]).data;
    const width = this.parts * PART_OUTPUTS;
    const bias = this.w["parts.bias"];
    return Array.from({ length: this.parts }, (_, m) => {
      const offset = m * PART_OUTPUTS;
      const attention = softmax(
        Array.from(
          { length: positions },
          (__, p) => outputs[p * width + offset + PART_OUTPUTS - 1],
        ),
      );
      const pooled = Array.from({ length: POSE + 1 }, (__, v) =>
        attention.reduce((sum, share, p) => sum + share * outputs[p * width + offset + v], 0),
      );
      const [sx, sy, turn, shear, x, y] = pooled
        .slice(0, POSE)
        .map((v, k) => v + bias[m * POSE + k]);
      const pose = {
        width: MIN_SCALE + MORE_SCALE * sigmoid(sx),
        height: MIN_SCALE + MORE_SCALE * sigmoid(sy),
        turn: TURN * Math.tanh(turn),
        shear: SHEAR * Math.tanh(shear),
        x: SHIFT * Math.tanh(x),
        y: SHIFT * Math.tanh(y),
      };
      return { x: affine(pose), d: sigmoid(pooled[POSE] + 1) };
    });
  }

  /** Ink of a template at a point of its own frame, interpolated. */
  inkAt(m, x, y) {
    const { ink, template: T } = this;
    const column = ((x + 1) * T - 1) / 2;
    const row = ((y + 1) * T - 1) / 2;
    if (column <= -1 || row <= -1 || column >= T || row >= T) return 0;
    const left = Math.floor(column);
    const top = Math.floor(row);
    // Pixels outside the template have weight 0.
    const right = left < T - 1 ? column - left : 0;
    const low = top < T - 1 ? row - top : 0;
    const before = left < 0 ? 0 : 1 - column + left;
    const above = top < 0 ? 0 : 1 - row + top;
    const row0 = (m * T + Math.max(top, 0)) * T;
    const row1 = (m * T + Math.min(top + 1, T - 1)) * T;
    const first = Math.max(left, 0);
    const second = Math.min(left + 1, T - 1);
    return (
      above * (before * ink[row0 + first] + right * ink[row0 + second]) +
      low * (before * ink[row1 + first] + right * ink[row1 + second])
    );
  }

  /** The picture that the parts render together. @param {Part[]} parts @param {number} side */
  paint(parts, side) {
    const light = new Float32Array(side * side).fill(1);
    parts.forEach(({ x, d }, m) => {
      if (d < 0.004) return;
      // Without an array per pixel, for speed while the pen moves.
      const [a, b, tx, c, e, ty] = inverse(x);
      for (let p = 0; p < light.length; p++) {
        const px = (2 * (p % side) + 1) / side - 1;
        const py = (2 * Math.floor(p / side) + 1) / side - 1;
        const ink = this.inkAt(m, a * px + b * py + tx, c * px + e * py + ty);
        light[p] *= 1 - Math.min(0.999, d * ink);
      }
    });
    return light.map((value) => 1 - value);
  }

  /**
   * Squared difference between a picture and the rendered parts.
   * @param {Part[]} parts
   * @param {Float32Array} image
   */
  error(parts, image) {
    const picture = this.paint(parts, Math.sqrt(image.length));
    return picture.reduce((sum, value, p) => sum + (value - image[p]) ** 2, 0);
  }

  // --- objects

  /** @param {Part[]} parts @returns {Objects} */
  explain(parts) {
    const { w } = this;
    const [M, K] = [this.parts, this.objects];
    const inputs = new Float32Array(M * (POSE + 1));
    parts.forEach(({ x, d }, m) => {
      for (let k = 0; k < POSE; k++) inputs[m * (POSE + 1) + k] = x[k] * d;
      inputs[m * (POSE + 1) + POSE] = d;
    });
    const [mean, spread] = [w["objects.mean"], w["objects.spread"]];
    const normalised = inputs.map((value, i) => (value - mean[i]) / spread[i]);
    const h = this.denseLayer("objects.full2", this.denseLayer("objects.full1", normalised));
    const pose = this.denseLayer("objects.pose", h);
    const ov = Array.from({ length: K }, (_, k) => {
      const matrix = Array.from(pose.subarray(k * POSE, (k + 1) * POSE));
      matrix[0] += 1;
      matrix[4] += 1;
      return matrix;
    });
    const offset = w["objects.offset"];
    const mu = ov.map((objectPose, k) =>
      parts.map((_, m) => {
        const from = (k * M + m) * POSE;
        return compose(objectPose, offset.subarray(from, from + POSE));
      }),
    );
    return {
      z: Array.from(this.denseLayer("objects.posterior", h)),
      ov,
      mu,
      terms: [...this.terms(parts, mu), this.emptyLikelihood(parts)],
    };
  }

  /** Contribution of each part to the log likelihood of "no object". @param {Part[]} parts */
  emptyLikelihood(parts) {
    return parts.map(({ d }, m) => {
      const often = this.w["objects.mean"][m * (POSE + 1) + POSE];
      const p = Math.min(1 - MIN_FREQUENCY, Math.max(MIN_FREQUENCY, often));
      const presence = PRESENCE * (d * Math.log(p) + (1 - d) * Math.log(1 - p));
      return { pose: d * UNIFORM_LOG_DENSITY, presence };
    });
  }

  /** Contribution of each part to each object's log likelihood. */
  terms(parts, mu) {
    const { w } = this;
    return mu.map((expected, k) =>
      parts.map(({ x, d }, m) => {
        const index = k * this.parts + m;
        const p = w["objects.presence"][index];
        let pose = 0;
        for (let v = 0; v < POSE; v++) {
          const sigma = Math.max(MIN_SIGMA, Math.exp(w["objects.log_sigma"][index * POSE + v]));
          pose -= 0.5 * ((x[v] - expected[m][v]) / sigma) ** 2 + Math.log(sigma);
        }
        return {
          pose: d * pose,
          presence: PRESENCE * (d * logSigmoid(p) + (1 - d) * logSigmoid(-p)),
        };
      }),
    );
  }

  /**
   * Probability that each part is present in an object.
   * @param {number} k
   * @returns {number[]} by part
   */
  partProbabilities(k) {
    return Array.from({ length: this.parts }, (_, m) =>
      sigmoid(this.w["objects.presence"][k * this.parts + m]),
    );
  }

  // --- layers

  /** Copy a layer's parameters into the memory. @param {string} name */
  fill(name) {
    const { numbers } = this.linear;
    const { weights, bias, width, outputs, channels, kernel } = this.layers[name];
    const kernelWeights = this.w[`${name}.weight`];
    const area = kernel * kernel;
    for (let f = 0; f < width; f++) {
      for (let c = 0; c < channels; c++) {
        for (let p = 0; p < area; p++) {
          const row = weights / 4 + (p * channels + c) * outputs;
          numbers[row + f] = kernelWeights[(f * channels + c) * area + p];
        }
      }
    }
    numbers.set(this.w[`${name}.bias`], bias / 4);
  }

  /** @param {string} name @param {Float32Array} inputs @returns {Float32Array} */
  denseLayer(name, inputs) {
    const { linear, layers } = this;
    linear.numbers.set(inputs, linear.input / 4);
    linear.run(layers[name], linear.input);
    return linear.outputsOf(layers[name]).slice();
  }

  /**
   * A convolution with zero padding. The map is valid until the layer's next run. All widths are
   * multiples of four, so that the values of all positions are adjacent.
   *
   * @param {FeatureMap} map
   * @param {Convolution} layer
   */
  convolve({ data, side, channels }, layer) {
    const { numbers, input } = this.linear;
    const { kernel, stride, inputs, width, out } = layer;
    const patch = numbers.subarray(input / 4, input / 4 + inputs);
    const rim = kernel >> 1;
    const small = Math.floor((side + 2 * rim - kernel) / stride) + 1;
    for (let position = 0; position < small * small; position++) {
      const top = Math.floor(position / small) * stride - rim;
      const left = (position % small) * stride - rim;
      patch.fill(0);
      for (let y = Math.max(0, -top); y < kernel && top + y < side; y++) {
        for (let x = Math.max(0, -left); x < kernel && left + x < side; x++) {
          const from = ((top + y) * side + left + x) * channels;
          const to = (y * kernel + x) * channels;
          for (let c = 0; c < channels; c++) patch[to + c] = data[from + c];
        }
      }
      this.linear.run(layer, input, { out: out + 4 * position * width });
    }
    const values = numbers.subarray(out / 4, out / 4 + small * small * width);
    return { data: values, side: small, channels: width };
  }
}

/**
 * Posterior over the objects and "no object" (last), by the likelihood of the parts.
 * @param {Objects["terms"]} terms
 * @param {boolean} poses false to ignore poses
 * @returns {number[]} shares of 1
 */
export function posterior(terms, poses) {
  return softmax(
    terms.map((row) =>
      row.reduce((sum, { pose, presence }) => sum + presence + (poses ? pose : 0), 0),
    ),
  );
}

/**
 * Agreement of each part's pose with an object: the pose's log likelihood minus that of an unknown
 * pose. Above 0 it supports the object, below 0 it contradicts it.
 * @param {Objects["terms"]} terms
 * @param {number} k
 * @returns {number[]}
 */
export function agreement(terms, k) {
  const none = terms[terms.length - 1];
  return terms[k].map(({ pose }, m) => pose - none[m].pose);
}
