import assert from "node:assert/strict";
import { test } from "node:test";
import { shiftInside } from "../help.js";

test("a box on the screen stays where it is", () => {
  assert.equal(shiftInside(20, 320, 390), 0);
});

test("a box past an edge comes back, 8 pixels from it", () => {
  assert.equal(shiftInside(200, 504, 390), -122);
  assert.equal(shiftInside(-30, 270, 390), 38);
});

test("a box wider than the screen shows its beginning", () => {
  assert.equal(shiftInside(100, 600, 390), -92);
});
