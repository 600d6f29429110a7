/*
 * Animated GIF (89a) of grey pictures, written in the browser.
 */

import { greyOf, mixColours } from "../../browser/picture.js";

/**
 * @param {Uint8Array[]} frames grey pictures of side x side bytes, 0..255
 * @param {{side: number, scale: number, delay: number, colours: number[][]}} options
 *   `scale` whole screen pixels per picture pixel, `delay` in hundredths of a second,
 *   `colours` what black to white becomes, evenly spaced [red, green, blue]
 * @returns {Uint8Array} the file
 */
export function encodeGif(frames, { side, scale, delay, colours }) {
  const out = [];
  const size = side * scale;
  const word = (value) => out.push(value & 255, value >> 8);
  const text = (letters) => out.push(...[...letters].map((letter) => letter.charCodeAt(0)));
  text("GIF89a");
  word(size);
  word(size);
  out.push(0b11110110, 0, 0); // global table of 128 colours
  for (let i = 0; i < 128; i++) out.push(...mixColours(colours, i / 127).map(Math.round));
  out.push(0x21, 0xff, 11);
  text("NETSCAPE2.0");
  out.push(3, 1, 0, 0, 0); // for ever
  for (const frame of frames) {
    out.push(0x21, 0xf9, 4, 0);
    word(delay);
    out.push(0, 0, 0x2c);
    for (const value of [0, 0, size, size]) word(value);
    out.push(0);
    const grey = greyOf(frame);
    const pixels = new Uint8Array(size * size);
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        const [row, column] = [Math.floor(y / scale), Math.floor(x / scale)];
        pixels[y * size + x] = grey[row * side + column] >> 1;
      }
    }
    compressGif(pixels, 7, out);
  }
  out.push(0x3b);
  return Uint8Array.from(out);
}

/** LZW as GIF has it: codes of growing width, in blocks of at most 255 bytes. */
function compressGif(pixels, bits, out) {
  const [clear, end] = [1 << bits, (1 << bits) + 1];
  const bytes = [];
  let [buffer, filled, width] = [0, 0, bits + 1];
  const emit = (code) => {
    buffer |= code << filled;
    filled += width;
    while (filled >= 8) {
      bytes.push(buffer & 255);
      buffer >>= 8;
      filled -= 8;
    }
  };
  let known = new Map();
  let next = end + 1;
  emit(clear);
  let current = pixels[0];
  for (let i = 1; i < pixels.length; i++) {
    const longer = (current << 8) | pixels[i];
    const found = known.get(longer);
    if (found !== undefined) {
      current = found;
      continue;
    }
    emit(current);
    known.set(longer, next);
    if (next === 1 << width) width++;
    next++;
    if (next > 4095) {
      emit(clear);
      known = new Map();
      next = end + 1;
      width = bits + 1;
    }
    current = pixels[i];
  }
  emit(current);
  emit(end);
  if (filled) bytes.push(buffer & 255);
  out.push(bits);
  for (let i = 0; i < bytes.length; i += 255) {
    const block = bytes.slice(i, i + 255);
    out.push(block.length, ...block);
  }
  out.push(0);
}
