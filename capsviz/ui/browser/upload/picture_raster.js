/*
 * A visitor's picture as a drawing's raster. capsviz/data/upload.py does the same for files on the
 * command line and explains the steps; a test compares the two.
 */

import { boxOf, cutBox, GREY, roundEven, toBytes } from "../digit_form.js";
import { eigenvectors } from "../eigenvectors.js";
import { FILTERS, resize } from "../onnx/resample.js";
import { RASTER_SIDE } from "../raster.js";

/** Message keys, which the page translates: this runs in a worker. */
const [NOTHING, NARROW, SEVERAL] = ["file-nothing", "file-narrow", "file-several"];
const MAX_SEARCH_SIDE = 256;
const MIN_SIDE = 8;
const EDGE = 4;
const INK_SIDE = 80;
const [MANY, ALIKE, SHARED] = [3, 0.6, 0.5];
const [MIN_CONTRAST, MIN_CLARITY] = [12, 4];
const BINS = 128;
/** Minimum range of levels to stretch: a blank picture has a smaller range. */
const MIN_LEVELS = 8;

/** @typedef {import("../onnx/resample.js").Picture} Picture */

const largest = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity);
const sum = (values) => values.reduce((a, b) => a + b, 0);

/** @param {ArrayLike<number>} values */
function median(values) {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * @param {Uint8ClampedArray | Uint8Array} rgba
 * @param {number} columns
 * @param {string} method one of `WAYS` in upload.py
 * @param {boolean} [is16Bit] whether it has 16-bit grey levels, which may use only a part of the range
 * @returns {Uint8Array} one raster, or three for colours; raises an error with a message key
 */
export function rasterOfPicture(rgba, columns, method, is16Bit = false) {
  const rows = rgba.length / 4 / columns;
  const share = Math.min(1, MAX_SEARCH_SIDE / Math.max(rows, columns));
  if (Math.min(rows, columns) * share < MIN_SIDE - 0.5) throw new Error(NARROW);
  const opaquePlanes = onPaper(rgba, rows, columns);
  const planes = is16Bit ? opaquePlanes.map(stretch) : opaquePlanes;
  if (method === "ink") return findInk(planes);
  if (method === "colours")
    return Uint8Array.from(planes.flatMap((plane) => [...fitSquare(plane)]));
  return readWhole(planes, { straight: false, inverted: true }[method]);
}

/**
 * Red, green and blue planes. A transparent picture gets a background: its own colour if it is
 * mostly opaque, or else a contrasting one.
 * @returns {Picture[]}
 */
function onPaper(rgba, rows, columns) {
  const alpha = Float32Array.from({ length: rows * columns }, (_, p) => rgba[4 * p + 3] / 255);
  const maximum = largest(alpha);
  if (!maximum) throw new Error(NOTHING);
  const visible = Array.from(alpha.keys()).filter((p) => alpha[p] > 0.5 * maximum);
  const opaque = alpha.every((value) => value === 1);
  const base = opaque ? GREY : GREY.map((_, k) => median(visible.map((p) => rgba[4 * p + k])));
  const mostly = sum(alpha) / alpha.length > 0.5;
  const paper = mostly ? base : base.map(() => (sum(base) / 3 < 128 ? 255 : 0));
  return GREY.map((_, k) => ({
    rows,
    columns,
    values: alpha.map((a, p) => rgba[4 * p + k] * a + paper[k] * (1 - a)),
  }));
}

/** Stretch the levels to 0..255. @param {Picture} plane @returns {Picture} */
function stretch(plane) {
  const { values } = plane;
  const minimum = -largest(values.map((value) => -value));
  const levels = largest(values) - minimum;
  if (levels < MIN_LEVELS) return plane;
  return { ...plane, values: values.map((value) => ((value - minimum) * 255) / levels) };
}

/** @param {Picture[]} planes */
function findInk(planes) {
  const [{ rows, columns }] = planes;
  let ink = inkOf(shrink(planes));
  const scale = Math.max(rows, columns) / Math.max(ink.rows, ink.columns);
  let box = inkBox(ink);
  const size = Math.max(box.bottom - box.top, box.right - box.left);
  if (scale > 1 && size < INK_SIDE) {
    // A small digit on a large sheet: search again in an enlarged part.
    const around = 0.3 * size;
    const nearby = (low, high, maximum) => [
      Math.max(0, Math.trunc((low - around) * scale)),
      Math.min(maximum, Math.trunc((high + around) * scale) + 1),
    ];
    const [top, bottom] = nearby(box.top, box.bottom, rows);
    const [left, right] = nearby(box.left, box.right, columns);
    const region = { top, bottom, left, right };
    ink = inkOf(shrink(planes.map(({ values, columns: width }) => cutBox(values, width, region))));
    box = inkBox(ink);
  }
  if (showsSeveral(ink)) throw new Error(SEVERAL);
  return place(cutBox(ink.values, ink.columns, box));
}

/**
 * Shrink to grey levels; colours are mixed for maximum variance.
 * @param {Picture[]} planes
 * @returns {Picture}
 */
function shrink(planes) {
  const [{ rows: height, columns: width }] = planes;
  const share = Math.min(1, MAX_SEARCH_SIDE / Math.max(height, width));
  const [rows, columns] = [height, width].map((side) => Math.max(1, roundEven(side * share)));
  if (Math.min(rows, columns) < MIN_SIDE) throw new Error(NARROW);
  const small = planes.map((plane) => resize(plane, rows, columns, FILTERS.box).values);
  const grey = small[0].every((value, p) => value === small[1][p] && value === small[2][p]);
  if (grey) return { rows, columns, values: small[0] };
  const flat = small.map((plane) => {
    const mean = sum(plane) / plane.length;
    return plane.map((value) => value - mean);
  });
  const products = new Float64Array(9);
  for (let k = 0; k < 3; k++)
    for (let l = 0; l < 3; l++)
      products[3 * k + l] = flat[k].reduce((all, value, p) => all + value * flat[l][p], 0);
  const [{ vector }] = eigenvectors(products, 3);
  const total = sum(vector.map(Math.abs));
  const values = small[0].map((_, p) => sum(vector.map((x, k) => (x / total) * small[k][p])));
  return { rows, columns, values };
}

/** Ink of each pixel, 0..1. @param {Picture} grey @returns {Picture} */
function inkOf(grey) {
  const candidates = [];
  for (const paper of [smoothPaper, estimatePaper]) {
    const under = paper(grey);
    const soft = standOut(grey.values.map((value, p) => value - under[p]));
    if (!soft) continue;
    const { digit, alongFrame } = digitOf(soft, grey.rows, grey.columns);
    candidates.push({ ...grey, values: soft.map((value, p) => (digit[p] ? value : 0)) });
    // A stroke along the frame may be a shadow, which the other model of the paper explains.
    if (!alongFrame) return candidates[candidates.length - 1];
  }
  if (!candidates.length) throw new Error(NOTHING);
  return candidates[0];
}

/** Paper as a quadratic surface, fitted to the pixels near it. @param {Picture} grey */
function smoothPaper({ rows, columns, values }) {
  const coordinate = (n, size) => (size > 1 ? (2 * n) / (size - 1) - 1 : -1);
  const points = Array.from(values, (_, p) => [
    coordinate(p % columns, columns),
    coordinate(Math.floor(p / columns), rows),
  ]);
  const terms = points.map(([x, y]) => [1, x, y, x * x, x * y, y * y]);
  let paper = points.map(([x, y]) => Math.max(Math.abs(x), Math.abs(y)) > 0.85);
  let surface = values;
  for (let iteration = 0; iteration < 8; iteration++) {
    const matrix = Array.from({ length: 6 }, () => new Array(7).fill(0));
    terms.forEach((term, p) => {
      if (!paper[p]) return;
      for (let k = 0; k < 6; k++) {
        for (let l = 0; l < 6; l++) matrix[k][l] += term[k] * term[l];
        matrix[k][6] += term[k] * values[p];
      }
    });
    const factors = solve(matrix);
    const heights = Float64Array.from(terms, (term) => {
      let height = 0;
      for (let k = 0; k < 6; k++) height += term[k] * factors[k];
      return height;
    });
    surface = Float32Array.from(heights);
    const residuals = heights.map((height, p) => Math.abs(values[p] - height));
    const limit = Math.max(3 * median(residuals.filter((_, p) => paper[p])), 6);
    paper = Array.from(residuals, (value) => value <= limit);
  }
  return surface;
}

/** Solve linear equations; the last column is the right side. @param {number[][]} rows */
function solve(rows) {
  const n = rows.length;
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let row = k; row < n; row++)
      if (Math.abs(rows[row][k]) > Math.abs(rows[best][k])) best = row;
    [rows[k], rows[best]] = [rows[best], rows[k]];
    for (let row = 0; row < n; row++) {
      if (row === k || !rows[k][k]) continue;
      const factor = rows[row][k] / rows[k][k];
      for (let l = k; l <= n; l++) rows[row][l] -= factor * rows[k][l];
    }
  }
  return rows.map((row, k) => (row[k] ? row[n] / row[k] : 0));
}

/** Paper as the median of wide windows, if a shadow's edge crosses it. @param {Picture} grey */
function estimatePaper({ rows, columns, values }) {
  const minimum = -largest(values.map((value) => -value));
  const levels = Uint8Array.from(values, (value) => Math.trunc(Math.fround(value - minimum)));
  const size = Math.max(3, Math.floor(Math.max(rows, columns) / 4));
  const [before, behind] = [Math.floor(size / 2), size - Math.floor(size / 2)];
  const paper = new Float32Array(values.length);
  const counts = new Int32Array(256);
  for (let row = 0; row < rows; row++) {
    counts.fill(0);
    let total = 0;
    const [top, bottom] = [Math.max(0, row - before), Math.min(rows, row + behind)];
    const take = (column, step) => {
      if (column < 0 || column >= columns) return;
      for (let r = top; r < bottom; r++) counts[levels[r * columns + column]] += step;
      total += step * (bottom - top);
    };
    for (let column = -before; column < behind - 1; column++) take(column, 1);
    for (let column = 0; column < columns; column++) {
      take(column + behind - 1, 1);
      let remaining = total / 2;
      let level = 0;
      for (; level < 256; level++) {
        remaining -= counts[level];
        if (remaining < 0) break;
      }
      paper[row * columns + column] = level + minimum;
      take(column - before, -1);
    }
  }
  return paper;
}

/**
 * Ink, 0..1, from the difference to the paper; null if there is only noise.
 * @param {Float32Array} delta
 */
function standOut(delta) {
  const squares = (keep) =>
    delta.reduce((all, value) => all + (keep(value) ? value * value : 0), 0);
  const bright = squares((value) => value > 0) > squares((value) => value < 0);
  const ink = delta.map((value) => Math.max(0, bright ? value : -value));
  if (largest(ink) < MIN_CONTRAST) return null;
  const threshold = otsu(ink);
  const [inked, rest] = [ink.filter((v) => v > threshold), ink.filter((v) => v <= threshold)];
  const level = sum(rest) / rest.length;
  const contrast = sum(inked) / inked.length - level;
  const flat = delta.filter((_, p) => ink[p] <= threshold);
  const mean = sum(flat) / flat.length;
  const noise = Math.sqrt(flat.reduce((all, v) => all + (v - mean) ** 2, 0) / flat.length);
  if (contrast < Math.max(MIN_CONTRAST, MIN_CLARITY * noise)) return null;
  return ink.map((value) => Math.min(1, Math.max(0, ((value - level) / contrast - 0.15) / 0.7)));
}

/**
 * The threshold that splits the values into the two most distinct classes.
 * @param {Float32Array} values
 */
function otsu(values) {
  const maximum = largest(values);
  const minimum = -largest(values.map((value) => -value));
  const edge = (n) => Math.fround(minimum + ((maximum - minimum) * n) / BINS);
  const counts = new Float64Array(BINS);
  for (const value of values) {
    let bin = Math.min(BINS - 1, Math.trunc(((value - minimum) * BINS) / (maximum - minimum)));
    if (value < edge(bin)) bin -= 1;
    else if (bin < BINS - 1 && value >= edge(bin + 1)) bin += 1;
    counts[bin] += 1;
  }
  const middle = (n) => (edge(n) + edge(n + 1)) / 2;
  const total = sum(counts);
  const moment = counts.reduce((all, count, n) => all + count * middle(n), 0);
  let [low, part, best, bin] = [0, 0, -1, 0];
  for (let n = 0; n < BINS - 1; n++) {
    low += counts[n];
    part += counts[n] * middle(n);
    const high = total - low;
    const variance = low * high * (part / low - (moment - part) / high) ** 2;
    if (variance > best) [best, bin] = [variance, n];
  }
  return edge(1 + bin);
}

/** Position of the digit, and whether other ink is along the frame. */
function digitOf(soft, rows, columns) {
  const { labels, areas, onFrame } = label(soft, rows, columns);
  const inside = onFrame.map((share) => share < 0.25);
  const within = sum(areas.map((area, n) => (inside[n] ? area : 0)));
  const good = within >= 0.002 * soft.length ? inside : areas.map(() => true);
  const largestArea = largest(areas.filter((_, n) => good[n]));
  // Pieces at the frame must be larger: they may belong to another object.
  const isKept = areas.map(
    (area, n) => good[n] && area >= (onFrame[n] > 0 ? 0.15 : 0.03) * largestArea,
  );
  const digit = new Uint8Array(soft.length);
  labels.forEach((name, p) => {
    if (!name || !isKept[name - 1]) return;
    const [row, column] = [Math.floor(p / columns), p % columns];
    for (let r = Math.max(0, row - 2); r <= Math.min(rows - 1, row + 2); r++)
      for (let c = Math.max(0, column - 2); c <= Math.min(columns - 1, column + 2); c++)
        digit[r * columns + c] = 1;
  });
  return { digit, alongFrame: inside.includes(false) };
}

/**
 * Whether separate pieces of similar height are next to each other on a line.
 * @param {Picture} ink
 */
function showsSeveral({ rows, columns, values }) {
  const { boxes } = label(values, rows, columns);
  const height = ({ top, bottom }) => bottom - top;
  const highest = largest(boxes.map(height));
  const tall = boxes.filter((box) => height(box) >= ALIKE * highest);
  tall.sort((a, b) => a.right - b.right);
  return tall.some((line) => {
    let [count, end] = [0, 0];
    for (const { top, bottom, left, right } of tall) {
      const shared = Math.min(bottom, line.bottom) - Math.max(top, line.top);
      if (left < end || shared < SHARED * height(line)) continue;
      count += 1;
      end = right;
    }
    return count >= MANY;
  });
}

/**
 * Connected pieces of ink: area, box, and the largest share of a side of the frame that they cover.
 */
function label(soft, rows, columns) {
  const labels = new Int32Array(soft.length);
  /** @type {number[]} */
  const areas = [];
  /** @type {number[]} */
  const onFrame = [];
  const boxes = [];
  for (let p = 0; p < soft.length; p++) {
    if (soft[p] < 0.5 || labels[p]) continue;
    const name = areas.length + 1;
    const sides = [0, 0, 0, 0];
    const stack = [p];
    labels[p] = name;
    let area = 0;
    const box = { top: rows, bottom: 0, left: columns, right: 0 };
    while (stack.length) {
      const pixel = /** @type {number} */ (stack.pop());
      const [row, column] = [Math.floor(pixel / columns), pixel % columns];
      area += 1;
      box.top = Math.min(box.top, row);
      box.bottom = Math.max(box.bottom, row + 1);
      box.left = Math.min(box.left, column);
      box.right = Math.max(box.right, column + 1);
      [row === 0, row === rows - 1, column === 0, column === columns - 1].forEach((on, side) => {
        sides[side] += Number(on) / (side < 2 ? columns : rows);
      });
      for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++)
        for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) {
          const next = r * columns + c;
          if (soft[next] < 0.5 || labels[next]) continue;
          labels[next] = name;
          stack.push(next);
        }
    }
    areas.push(area);
    boxes.push(box);
    onFrame.push(Math.max(...sides));
  }
  return { labels, areas, boxes, onFrame };
}

/** @param {Picture} ink */
const inkBox = ({ columns, values }) => boxOf(values, columns, (value) => value > 0.05);

/** Resize the ink to the centre of the raster. @param {Picture} ink */
function place(ink) {
  const share = INK_SIDE / Math.max(ink.rows, ink.columns);
  const [rows, columns] = [ink.rows, ink.columns].map((n) => Math.max(1, roundEven(n * share)));
  const bytes = toBytes(resize(ink, rows, columns, FILTERS.bicubic).values);
  return centre(bytes, rows, columns, new Uint8Array(RASTER_SIDE * RASTER_SIDE));
}

/**
 * Copy values to the centre of a raster.
 * @template {Uint8Array | Float32Array} T
 * @param {T} raster
 */
function centre(values, rows, columns, raster) {
  const [top, left] = [rows, columns].map((n) => Math.floor((RASTER_SIDE - n) / 2));
  for (let row = 0; row < rows; row++)
    raster.set(
      values.subarray(row * columns, (row + 1) * columns),
      (top + row) * RASTER_SIDE + left,
    );
  return raster;
}

/**
 * The entire picture in grey levels.
 * @param {Picture[]} planes
 * @param {boolean | undefined} isInverted
 */
function readWhole(planes, isInverted) {
  const [red, green, blue] = planes.map(({ values }) => values);
  const grey = red.map((value, p) => GREY[0] * value + GREY[1] * green[p] + GREY[2] * blue[p]);
  const picture = fitSquare({ ...planes[0], values: grey });
  const inner = (i) => i >= EDGE && i < RASTER_SIDE - EDGE;
  const [edge, inside] = [[], []].map(() => /** @type {number[]} */ ([]));
  picture.forEach((value, p) => {
    (inner(p % RASTER_SIDE) && inner(Math.floor(p / RASTER_SIDE)) ? inside : edge).push(value);
  });
  const mean = (values) => sum(values) / values.length;
  const inverted = isInverted ?? mean(edge) > mean(inside);
  return inverted ? picture.map((value) => 255 - value) : picture;
}

/**
 * Fit a picture into the centre of the raster, surrounded by its border's grey.
 * @param {Picture} plane
 */
function fitSquare(plane) {
  const { rows: height, columns: width, values } = plane;
  const share = RASTER_SIDE / Math.max(height, width);
  const [rows, columns] = [height, width].map((n) => Math.max(1, roundEven(n * share)));
  const small = resize(plane, rows, columns, FILTERS.lanczos).values;
  const border = [];
  for (let n = 0; n < width; n++) border.push(values[n], values[(height - 1) * width + n]);
  for (let n = 0; n < height; n++) border.push(values[n * width], values[n * width + width - 1]);
  const around = new Float32Array(RASTER_SIDE * RASTER_SIDE).fill(median(border));
  const raster = centre(small, rows, columns, around);
  return Uint8Array.from(raster, (value) => roundEven(Math.min(255, Math.max(0, value))));
}
