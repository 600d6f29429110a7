import assert from "node:assert/strict";
import { test } from "node:test";
import { PixelPicture } from "../picture.js";

/** Bytes for colours: what is shown is the place on the scale. */
const PLACES = Uint32Array.from({ length: 256 }, (_, byte) => byte);

function picture() {
  const image = (width, height) => ({ data: { buffer: new ArrayBuffer(4 * width * height) } });
  const canvas = { getContext: () => context };
  const context = { canvas, createImageData: image, putImageData() {} };
  return new PixelPicture(/** @type {any} */ (canvas), 2);
}

test("a difference is on the side of what went where ink is missing, of what came where it is new", () => {
  const shown = picture();
  const before = Uint8Array.of(255, 0, 100, 200);
  shown.showDifference(before, Uint8Array.of(0, 255, 100, 190), PLACES);
  const [gone, come, same, paler] = shown.pixels;
  assert.deepEqual([gone, come, same], [0, 255, 128]);
  assert.ok(paler < 128);
});
