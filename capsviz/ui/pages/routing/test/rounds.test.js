import assert from "node:assert/strict";
import { test } from "node:test";

import { mosaicLayout, roundHit, roundsLayout, spreadIterations } from "../image.js";

const DATA = { whole: false, grid: 6, rows: 6, types: 32 };

test("pictures of all iterations fit in rows of five", () => {
  for (const [rounds, rows] of [
    [1, 1],
    [3, 1],
    [5, 1],
    [6, 2],
    [10, 2],
    [50, 2],
  ]) {
    const layout = roundsLayout(800, DATA, rounds);
    assert.ok(layout.inRow * layout.pitch <= 800);
    assert.ok(layout.columns * layout.tile <= layout.pitch);
    assert.equal(layout.height, rows * layout.rowPitch);
  }
});

test("the picture of few types is about as high as that of many", () => {
  const heights = [
    [16, 3],
    [32, 6],
  ].map(([types, grid]) => {
    const { columns, pitch, height } = mosaicLayout(552, { whole: false, types, grid, rows: grid });
    assert.ok(columns * pitch <= 552);
    return height;
  });
  assert.ok(Math.abs(heights[0] - heights[1]) < 50, String(heights));
});

test("a press on a picture finds its iteration", () => {
  const layout = roundsLayout(800, DATA, 10);
  assert.equal(roundHit(layout, 10, 1, 1), 0);
  assert.equal(roundHit(layout, 10, layout.pitch + 1, layout.rowPitch + 1), 6);
  assert.equal(roundHit(layout, 7, 3 * layout.pitch, layout.rowPitch + 1), null);
});

test("of more than ten iterations ten have a picture, the first and the last among them", () => {
  for (const count of [11, 12, 20, 50]) {
    const shown = spreadIterations(count);
    assert.equal(shown.length, 10);
    assert.deepEqual([shown[0], shown[1], shown.at(-1)], [0, 1, count - 1]);
    assert.ok(shown.every((t, at) => at === 0 || t > shown[at - 1]));
  }
  const layout = roundsLayout(800, DATA, 50);
  assert.equal(roundHit(layout, 50, 4 * layout.pitch, layout.rowPitch + 1), 49);
});
