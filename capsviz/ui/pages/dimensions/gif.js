/*
 * Animated GIF of grey pictures, written in the browser.
 */

import { greyOf, mixColours } from "../../browser/picture.js";
import { GIFEncoder } from "../../browser/vendor/gifenc.js";

/**
 * @param {Uint8Array[]} frames grey pictures of side x side bytes, 0..255
 * @param {{side: number, scale: number, delay: number, colours: number[][]}} options
 *   `scale` whole screen pixels per picture pixel, `delay` in milliseconds,
 *   `colours` from black to white, evenly spaced [red, green, blue]
 * @returns {Uint8Array} the file
 */
export function encodeGif(frames, { side, scale, delay, colours }) {
  const size = side * scale;
  const file = GIFEncoder();
  const table = Array.from({ length: 128 }, (_, i) => mixColours(colours, i / 127).map(Math.round));
  for (const [number, frame] of frames.entries()) {
    const grey = greyOf(frame);
    const pixels = Uint8Array.from({ length: size * size }, (_, i) => {
      const [row, column] = [Math.floor(i / size / scale), Math.floor((i % size) / scale)];
      return grey[row * side + column] >> 1;
    });
    const palette = number ? null : table; // of the first frame, for all
    file.writeFrame(pixels, size, size, { delay, palette, colorDepth: 7 });
  }
  file.finish();
  return file.bytes();
}
