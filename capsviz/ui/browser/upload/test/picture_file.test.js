import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptEnglish } from "../../test/english.js";
import { checkFile, checkSize, isDeepGrey } from "../picture_file.js";

adoptEnglish();

const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);

test("empty, too large and SVG files are refused before decoding", () => {
  assert.throws(() => checkFile(0, bytes("")), /this file is empty: choose a PNG/);
  assert.throws(() => checkFile(101 * 2 ** 20, bytes("\x89PNG")), /101 MB: .* at most 100 MB/);
  assert.throws(() => checkFile(9, bytes('<?xml?>\n<SVG xmlns="">')), /SVG drawings/);
  checkFile(100 * 2 ** 20, bytes("GIF89a"));
});

test("a picture is refused by its size and by its file's first bytes", () => {
  const size = (/** @type {number} */ width, /** @type {number} */ height) => ({ width, height });
  const few = /20,000 x 20,000 pixels: choose one of at most 120 megapixels/;
  assert.throws(() => checkSize(size(20_000, 20_000), bytes("\x89PNG")), few);
  checkSize(size(12_000, 9_000), bytes("\xff\xd8"));
  assert.throws(() => checkSize(null, bytes("\0\0\0\x18ftypheic")), /HEIC and video files/);
  assert.throws(() => checkSize(null, bytes("hello")), /no picture that can be read/);
});

test("grey levels of 16 bits are detected by the PNG header", () => {
  const head = (/** @type {number} */ depth, /** @type {number} */ colour) =>
    Uint8Array.of(0x89, ...bytes("PNG"), ...new Uint8Array(20), depth, colour);
  assert.ok(isDeepGrey(head(16, 0)));
  assert.ok(!isDeepGrey(head(8, 0)));
  assert.ok(!isDeepGrey(head(16, 2)));
  assert.ok(!isDeepGrey(bytes("hello")));
});
