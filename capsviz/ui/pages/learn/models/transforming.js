/*
 * A digit that is moved, and the transforming auto-encoder that reads it: the network of
 * capsviz/model/transforming.py.
 */

import { clampNumber, wholeNumber } from "./toy.js";

/** Maximum shift of a picture each way, in pixels: the network learnt no larger ones. */
export const MAX_SHIFT = 3;
const DIGITS = 10;

const sigmoid = (z) => 1 / (1 + Math.exp(-z));

/**
 * @typedef {{p: number, place: [number, number]}} Capsule its probability, and its place in pixels
 */

export class TransformingNetwork {
  /**
   * @param {{arrays: Record<string, any>, shapes: Record<string, number[]>}} file
   * @param {number} unit pixels that correspond to 1 of x and y
   */
  constructor({ arrays, shapes }, unit) {
    this.w = arrays;
    this.unit = unit;
    const [capsules, , pixels] = shapes.read;
    this.capsules = capsules;
    this.pixels = pixels;
    this.painters = shapes.paint[1];
    this.side = Math.sqrt(this.pixels);
  }

  /**
   * A linear layer of one capsule.
   * @param {string} name of its weights
   * @param {number} k the capsule
   * @param {ArrayLike<number>} inputs
   * @returns {number[]}
   */
  layer(name, k, inputs) {
    const [weights, bias] = [this.w[name], this.w[`${name}_bias`]];
    const outputs = bias.length / this.capsules;
    return Array.from({ length: outputs }, (_, o) => {
      const row = k * outputs + o;
      let sum = bias[row];
      for (let i = 0; i < inputs.length; i++) sum += weights[row * inputs.length + i] * inputs[i];
      return sum;
    });
  }

  /** @param {ArrayLike<number>} image pixels in 0..1 @returns {Capsule[]} */
  recognise(image) {
    return Array.from({ length: this.capsules }, (_, k) => {
      const [p, x, y] = this.layer("say", k, this.layer("read", k, image).map(sigmoid));
      return { p: sigmoid(p), place: [x * this.unit, y * this.unit] };
    });
  }

  /**
   * The sum of what capsules paint after a shift.
   * @param {Capsule[]} capsules
   * @param {number[]} shift to the right and down, in pixels
   * @returns {Float32Array}
   */
  generate(capsules, shift) {
    const picture = new Float32Array(this.pixels);
    const { paint, paint_bias: bias } = this.w;
    capsules.forEach(({ p, place }, k) => {
      const inputs = place.map((value, v) => (value + shift[v]) / this.unit);
      const hidden = this.layer("place", k, inputs).map(sigmoid);
      for (let i = 0; i < this.pixels; i++) {
        let sum = bias[k * this.pixels + i];
        for (let g = 0; g < this.painters; g++) {
          sum += hidden[g] * paint[(k * this.painters + g) * this.pixels + i];
        }
        picture[i] += p * sum;
      }
    });
    return picture;
  }
}

/**
 * A picture after a shift by whole pixels, filled with zeros.
 * @param {ArrayLike<number>} image
 * @param {number[]} shift to the right and down
 * @returns {Float32Array}
 */
export function shiftImage(image, [dx, dy]) {
  const side = Math.sqrt(image.length);
  return Float32Array.from(image, (_, i) => {
    const [row, column] = [Math.floor(i / side) - dy, (i % side) - dx];
    return row < 0 || column < 0 || row >= side || column >= side ? 0 : image[row * side + column];
  });
}

/**
 * By how many pixels the capsules moved, on average weighted by p.
 * @param {Capsule[]} before
 * @param {Capsule[]} after
 * @returns {number[]}
 */
export function meanMove(before, after) {
  const total = before.reduce((sum, { p }) => sum + p, 0);
  return [0, 1].map(
    (v) =>
      before.reduce((sum, { p, place }, k) => sum + p * (after[k].place[v] - place[v]), 0) / total,
  );
}

/** @type {import("./toy.js").Toy} */
export const TRANSFORMING = {
  events: ["moved", "chosen"],
  table: ({ digit = 7 }) => [
    wholeNumber("digit", digit, 0, DIGITS - 1),
    wholeNumber("right", 0, -MAX_SHIFT, MAX_SHIFT),
    wholeNumber("down", 0, -MAX_SHIFT, MAX_SHIFT),
  ],
  acts: {
    move(state, _, right, down) {
      const previous = [state.right, state.down];
      [state.right, state.down] = [right, down].map((value) =>
        clampNumber(Math.round(value), -MAX_SHIFT, MAX_SHIFT),
      );
      const same = state.right === previous[0] && state.down === previous[1];
      return same ? [] : ["moved"];
    },
    choose(state, _, digit) {
      const previous = state.digit;
      state.digit = clampNumber(digit, 0, DIGITS - 1);
      return state.digit === previous ? [] : ["chosen"];
    },
  },
};
