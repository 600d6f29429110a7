import assert from "node:assert/strict";
import { test } from "node:test";
import { gaussianOutline } from "../cloud.js";

test("a Gaussian's outline is one standard deviation from its mean, all around", () => {
  const means = [9, 9, 1, -2];
  const covariances = [0, 0, 0, 0, 0.5, 0.3, 0.3, 0.4];
  const outline = gaussianOutline(means, covariances, 1);
  const determinant = 0.5 * 0.4 - 0.3 * 0.3;
  for (const [px, py] of outline) {
    const [x, y] = [px - 1, py + 2];
    const far = (0.4 * x * x - 2 * 0.3 * x * y + 0.5 * y * y) / determinant;
    assert.ok(Math.abs(far - 1) < 1e-9);
  }
  // Its highest point is one sigma above the mean.
  const top = Math.max(...outline.map(([, y]) => y));
  assert.ok(Math.abs(top - (-2 + Math.sqrt(0.4))) < 1e-2);
});
