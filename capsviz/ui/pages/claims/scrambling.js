/*
 * A digit cut into quarters and rearranged, or turned, and the rank of a network's largest output
 * for it. Pictures are bytes, 28 x 28.
 */

import { RASTER_SIDE } from "../../browser/raster.js";

export const SIDE = 28;
export const HALF = SIDE / 2;
/** Places of the quarters, as [column, row]. */
export const PLACES = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
];
/** Quarter in each place: all in their own, or diagonally swapped. */
export const IN_PLACE = "0123";
export const DIAGONALLY_SWAPPED = "3210";
/** Share of whole digits from which a network counts as sure of a scrambled one. */
export const SURE_SHARE = 0.05;

/**
 * A picture of rearranged quarters; where two overlap, the darker pixel counts.
 * @param {Uint8Array} image whole
 * @param {string} order quarter in each place
 * @param {boolean} flip whether each is mirrored
 * @param {{place: number, dx: number, dy: number} | null} [held] the dragged one, and its offset in
 *   pixels
 */
export function scramble(image, order, flip, held = null) {
  const made = new Uint8Array(SIDE * SIDE);
  [...order].forEach((quarter, place) => {
    const [fromX, fromY] = PLACES[Number(quarter)].map((at) => at * HALF);
    const away = held?.place === place ? held : { dx: 0, dy: 0 };
    const [toX, toY] = [PLACES[place][0] * HALF + away.dx, PLACES[place][1] * HALF + away.dy];
    for (let y = 0; y < HALF; y++) {
      for (let x = 0; x < HALF; x++) {
        const [column, row] = [toX + x, toY + y];
        if (column < 0 || row < 0 || column >= SIDE || row >= SIDE) continue;
        const value = image[(fromY + y) * SIDE + fromX + (flip ? HALF - 1 - x : x)];
        const at = row * SIDE + column;
        made[at] = Math.max(made[at], value);
      }
    }
  });
  return made;
}

/**
 * A picture rotated about its centre, bilinearly, with zeros outside.
 * @param {Uint8Array} image
 * @param {number} degrees counter-clockwise
 */
export function turnAround(image, degrees) {
  const [cos, sin] = [Math.cos, Math.sin].map((of) => of((degrees * Math.PI) / 180));
  const middle = (SIDE - 1) / 2;
  const pixel = (x, y) => (x < 0 || y < 0 || x >= SIDE || y >= SIDE ? 0 : image[y * SIDE + x]);
  return Uint8Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [x, y] = [(at % SIDE) - middle, Math.floor(at / SIDE) - middle];
    const [fromX, fromY] = [cos * x - sin * y + middle, sin * x + cos * y + middle];
    const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
    const [right, low] = [fromX - left, fromY - top];
    const upper = (1 - right) * pixel(left, top) + right * pixel(left + 1, top);
    const lower = (1 - right) * pixel(left, top + 1) + right * pixel(left + 1, top + 1);
    return Math.round((1 - low) * upper + low * lower);
  });
}

/** The order with two places swapped. @param {string} order */
export function exchange(order, one, other) {
  const quarters = [...order];
  [quarters[one], quarters[other]] = [quarters[other], quarters[one]];
  return quarters.join("");
}

/** Place nearest to a dragged quarter. */
export function nearestPlace(place, dx, dy) {
  const middle = [PLACES[place][0] * HALF + dx, PLACES[place][1] * HALF + dy];
  const away = PLACES.map(([x, y]) => Math.hypot(x * HALF - middle[0], y * HALF - middle[1]));
  return away.indexOf(Math.min(...away));
}

/** A picture as a raster that the server turns into the same picture. @param {Uint8Array} image */
export function rasterOf(image) {
  const step = RASTER_SIDE / SIDE;
  const at = (i) =>
    image[Math.floor(i / RASTER_SIDE / step) * SIDE + Math.floor((i % RASTER_SIDE) / step)];
  return Uint8Array.from({ length: RASTER_SIDE * RASTER_SIDE }, (_, i) => at(i));
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
  const next = quantiles.findIndex((one) => one >= value);
  if (next < 0) return 1;
  const [low, high] = [quantiles[next - 1], quantiles[next]];
  return (next - 1 + (value - low) / (high - low || 1)) / steps;
}

/** Whether two views differ in their experiment. */
export function isMoved(before, now) {
  const asked = ["claim", "order", "flip", "turn", "turned", "strength"];
  const others = ["over", "apart", "number", "moved", "traded"];
  return [...asked, ...others].some((name) => before?.[name] !== now[name]);
}
