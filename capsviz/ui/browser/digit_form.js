/*
 * A network's input from a drawing's raster: digits in the form of MNIST's, other pictures resized.
 * The same as `network_input` in capsviz/data/normalisation.py, which says why; a test holds the
 * two together.
 */

import { RASTER_SIDE, shownChannels } from "./raster.js";

/** Weights of red, green and blue. */
export const GREY = [0.299, 0.587, 0.114];
/** Side of MNIST's pictures, and of the box that its digits were scaled to. */
const INPUT = 28;
const BOX = 20;
const CENTRE = 14.5;
const MIN_INK_SHARE = 0.05;
const MAX_THICKNESS = 3.5;
const MAX_THINNING = 8;

/**
 * @typedef {{rows: number, columns: number, ink: Uint8Array, top: number, left: number}} Ink row by
 *   row, 0 paper .. 255, and where its first pixel was on the raster
 * @typedef {{image: Float32Array, scale: number, left: number, top: number}} Form pixels in 0..1,
 *   and how the raster lies on them: a place of it times `scale`, plus `left` or `top`
 */

/** To the nearest whole number, halves to the even one. @param {number} value */
export function roundEven(value) {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 ? below + 1 : below;
}

/** Shares of 0..1 as bytes. @param {ArrayLike<number>} values */
export function toBytes(values) {
  return Uint8Array.from(values, (value) => roundEven(Math.min(1, Math.max(0, value)) * 255));
}

/**
 * @param {Uint8Array} raster square, 0 paper .. 255 ink
 * @param {number} side that the network reads
 * @param {{digits: boolean, center: boolean}} how whether it reads MNIST's digits, and whether
 *   these are brought to their size and place
 * @returns {Float32Array} pixels in 0..1
 */
export function networkInput(raster, side, how) {
  return formOf(raster, side, how)?.image ?? new Float32Array(side * side);
}

/**
 * The same, and where it lies on the raster.
 * @param {Uint8Array} raster
 * @param {number} side
 * @param {{digits: boolean, center: boolean}} how
 * @returns {Form | null} null of an empty raster
 */
export function formOf(raster, side, { digits, center }) {
  if (!raster.some((value) => value > 0)) return null;
  const old = Math.sqrt(raster.length);
  const whole = { rows: old, columns: old, ink: raster, top: 0, left: 0 };
  return digits && side === INPUT && center ? normalise(whole) : shrink(whole, side);
}

/**
 * Input for any network format, as `format_input` there.
 * @param {Uint8Array} raster one plane, or one for each channel
 * @param {{side: number, channels?: number}} format
 * @param {{digits: boolean, center: boolean}} how
 */
export function formatInput(raster, { side, channels = 1 }, how) {
  const planes = planesOf(raster);
  if (channels === 1) return networkInput(planes.length > 1 ? greyOf(planes) : raster, side, how);
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

/** Grey levels, as `grey_of_colours` in capsviz/data/drawing.py has them. @param {Uint8Array[]} planes */
function greyOf(planes) {
  const [red, green, blue] = shownChannels(planes.length).map((c) => planes[c]);
  return red.map((value, p) => roundEven(GREY[0] * value + GREY[1] * green[p] + GREY[2] * blue[p]));
}

/** @param {Ink} whole @param {number} side @returns {Form} */
function shrink(whole, side) {
  const scale = side / whole.rows;
  const weights = areaWeights(whole.rows, scale, 0, side);
  const small = resample(whole, weights, weights, side);
  return { image: small.map((value) => Math.min(1, value / 255)), scale, left: 0, top: 0 };
}

/** @param {Ink} whole with ink in it @returns {Form} */
function normalise(whole) {
  const drawn = thin(crop(whole));
  const { rows, columns, ink } = drawn;
  const scale = BOX / Math.max(rows, columns);
  const byRow = new Float64Array(rows);
  const byColumn = new Float64Array(columns);
  ink.forEach((value, at) => {
    byRow[Math.floor(at / columns)] += value;
    byColumn[at % columns] += value;
  });
  const [top, left] = [placeOf(byRow, scale), placeOf(byColumn, scale)];
  const down = areaWeights(rows, scale, top, INPUT);
  const across = areaWeights(columns, scale, left, INPUT);
  const small = resample(drawn, down, across, INPUT);
  const most = small.reduce((a, b) => Math.max(a, b), 0);
  const image = small.map((value) => Math.min(1, value / most));
  return { image, scale, left: left - drawn.left * scale, top: top - drawn.top * scale };
}

/**
 * The bounding box of some pixels.
 * @param {ArrayLike<number>} values row by row
 * @param {number} columns
 * @param {(value: number) => boolean} isOne of them
 */
export function boxOf(values, columns, isOne) {
  let [top, bottom, left, right] = [values.length / columns, 0, columns, 0];
  for (let at = 0; at < values.length; at++) {
    if (!isOne(values[at])) continue;
    const [row, column] = [Math.floor(at / columns), at % columns];
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
  const [rows, wide] = [bottom - top, right - left];
  const cells = /** @type {T} */ (new /** @type {any} */ (values.constructor)(rows * wide));
  for (let row = 0; row < rows; row++) {
    const from = (top + row) * columns + left;
    cells.set(values.subarray(from, from + wide), row * wide);
  }
  return { rows, columns: wide, values: cells };
}

/** The ink's bounding box. @param {Ink} whole @returns {Ink} */
function crop({ columns, ink, top, left }) {
  const most = ink.reduce((a, b) => Math.max(a, b), 0);
  const least = Math.max(1, roundEven(MIN_INK_SHARE * most));
  const box = boxOf(ink, columns, (value) => value >= least);
  const { values, ...size } = cutBox(ink, columns, box);
  return { ...size, ink: values, top: top + box.top, left: left + box.left };
}

/** With a margin of paper around it. @param {Ink} drawn @returns {Ink} */
function pad({ rows, columns, ink, top, left }) {
  const wide = columns + 2;
  const padded = new Uint8Array((rows + 2) * wide);
  for (let row = 0; row < rows; row++) {
    padded.set(ink.subarray(row * columns, (row + 1) * columns), (row + 1) * wide + 1);
  }
  return { rows: rows + 2, columns: wide, ink: padded, top: top - 1, left: left - 1 };
}

/** Broad strokes made thinner: squares and crosses in turn erode by nearly a circle. @param {Ink} drawn */
function thin(drawn) {
  const longest = Math.max(drawn.rows, drawn.columns);
  const excess = (thickness(drawn) * BOX - MAX_THICKNESS * longest) / (2 * (BOX - MAX_THICKNESS));
  const steps = Math.min(roundEven(excess), MAX_THINNING);
  if (steps < 1) return drawn;
  let padded = pad(drawn);
  for (let step = 0; step < steps; step++) padded = erode(padded, step % 2 === 0);
  // Noise can be eroded away altogether; then it is better seen as it is.
  return padded.ink.some((value) => value > 0) ? crop(padded) : drawn;
}

/** @param {Ink} padded @param {boolean} square else a cross @returns {Ink} */
function erode(padded, square) {
  const { rows, columns, ink } = padded;
  const middle = new Uint8Array(ink.length);
  for (let at = columns; at < ink.length - columns; at++) {
    middle[at] = Math.min(ink[at - columns], ink[at], ink[at + columns]);
  }
  const across = square ? middle : ink;
  const eroded = new Uint8Array(ink.length);
  for (let row = 1; row < rows - 1; row++) {
    for (let at = row * columns + 1; at < (row + 1) * columns - 1; at++) {
      eroded[at] = Math.min(across[at - 1], across[at + 1], middle[at]);
    }
  }
  return { ...padded, ink: eroded };
}

/** Mean thickness of the strokes in pixels: twice their area by their outline. @param {Ink} drawn */
function thickness(drawn) {
  const { rows, columns, ink } = pad(drawn);
  let [area, outline] = [0, 0];
  for (let row = 0; row < rows - 1; row++) {
    for (let at = row * columns; at < (row + 1) * columns - 1; at++) {
      area += ink[at];
      outline += Math.hypot(ink[at + columns] - ink[at], ink[at + 1] - ink[at]);
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
  profile.forEach((value, at) => {
    mass += value;
    moment += value * (at + 0.5);
  });
  const first = roundEven(CENTRE - (moment / mass) * scale);
  return Math.min(Math.max(first, 0), INPUT - profile.length * scale);
}

/**
 * Box filter: how much of each new pixel each old one covers, a row for each new pixel.
 * @param {number} pixels
 * @param {number} scale size of an old pixel, in new ones
 * @param {number} first where the first old pixel begins, in new ones
 * @param {number} side
 */
function areaWeights(pixels, scale, first, side) {
  const weights = new Float64Array(side * pixels);
  for (let at = 0; at < pixels; at++) {
    const [from, to] = [first + scale * at, first + scale * (at + 1)];
    for (let place = Math.max(0, Math.floor(from)); place < Math.min(side, to); place++) {
      weights[place * pixels + at] = Math.max(0, Math.min(to, place + 1) - Math.max(from, place));
    }
  }
  return weights;
}

/**
 * @param {Ink} drawn
 * @param {Float64Array} down weights of its rows
 * @param {Float64Array} across weights of its columns
 * @param {number} side
 * @returns {Float32Array}
 */
function resample({ rows, columns, ink }, down, across, side) {
  const half = new Float64Array(side * columns);
  for (let place = 0; place < side; place++) {
    for (let row = 0; row < rows; row++) {
      const weight = down[place * rows + row];
      if (weight === 0) continue;
      for (let at = 0; at < columns; at++) {
        half[place * columns + at] += weight * ink[row * columns + at];
      }
    }
  }
  const small = new Float32Array(side * side);
  for (let row = 0; row < side; row++) {
    for (let place = 0; place < side; place++) {
      let sum = 0;
      for (let at = 0; at < columns; at++) {
        sum += across[place * columns + at] * half[row * columns + at];
      }
      small[row * side + place] = sum;
    }
  }
  return small;
}
