import assert from "node:assert/strict";
import { test } from "node:test";
import { CouplingPicture, couplingMarks, PixelPicture } from "../picture.js";

/** Colour table that shows the position on the scale. */
const PLACES = Uint32Array.from({ length: 256 }, (_, byte) => byte);

/** @returns {any} */
function emptyCanvas() {
  const image = (width, height) => ({
    ...{ width, height },
    data: { buffer: new ArrayBuffer(4 * width * height) },
  });
  const canvas = { getContext: () => context };
  const context = { canvas, createImageData: image, putImageData() {} };
  return canvas;
}

const picture = () => new PixelPicture(emptyCanvas(), 2);

test("a difference is dark for missing ink and bright for new ink", () => {
  const shown = picture();
  const before = Uint8Array.of(255, 0, 100, 200);
  shown.showDifference(before, Uint8Array.of(0, 255, 100, 190), PLACES);
  const [gone, come, same, paler] = shown.pixels;
  assert.deepEqual([gone, come, same], [0, 255, 128]);
  assert.ok(paler < 128);
});

test("a pixel of the couplings belongs to its capsule and a gap to the nearest one", () => {
  const couplings = new CouplingPicture(emptyCanvas(), 32, 6);
  const { width } = couplings.image;
  for (const capsule of [0, 31, 32, 577, 1151]) {
    const [type, row, column] = couplings.placeOf(capsule);
    const [x, y] = [(type % 8) * 7 + column, Math.floor(type / 8) * 7 + row];
    assert.equal(couplings.pixelOfCapsule[capsule], y * width + x);
    assert.equal(couplings.capsuleAt(x, y), capsule);
  }
  assert.deepEqual(couplings.placeOf(couplings.capsuleAt(6.4, 0)), [1, 0, 0]);
});

test("capsules of few places are drawn as large as a tile of many", () => {
  const many = new CouplingPicture(emptyCanvas(), 16, 6, 6, 8);
  const few = new CouplingPicture(emptyCanvas(), 16, 3, 3, 8, 2);
  assert.deepEqual([few.image.width, few.image.height], [many.image.width, many.image.height]);
  few.show(
    Uint8Array.from({ length: 144 }, (_, i) => i),
    PLACES,
  );
  const { width } = few.image;
  for (const capsule of [0, 15, 16, 143]) {
    const [x, y] = few.pixelOf(capsule);
    const square = [0, 1].flatMap((down) => [0, 1].map((across) => [x + across, y + down]));
    for (const [across, down] of square) {
      assert.equal(few.pixels[down * width + across], PLACES[capsule]);
      assert.equal(few.capsuleAt(across, down), capsule);
    }
  }
});

test("no mark beside the scale is a coupling above 1", () => {
  assert.deepEqual(couplingMarks(10), [0.02, 0.05, 0.1, 0.2, 0.5]);
  assert.deepEqual(couplingMarks(4), [0.05, 0.125, 0.25, 0.5, 1]);
  assert.deepEqual(couplingMarks(2), [0.1, 0.25, 0.5, 1]);
});
