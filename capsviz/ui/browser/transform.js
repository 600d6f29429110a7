/*
 * Turns, moves, scales, shears and thickens digits like `transform_image` in
 * capsviz/data/affine.py, which explains the steps; a test compares the two.
 */

import { formatInput, toBytes } from "./digit_form.js";
import { shownPlanes } from "./raster.js";

/** Number of points of a curve over a visitor's range. */
export const POINTS = 41;
/** Enlargement of the image in both directions to measure the strokes' outline. */
const ENLARGEMENT = 4;

/**
 * @typedef {{rotation: number, shift_x: number, shift_y: number, scale: number, shear: number,
 *   thickness: number}} Transform
 */

/**
 * @param {Float32Array} image square, pixels in 0..1; planes for several channels, without
 *   thickening
 * @param {Transform} transform
 * @param {number} [channels]
 * @returns {Float32Array}
 */
export function transformImage(image, transform, channels = 1) {
  if (channels > 1) {
    const planar = { ...transform, thickness: 0 };
    const mapped = new Float32Array(image.length);
    const plane = image.length / channels;
    for (let offset = 0; offset < image.length; offset += plane)
      mapped.set(transformImage(image.subarray(offset, offset + plane), planar), offset);
    return mapped;
  }
  const thick = thicken(image, transform.thickness);
  return mapImage(thick, matrixOf(transform), [transform.shift_x, transform.shift_y]);
}

/**
 * The matrix on (column, row): scale, shear, then turn.
 * @param {Transform} transform
 * @returns {[number, number, number, number]} row by row
 */
function matrixOf({ rotation, scale, shear }) {
  const angle = (rotation * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return [
    cosine * scale,
    (sine - cosine * shear) * scale,
    -sine * scale,
    (sine * shear + cosine) * scale,
  ];
}

/**
 * Map bilinearly, with zeros outside.
 * @param {Float32Array} image @param {number[]} matrix @param {number[]} shift
 */
function mapImage(image, [a, b, c, d], [shiftX, shiftY]) {
  const side = Math.sqrt(image.length);
  const middle = (side - 1) / 2;
  const det = a * d - b * c;
  const pixelAt = (row, column) =>
    row < 0 || column < 0 || row >= side || column >= side ? 0 : image[row * side + column];
  const mapped = new Float32Array(image.length);
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const [x, y] = [column - middle - shiftX, row - middle - shiftY];
      const fromColumn = middle + (d * x - b * y) / det;
      const fromRow = middle + (a * y - c * x) / det;
      const [left, top] = [Math.floor(fromColumn), Math.floor(fromRow)];
      const [right, low] = [fromColumn - left, fromRow - top];
      mapped[row * side + column] =
        (1 - low) * ((1 - right) * pixelAt(top, left) + right * pixelAt(top, left + 1)) +
        low * ((1 - right) * pixelAt(top + 1, left) + right * pixelAt(top + 1, left + 1));
    }
  return mapped;
}

/** @type {WeakMap<Float32Array, {depth: Float64Array, covered: Float64Array}>} */
const outlines = new WeakMap();

/**
 * Distance to the outline in fine pixels, positive inside, and the covered share of each pixel;
 * cached.
 * @param {Float32Array} image
 */
function outlineOf(image) {
  const cached = outlines.get(image);
  if (cached) return cached;
  const side = Math.sqrt(image.length);
  const fine = side * ENLARGEMENT;
  const large = enlarge(image, side, fine);
  const threshold = Math.fround(large.reduce((maximum, value) => Math.max(maximum, value), 0) / 2);
  const inside = Uint8Array.from(large, (value) => Number(value > threshold));
  const [within, beyond] = [distances(inside, 0, fine), distances(inside, 1, fine)];
  const depth = within.map((value, i) => {
    const distance = value - beyond[i];
    return distance - Math.sign(distance) * 0.5;
  });
  const outline = { depth, covered: areas(depth, 0, side) };
  outlines.set(image, outline);
  return outline;
}

/**
 * Make strokes wider by `pixels`, or thinner if negative.
 * @param {Float32Array} image
 * @param {number} pixels
 */
function thicken(image, pixels) {
  if (!pixels || !image.some((value) => value > 0)) return image;
  const { depth, covered: before } = outlineOf(image);
  const after = areas(depth, pixels / 2, Math.sqrt(image.length));
  const fade = Math.min(1, -pixels);
  return image.map((ink, i) => {
    let changed = ink + after[i] - before[i];
    // Soft ink outside the outline disappears with the ink that it surrounds.
    if (pixels < 0 && after[i] <= 0) changed = ink * (1 - fade) + Math.min(changed, 0) * fade;
    return Math.min(1, Math.max(0, changed));
  });
}

/** Enlarge bilinearly, with repeated edges. @param {Float32Array} image @param {number} side */
function enlarge(image, side, fine) {
  const samples = Array.from({ length: fine }, (_, n) => {
    const position = Math.min(side - 1, Math.max(0, (n + 0.5) / ENLARGEMENT - 0.5));
    const first = Math.min(side - 2, Math.floor(position));
    return [first, position - first];
  });
  const large = new Float32Array(fine * fine);
  samples.forEach(([top, low], row) => {
    samples.forEach(([left, right], column) => {
      const from = top * side + left;
      large[row * fine + column] =
        (1 - low) * ((1 - right) * image[from] + right * image[from + 1]) +
        low * ((1 - right) * image[from + side] + right * image[from + side + 1]);
    });
  });
  return large;
}

/** Distance of each pixel from the nearest one with a value. @param {Uint8Array} mask */
function distances(mask, value, side) {
  const maximum = 2 * side * side;
  const squares = new Float64Array(mask.length); // squared distances within a column
  for (let column = 0; column < side; column++) {
    for (const order of [1, -1]) {
      let distance = maximum;
      for (let n = 0; n < side; n++) {
        const i = (order > 0 ? n : side - 1 - n) * side + column;
        distance = mask[i] === value ? 0 : distance + 1;
        const square = Math.min(maximum, distance * distance);
        squares[i] = order > 0 ? square : Math.min(squares[i], square);
      }
    }
  }
  const result = new Float64Array(mask.length);
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      let min = squares[row * side + column];
      for (let n = 1; n < side && n * n < min; n++) {
        if (column - n >= 0) min = Math.min(min, n * n + squares[row * side + column - n]);
        if (column + n < side) min = Math.min(min, n * n + squares[row * side + column + n]);
      }
      result[row * side + column] = Math.sqrt(min);
    }
  return result;
}

/** Share of each pixel inside an outline moved by `growth`. @param {Float64Array} depth */
function areas(depth, growth, side) {
  const fine = side * ENLARGEMENT;
  const covered = new Float64Array(side * side);
  depth.forEach((value, i) => {
    const share = Math.min(1, Math.max(0, value + growth * ENLARGEMENT + 0.5));
    const row = Math.floor(i / fine / ENLARGEMENT);
    covered[row * side + Math.floor((i % fine) / ENLARGEMENT)] += share / ENLARGEMENT ** 2;
  });
  return covered;
}

/** A network's input, unchanged and transformed, in bytes. */
export class Inputs {
  /**
   * @param {Float32Array} untouched the unchanged digit, pixels in 0..1
   * @param {number} [channels]
   */
  constructor(untouched, channels = 1) {
    this.untouched = untouched;
    this.channels = channels;
  }

  /**
   * @param {Uint8Array} raster of a drawing
   * @param {{side: number, channels: number, digits: boolean}} network
   * @param {boolean} center
   */
  static of(raster, network, center) {
    const untouched = formatInput(raster, network, { digits: network.digits, center });
    return new Inputs(untouched, network.channels);
  }

  /** @param {Transform} transform */
  applyTransform(transform) {
    return toBytes(transformImage(this.untouched, transform, this.channels));
  }

  /**
   * The unchanged digit and a transformed one, for a request about an attack.
   * @param {Transform} transform
   */
  pair(transform) {
    return joinBytes([toBytes(this.untouched), this.applyTransform(transform)]);
  }

  /**
   * One kind of transform over its range: its values, pictures for display, and the network's
   * inputs after the unchanged digit.
   * @param {Transform} transform values of the other kinds
   * @param {string} kind
   * @param {number[]} limits
   */
  sweep(transform, kind, [low, high]) {
    const values = Float32Array.from(
      { length: POINTS },
      (_, n) => low + ((high - low) * n) / (POINTS - 1),
    );
    const inputs = Array.from(values, (value) =>
      this.applyTransform({ ...transform, [kind]: value }),
    );
    const images = inputs.map((input) => shownPlanes(input, this.channels));
    return {
      values,
      images: joinBytes(images),
      inputs: joinBytes([toBytes(this.untouched), ...inputs]),
    };
  }
}

/** @param {Uint8Array[]} several arrays of equal size */
function joinBytes(several) {
  const joined = new Uint8Array(several.length * several[0].length);
  several.forEach((bytes, n) => {
    joined.set(bytes, n * bytes.length);
  });
  return joined;
}
