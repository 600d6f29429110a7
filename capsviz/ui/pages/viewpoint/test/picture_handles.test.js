import assert from "node:assert/strict";
import { test } from "node:test";

import { handlePosition, transformAt } from "../picture_handles.js";

const REST = { rotation: 0, scale: 1, shift_x: 0, shift_y: 0 };

test("a handle's place gives its transform back", () => {
  const transform = { rotation: 30, scale: 0.8, shift_x: 2, shift_y: -3 };
  for (const handle of ["shift", "rotation", "scale"]) {
    const goal = transformAt(handle, handlePosition(handle, transform), transform);
    for (const [kind, value] of Object.entries(goal))
      assert.ok(Math.abs(value - transform[kind]) < 1e-9, kind);
  }
});

test("handles turn counter-clockwise to the left, shift downwards and enlarge outwards", () => {
  const [x, y] = handlePosition("rotation", REST);
  assert.ok(x === 0.5 && Math.abs(y - 0.08) < 1e-9);
  assert.ok(Math.abs(transformAt("rotation", [0.08, 0.5], REST).rotation - 90) < 1e-9);
  assert.deepEqual(transformAt("shift", [0.5, 0.75], REST), { shift_x: 0, shift_y: 7 });
  assert.ok(transformAt("scale", [0.9, 0.9], REST).scale > 1);
});
