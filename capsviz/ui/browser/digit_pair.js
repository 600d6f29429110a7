/* Overlapping digits: the input of the network for pairs. */

import { networkInput, toBytes } from "./digit_form.js";

/** Side of the canvas, as in capsviz/data/overlap.py. */
const PAIR_SIDE = 36;
/** Side of a digit's picture. */
export const DIGIT_SIDE = 28;

/**
 * @typedef {{image: Uint8Array, parts: Uint8Array[] | null}} Pair the picture, and the single
 *   digits if known
 */

/** A drawn digit, normalised like MNIST's. @param {Uint8Array} raster */
export function digitOf(raster) {
  return toBytes(networkInput(raster, DIGIT_SIDE, { digits: true, center: true }));
}

/**
 * A digit on the canvas, moved by whole pixels and cropped to the canvas.
 * @param {Uint8Array} small 28 x 28
 * @param {number[]} move rows down and columns right from the middle
 */
export function placeOnCanvas(small, [down, right]) {
  const canvas = new Uint8Array(PAIR_SIDE * PAIR_SIDE);
  const margin = (PAIR_SIDE - DIGIT_SIDE) / 2;
  for (let row = 0; row < DIGIT_SIDE; row++) {
    const y = row + margin + down;
    if (y < 0 || y >= PAIR_SIDE) continue;
    for (let column = 0; column < DIGIT_SIDE; column++) {
      const x = column + margin + right;
      if (x >= 0 && x < PAIR_SIDE) canvas[y * PAIR_SIDE + x] = small[row * DIGIT_SIDE + column];
    }
  }
  return canvas;
}

/** @param {{small: Uint8Array, move: number[]}[]} digits @returns {Pair} */
export function overlayDigits(digits) {
  const parts = digits.map(({ small, move }) => placeOnCanvas(small, move));
  return { image: parts[0].map((ink, i) => Math.min(255, ink + parts[1][i])), parts };
}

/** A single drawing of both digits, resized. @param {Uint8Array} raster @returns {Pair} */
export function shrinkDrawing(raster) {
  const options = { digits: false, center: false };
  return { image: toBytes(networkInput(raster, PAIR_SIDE, options)), parts: null };
}
