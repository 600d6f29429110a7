/*
 * A network's input from a drawing's raster: digits in the form of MNIST's, other pictures resized.
 * The same as `network_input` in capsviz/data/normalisation.py, which explains the steps; a test
 * compares the two.
 */

import { RASTER_SIDE, shownChannels } from "./raster.js";

/** Weights of red, green and blue. */
export const GREY = [0.299, 0.587, 0.114];
/** Side of MNIST's pictures, and of the box to which its digits are scaled. */
const INPUT = 28;
const BOX = 20;
const CENTRE = 14.5;
const MIN_INK_SHARE = 0.05;
const MAX_THICKNESS = 3.5;
const MAX_THINNING = 8;

/**
 * @typedef {{rows: number, columns: number, ink: Uint8Array, top: number, left: number}} Ink values
 *   row by row, from 0 (paper) to 255, and the position of the first pixel on the raster
 * @typedef {{image: Float32Array, scale: number, left: number, top: number}} Form pixels in 0..1; a
 *   raster's position maps to theirs by `scale` and then `left` or `top`
 */

/** Round to the nearest integer, halves to the even one. @param {number} value */
export function roundEven(value) {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 ? floor + 1 : floor;
}

/** Values in 0..1 as bytes. @param {ArrayLike<number>} values */
export function toBytes(values) {
  return Uint8Array.from(values, (value) => roundEven(Math.min(1, Math.max(0, value)) * 255));
}

/**
 * @param {Uint8Array} raster square, 0 paper .. 255 ink
 * @param {number} side of the network's input
 * @param {{digits: boolean, center: boolean}} options whether it reads MNIST's digits, and whether
 *   they are scaled and centred
 * @returns {Float32Array} pixels in 0..1
 */
export function networkInput(raster, side, options) {
  return formOf(raster, side, options)?.image ?? new Float32Array(side * side);
}

/**
 * The network's input and its position on the raster.
 * @param {Uint8Array} raster
 * @param {number} side
 * @param {{digits: boolean, center: boolean}} how
 * @returns {Form | null} null if the raster is empty
 */
export function formOf(raster, side, { digits, center }) {
  if (!raster.some((value) => value > 0)) return null;
  const rasterSide = Math.sqrt(raster.length);
  const full = { rows: rasterSide, columns: rasterSide, ink: raster, top: 0, left: 0 };
  return digits && side === INPUT && center ? normalise(full) : shrink(full, side);
}

/**
 * Input in any network's format, as `format_input` in Python.
 * @param {Uint8Array} raster a plane for each channel, or one
 * @param {{side: number, channels?: number}} format
 * @param {{digits: boolean, center: boolean}} options
 */
export function formatInput(raster, { side, channels = 1 }, options) {
  const planes = planesOf(raster);
  if (channels === 1)
    return networkInput(planes.length > 1 ? greyOf(planes) : raster, side, options);
  const small = planes.map((plane) => networkInput(plane, side, { digits: false, center: false }));
  const input = new Float32Array(channels * side * side);
  for (let c = 0; c < channels; c++) input.set(small[c % small.length], c * side * side);
  return input;
}

/** @param {Uint8Array} raster @returns {Uint8Array[]} */
function planesOf(raster) {
  const size = RASTER_SIDE * RASTER_SIDE;
  if (raster.length % size) return [raster];
  const planes = { length: raster.length / size };
  return Array.from(planes, (_, c) => raster.subarray(c * size, (c + 1) * size));
}

/** Grey levels, as `grey_of_colours` in capsviz/data/drawing.py. @param {Uint8Array[]} planes */
function greyOf(planes) {
  const [red, green, blue] = shownChannels(planes.length).map((c) => planes[c]);
  return red.map((value, p) => roundEven(GREY[0] * value + GREY[1] * green[p] + GREY[2] * blue[p]));
}

/** @param {Ink} full @param {number} side @returns {Form} */
function shrink(full, side) {
  const scale = side / full.rows;
  const weights = areaWeights(full.rows, scale, 0, side);
  const small = resample(full, weights, weights, side);
  return { image: small.map((value) => Math.min(1, value / 255)), scale, left: 0, top: 0 };
}

/** @param {Ink} full with ink in it @returns {Form} */
function normalise(full) {
  const digit = thin(crop(full));
  const { rows, columns, ink } = digit;
  const scale = BOX / Math.max(rows, columns);
  const byRow = new Float64Array(rows);
  const byColumn = new Float64Array(columns);
  ink.forEach((value, i) => {
    byRow[Math.floor(i / columns)] += value;
    byColumn[i % columns] += value;
  });
  const [top, left] = [placeOf(byRow, scale), placeOf(byColumn, scale)];
  const rowWeights = areaWeights(rows, scale, top, INPUT);
  const columnWeights = areaWeights(columns, scale, left, INPUT);
  const small = resample(digit, rowWeights, columnWeights, INPUT);
  const maximum = small.reduce((a, b) => Math.max(a, b), 0);
  const image = small.map((value) => Math.min(1, value / maximum));
  return { image, scale, left: left - digit.left * scale, top: top - digit.top * scale };
}

/**
 * The bounding box of the pixels with `isOne`.
 * @param {ArrayLike<number>} values row by row
 * @param {number} columns
 * @param {(value: number) => boolean} isOne
 */
export function boxOf(values, columns, isOne) {
  let [top, bottom, left, right] = [values.length / columns, 0, columns, 0];
  for (let i = 0; i < values.length; i++) {
    if (!isOne(values[i])) continue;
    const [row, column] = [Math.floor(i / columns), i % columns];
    top = Math.min(top, row);
    bottom = row + 1;
    left = Math.min(left, column);
    right = Math.max(right, column + 1);
  }
  return { top, bottom, left, right };
}

/**
 * The pixels in a box.
 * @template {Uint8Array | Float32Array} T
 * @param {T} values row by row
 * @param {number} columns
 * @param {ReturnType<typeof boxOf>} box
 * @returns {{rows: number, columns: number, values: T}}
 */
export function cutBox(values, columns, { top, bottom, left, right }) {
  const [rows, width] = [bottom - top, right - left];
  const cells = /** @type {T} */ (new /** @type {any} */ (values.constructor)(rows * width));
  for (let row = 0; row < rows; row++) {
    const from = (top + row) * columns + left;
    cells.set(values.subarray(from, from + width), row * width);
  }
  return { rows, columns: width, values: cells };
}

/** The ink's bounding box. @param {Ink} whole @returns {Ink} */
function crop({ columns, ink, top, left }) {
  const maximum = ink.reduce((a, b) => Math.max(a, b), 0);
  const threshold = Math.max(1, roundEven(MIN_INK_SHARE * maximum));
  const box = boxOf(ink, columns, (value) => value >= threshold);
  const { values, ...size } = cutBox(ink, columns, box);
  return { ...size, ink: values, top: top + box.top, left: left + box.left };
}

/** Add a margin of one pixel of paper. @param {Ink} drawn @returns {Ink} */
function pad({ rows, columns, ink, top, left }) {
  const width = columns + 2;
  const padded = new Uint8Array((rows + 2) * width);
  for (let row = 0; row < rows; row++) {
    padded.set(ink.subarray(row * columns, (row + 1) * columns), (row + 1) * width + 1);
  }
  return { rows: rows + 2, columns: width, ink: padded, top: top - 1, left: left - 1 };
}

/**
 * Make broad strokes thinner: alternating squares and crosses erode by nearly a circle.
 * @param {Ink} digit
 */
function thin(digit) {
  const longest = Math.max(digit.rows, digit.columns);
  const excess = (thickness(digit) * BOX - MAX_THICKNESS * longest) / (2 * (BOX - MAX_THICKNESS));
  const steps = Math.min(roundEven(excess), MAX_THINNING);
  if (steps < 1) return digit;
  let padded = pad(digit);
  for (let step = 0; step < steps; step++) padded = erode(padded, step % 2 === 0);
  // Keep noise that erosion would remove completely.
  return padded.ink.some((value) => value > 0) ? crop(padded) : digit;
}

/** @param {Ink} padded @param {boolean} square or else a cross @returns {Ink} */
function erode(padded, square) {
  const { rows, columns, ink } = padded;
  const middle = new Uint8Array(ink.length);
  for (let i = columns; i < ink.length - columns; i++) {
    middle[i] = Math.min(ink[i - columns], ink[i], ink[i + columns]);
  }
  const source = square ? middle : ink;
  const eroded = new Uint8Array(ink.length);
  for (let row = 1; row < rows - 1; row++) {
    for (let i = row * columns + 1; i < (row + 1) * columns - 1; i++) {
      eroded[i] = Math.min(source[i - 1], source[i + 1], middle[i]);
    }
  }
  return { ...padded, ink: eroded };
}

/**
 * Mean thickness of the strokes in pixels: twice their area divided by their outline.
 * @param {Ink} digit
 */
function thickness(digit) {
  const { rows, columns, ink } = pad(digit);
  let [area, outline] = [0, 0];
  for (let row = 0; row < rows - 1; row++) {
    for (let i = row * columns; i < (row + 1) * columns - 1; i++) {
      area += ink[i];
      outline += Math.hypot(ink[i + columns] - ink[i], ink[i + 1] - ink[i]);
    }
  }
  return (2 * area) / outline;
}

/**
 * Position of the ink's first pixel that puts its centre of mass at the centre.
 * @param {Float64Array} profile
 * @param {number} scale
 */
function placeOf(profile, scale) {
  let [mass, moment] = [0, 0];
  profile.forEach((value, i) => {
    mass += value;
    moment += value * (i + 0.5);
  });
  const first = roundEven(CENTRE - (moment / mass) * scale);
  return Math.min(Math.max(first, 0), INPUT - profile.length * scale);
}

/**
 * Box filter: share of each new pixel that each old one covers, a row per new pixel.
 * @param {number} pixels
 * @param {number} scale size of an old pixel, in new ones
 * @param {number} first position of the first old pixel, in new ones
 * @param {number} side
 */
function areaWeights(pixels, scale, first, side) {
  const weights = new Float64Array(side * pixels);
  for (let i = 0; i < pixels; i++) {
    const [from, to] = [first + scale * i, first + scale * (i + 1)];
    for (let j = Math.max(0, Math.floor(from)); j < Math.min(side, to); j++) {
      weights[j * pixels + i] = Math.max(0, Math.min(to, j + 1) - Math.max(from, j));
    }
  }
  return weights;
}

/**
 * @param {Ink} drawn
 * @param {Float64Array} rowWeights weights of its rows
 * @param {Float64Array} columnWeights weights of its columns
 * @param {number} side
 * @returns {Float32Array}
 */
function resample({ rows, columns, ink }, rowWeights, columnWeights, side) {
  const partial = new Float64Array(side * columns);
  for (let y = 0; y < side; y++) {
    for (let row = 0; row < rows; row++) {
      const weight = rowWeights[y * rows + row];
      if (weight === 0) continue;
      for (let column = 0; column < columns; column++) {
        partial[y * columns + column] += weight * ink[row * columns + column];
      }
    }
  }
  const small = new Float32Array(side * side);
  for (let row = 0; row < side; row++) {
    for (let x = 0; x < side; x++) {
      let sum = 0;
      for (let column = 0; column < columns; column++) {
        sum += columnWeights[x * columns + column] * partial[row * columns + column];
      }
      small[row * side + x] = sum;
    }
  }
  return small;
}
