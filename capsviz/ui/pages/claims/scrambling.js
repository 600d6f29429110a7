/*
 * A digit cut into quarters and rearranged, or turned, and the rank of a network's largest output
 * for it. Pictures are bytes, 28 x 28.
 */

import { RASTER_SIDE } from "../../browser/raster.js";

export const SIDE = 28;
export const HALF = SIDE / 2;
/** Positions of the quarters, as [column, row]. */
export const POSITIONS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
];
/** Quarter at each position: all at their own, or diagonally swapped. */
export const IN_PLACE = "0123";
export const DIAGONALLY_SWAPPED = "3210";
/** Properties of a view on which an experiment depends. */
const EXPERIMENT_KEYS = [
  ...["claim", "order", "flip", "turn", "turned", "strength"],
  ...["over", "apart", "number", "moved", "traded"],
];
/** Share of whole digits from which a network counts as sure of a scrambled one. */
export const SURE_SHARE = 0.05;

/**
 * A picture of rearranged quarters; where two overlap, the darker pixel counts.
 * @param {Uint8Array} image whole
 * @param {string} order quarter at each position
 * @param {boolean} flip whether each is mirrored
 * @param {import("./board.js").DraggedQuarter | null} [dragged]
 */
export function scramble(image, order, flip, dragged = null) {
  const picture = new Uint8Array(SIDE * SIDE);
  [...order].forEach((quarter, position) => {
    const [fromX, fromY] = POSITIONS[Number(quarter)].map((index) => index * HALF);
    const offset = dragged?.position === position ? dragged : { dx: 0, dy: 0 };
    const [toX, toY] = [
      POSITIONS[position][0] * HALF + offset.dx,
      POSITIONS[position][1] * HALF + offset.dy,
    ];
    for (let y = 0; y < HALF; y++) {
      for (let x = 0; x < HALF; x++) {
        const [column, row] = [toX + x, toY + y];
        if (column < 0 || row < 0 || column >= SIDE || row >= SIDE) continue;
        const value = image[(fromY + y) * SIDE + fromX + (flip ? HALF - 1 - x : x)];
        const i = row * SIDE + column;
        picture[i] = Math.max(picture[i], value);
      }
    }
  });
  return picture;
}

/**
 * A picture rotated about its centre, bilinearly, with zeros outside.
 * @param {Uint8Array} image
 * @param {number} degrees counter-clockwise
 */
export function turnAround(image, degrees) {
  const [cos, sin] = [Math.cos, Math.sin].map((f) => f((degrees * Math.PI) / 180));
  const middle = (SIDE - 1) / 2;
  const pixel = (x, y) => (x < 0 || y < 0 || x >= SIDE || y >= SIDE ? 0 : image[y * SIDE + x]);
  return Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [(i % SIDE) - middle, Math.floor(i / SIDE) - middle];
    const [fromX, fromY] = [cos * x - sin * y + middle, sin * x + cos * y + middle];
    const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
    const [dx, dy] = [fromX - left, fromY - top];
    const upper = (1 - dx) * pixel(left, top) + dx * pixel(left + 1, top);
    const lower = (1 - dx) * pixel(left, top + 1) + dx * pixel(left + 1, top + 1);
    return Math.round((1 - dy) * upper + dy * lower);
  });
}

/** The order with two positions swapped. @param {string} order */
export function exchange(order, a, b) {
  const quarters = [...order];
  [quarters[a], quarters[b]] = [quarters[b], quarters[a]];
  return quarters.join("");
}

/** Position nearest to a dragged quarter. */
export function nearestPosition(position, dx, dy) {
  const middle = [POSITIONS[position][0] * HALF + dx, POSITIONS[position][1] * HALF + dy];
  const distances = POSITIONS.map(([x, y]) =>
    Math.hypot(x * HALF - middle[0], y * HALF - middle[1]),
  );
  return distances.indexOf(Math.min(...distances));
}

/** A picture as a raster that the server turns into the same picture. @param {Uint8Array} image */
export function rasterOf(image) {
  const step = RASTER_SIDE / SIDE;
  const pixel = (i) =>
    image[Math.floor(i / RASTER_SIDE / step) * SIDE + Math.floor((i % RASTER_SIDE) / step)];
  return Uint8Array.from({ length: RASTER_SIDE * RASTER_SIDE }, (_, i) => pixel(i));
}

/**
 * Share of whole digits with a smaller largest output.
 * @param {number} value
 * @param {number[]} quantiles quantiles, evenly spaced and ascending
 * @returns {number} a share, 0 to 1
 */
export function rankAmong(value, quantiles) {
  if (value <= quantiles[0]) return 0;
  const steps = quantiles.length - 1;
  const next = quantiles.findIndex((quantile) => quantile >= value);
  if (next < 0) return 1;
  const [low, high] = [quantiles[next - 1], quantiles[next]];
  return (next - 1 + (value - low) / (high - low || 1)) / steps;
}

/** Whether two views differ in their experiment. */
export function isMoved(before, now) {
  return EXPERIMENT_KEYS.some((name) => before?.[name] !== now[name]);
}
