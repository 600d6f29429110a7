import assert from "node:assert/strict";
import { test } from "node:test";

import { bestDimension, shiftChange } from "../drag_picture.js";

const SIDE = 16;

/** A soft spot whose column, row and size are the pose. */
function decode(pose) {
  const [x, y, size] = pose;
  return Uint8Array.from({ length: SIDE * SIDE }, (_, k) => {
    const square = ((k % SIDE) - x) ** 2 + (Math.floor(k / SIDE) - y) ** 2;
    return 200 * Math.exp(-square / (2 * size ** 2));
  });
}

const sliders = {
  pose: Float32Array.from([8, 7, 2]),
  low: Float32Array.from([4, 3, 1]),
  high: Float32Array.from([12, 11, 3]),
};

test("a drag chooses the dimension that moves the picture that way", () => {
  const image = decode(sliders.pose);
  for (const [way, dimension, rate] of [
    [[1, 0], 0, 1],
    [[-1, 0], 0, -1],
    [[0, 1], 1, 1],
  ]) {
    const best = bestDimension(decode, sliders, shiftChange(image, SIDE, [8, 7], way));
    assert.equal(best.dimension, dimension);
    assert.ok(Math.abs(best.rate - rate) < 0.15, `${best.rate}`);
  }
});

test("pulling an edge outwards enlarges the picture", () => {
  const wide = {
    ...sliders,
    low: Float32Array.from([7.9, 6.9, 1]),
    high: Float32Array.from([8.1, 7.1, 3]),
  };
  const ring = shiftChange(decode(sliders.pose), SIDE, [8, 7], [1, 0]);
  // Pulled to both sides at once, as no shift does.
  ring.change.forEach((value, k) => {
    if (k % SIDE < 8) ring.change[k] = -value;
  });
  const best = bestDimension(decode, wide, ring);
  assert.equal(best.dimension, 2);
  assert.ok(best.rate > 0);
});

test("an empty picture cannot be dragged", () => {
  const blank = shiftChange(new Uint8Array(SIDE * SIDE), SIDE, [8, 7], [1, 0]);
  assert.equal(bestDimension(decode, sliders, blank).rate, 0);
});
