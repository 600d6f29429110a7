import assert from "node:assert/strict";
import { test } from "node:test";

import { roundHit, roundsLayout } from "../image.js";

const DATA = { whole: false, grid: 6, rows: 6, types: 32 };

test("pictures of all iterations fit in rows of five", () => {
  for (const [rounds, rows] of [
    [1, 1],
    [3, 1],
    [5, 1],
    [6, 2],
    [10, 2],
  ]) {
    const layout = roundsLayout(800, DATA, rounds);
    assert.ok(layout.inRow * layout.pitch <= 800);
    assert.ok(layout.columns * layout.tile <= layout.pitch);
    assert.equal(layout.height, rows * layout.rowPitch);
  }
});

test("a press on a picture finds its iteration", () => {
  const layout = roundsLayout(800, DATA, 10);
  assert.equal(roundHit(layout, 10, 1, 1), 0);
  assert.equal(roundHit(layout, 10, layout.pitch + 1, layout.rowPitch + 1), 6);
  assert.equal(roundHit(layout, 7, 3 * layout.pitch, layout.rowPitch + 1), null);
});
