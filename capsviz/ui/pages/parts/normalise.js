/*
 * A drawing in the form of MNIST's digits, as capsviz/data/drawing.py brings it there: here too,
 * because on this page the network runs in the browser. Other pictures are read as they are.
 */

import { networkInput } from "../../browser/onnx/digit_form.js";
import { RASTER_SIDE } from "../../browser/raster.js";

/** Pixels of what the network reads, and of the box that the ink is scaled into. */
const SIDE = 28;
const BOX = 20;
/** Where centres of mass come to lie. */
const CENTRE = 14.5;
/** Share of the darkest pixel below which nothing counts as ink. */
const LEAST = 0.05;
/** Ink thicker than this in the box, in pixels, is thinned, by this many pixels a side at most. */
const THICKEST = 3.5;
const MOST_THINNED = 8;

/**
 * @typedef {{data: Float32Array, rows: number, columns: number, top: number, left: number}} Ink a
 *   piece of a raster, and where it was
 * @typedef {{image: Float32Array, scale: number, left: number, top: number}} Normalised pixels in
 *   0..1, and how the raster came to lie: a place of it times `scale`, plus `left` or `top`
 */

/** @param {Ink} ink @returns {Ink | null} the box of its ink; null where there is none */
function crop({ data, rows, columns, top, left }) {
  let most = 0;
  for (const value of data) most = Math.max(most, value);
  if (!most) return null;
  const least = Math.max(1, roundEven(LEAST * most));
  let [first, last, start, end] = [rows, -1, columns, -1];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      if (data[r * columns + c] < least) continue;
      [first, last] = [Math.min(first, r), r];
      [start, end] = [Math.min(start, c), Math.max(end, c)];
    }
  }
  const [height, width] = [last - first + 1, end - start + 1];
  const inner = new Float32Array(height * width);
  for (let r = 0; r < height; r++) {
    const from = (first + r) * columns + start;
    inner.set(data.subarray(from, from + width), r * width);
  }
  return { data: inner, rows: height, columns: width, top: top + first, left: left + start };
}

/** As Python rounds: halves to the even one. @param {number} value */
function roundEven(value) {
  const whole = Math.floor(value);
  if (value - whole !== 0.5) return Math.round(value);
  return whole % 2 ? whole + 1 : whole;
}

/** With a rim of paper one pixel wide. @param {Ink} ink @returns {Ink} */
function pad({ data, rows, columns, top, left }) {
  const wide = columns + 2;
  const padded = new Float32Array((rows + 2) * wide);
  for (let r = 0; r < rows; r++) {
    padded.set(data.subarray(r * columns, (r + 1) * columns), (r + 1) * wide + 1);
  }
  return { data: padded, rows: rows + 2, columns: wide, top: top - 1, left: left - 1 };
}

/** Mean thickness of the strokes: twice their area by their outline. @param {Ink} ink */
function thickness(ink) {
  const { data, rows, columns } = pad(ink);
  let [area, outline] = [0, 0];
  for (let r = 0; r < rows - 1; r++) {
    for (let c = 0; c < columns - 1; c++) {
      const at = r * columns + c;
      area += data[at];
      outline += Math.hypot(data[at + columns] - data[at], data[at + 1] - data[at]);
    }
  }
  return (2 * area) / outline;
}

/** @param {Ink} ink @returns {Ink} with strokes of `THICKEST` at most, once it is scaled */
function thin(ink) {
  const excess =
    (thickness(ink) * BOX - THICKEST * Math.max(ink.rows, ink.columns)) / (2 * (BOX - THICKEST));
  const steps = Math.min(roundEven(excess), MOST_THINNED);
  if (steps < 1) return ink;
  const thinned = pad(ink);
  const { rows, columns } = thinned;
  for (let step = 0; step < steps; step++) {
    // Squares and crosses in turn erode by nearly a circle.
    const old = thinned.data.slice();
    const upright = (at) => Math.min(old[at - columns], old[at], old[at + columns]);
    const across = step % 2 === 0 ? upright : (at) => old[at];
    for (let r = 1; r < rows - 1; r++) {
      for (let c = 1; c < columns - 1; c++) {
        const at = r * columns + c;
        thinned.data[at] = Math.min(across(at - 1), across(at + 1), upright(at));
      }
    }
  }
  return crop(thinned) ?? ink;
}

/** Where the first pixel goes for the centre of mass to lie in the middle. */
function place(profile, scale) {
  let [mass, moment] = [0, 0];
  profile.forEach((value, at) => {
    mass += value;
    moment += value * (at + 0.5);
  });
  const first = roundEven(CENTRE - (moment / mass) * scale);
  return Math.min(Math.max(first, 0), SIDE - profile.length * scale);
}

/** How much of each new pixel each old one covers, new by new. */
function areaWeights(pixels, scale, first) {
  const weights = new Float32Array(SIDE * pixels);
  for (let to = 0; to < SIDE; to++) {
    for (let from = 0; from < pixels; from++) {
      const begin = first + scale * from;
      weights[to * pixels + from] = Math.max(
        0,
        Math.min(begin + scale, to + 1) - Math.max(begin, to),
      );
    }
  }
  return weights;
}

/**
 * @param {Uint8Array} raster of `RASTER_SIDE` x `RASTER_SIDE` bytes
 * @returns {Normalised | null} null of an empty one
 */
export function normalise(raster) {
  const data = Float32Array.from(raster);
  const whole = crop({ data, rows: RASTER_SIDE, columns: RASTER_SIDE, top: 0, left: 0 });
  if (!whole) return null;
  const ink = thin(whole);
  const { rows, columns } = ink;
  const [down, across] = [new Float32Array(rows), new Float32Array(columns)];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      down[r] += ink.data[r * columns + c];
      across[c] += ink.data[r * columns + c];
    }
  }
  const scale = BOX / Math.max(rows, columns);
  const [top, left] = [place(down, scale), place(across, scale)];
  const image = resample(ink, areaWeights(rows, scale, top), areaWeights(columns, scale, left));
  const most = image.reduce((a, b) => Math.max(a, b));
  for (let i = 0; i < image.length; i++) image[i] = Math.min(1, image[i] / most);
  return { image, scale, left: left - ink.left * scale, top: top - ink.top * scale };
}

/** @param {Ink} ink @param {Float32Array} down @param {Float32Array} across */
function resample({ data, rows, columns }, down, across) {
  const wide = new Float32Array(rows * SIDE);
  for (let r = 0; r < rows; r++) {
    for (let to = 0; to < SIDE; to++) {
      let sum = 0;
      for (let c = 0; c < columns; c++) sum += data[r * columns + c] * across[to * columns + c];
      wide[r * SIDE + to] = sum;
    }
  }
  const image = new Float32Array(SIDE * SIDE);
  for (let to = 0; to < SIDE; to++) {
    for (let r = 0; r < rows; r++) {
      const weight = down[to * rows + r];
      if (!weight) continue;
      for (let c = 0; c < SIDE; c++) image[to * SIDE + c] += weight * wide[r * SIDE + c];
    }
  }
  return image;
}

/**
 * A picture that is no digit: the whole raster, at the size that a network reads.
 * @param {Uint8Array} raster of `RASTER_SIDE` x `RASTER_SIDE` bytes
 * @param {number} side
 * @returns {Normalised | null} null of an empty one
 */
export function shrink(raster, side) {
  if (!raster.some((value) => value > 0)) return null;
  const image = networkInput(raster, side, { digits: false, center: false });
  return { image, scale: side / RASTER_SIDE, left: 0, top: 0 };
}

/**
 * Where the picture lies on the raster, for `Inks.draw`: scale, left and top.
 * @param {Normalised} form
 * @param {number} unit of the raster's pixels, on the canvas
 */
export function frameOf({ image, scale, left, top }, unit) {
  const half = Math.sqrt(image.length) / 2;
  return [half / scale, (half - left) / scale, (half - top) / scale].map((value) => value * unit);
}
