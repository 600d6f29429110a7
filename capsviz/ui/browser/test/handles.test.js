import assert from "node:assert/strict";
import { test } from "node:test";
import { FINGER, handleNear } from "../handles.js";

const box = (x, y, width, height = width) => ({
  left: x - width / 2,
  top: y - height / 2,
  width,
  height,
});

test("a finger takes a small handle within 22 pixels, and nothing beyond", () => {
  const dot = [box(100, 100, 6)];
  assert.equal(handleNear(dot, 100 + FINGER / 2, 100 - FINGER / 2), 0);
  assert.equal(handleNear(dot, 101 + FINGER / 2, 100), -1);
  assert.equal(handleNear([], 0, 0), -1);
});

test("a finger takes the nearer of equal handles and the smaller of overlapping ones", () => {
  const votes = [box(100, 100, 20), box(120, 100, 20)];
  assert.equal(handleNear(votes, 108, 100), 0);
  assert.equal(handleNear(votes, 112, 100), 1);
  const face = [box(100, 100, 240), box(100, 110, 20)];
  assert.equal(handleNear(face, 100, 100), 1);
  assert.equal(handleNear(face, 100, 60), 0);
});

test("a handle that is not drawn is not taken", () => {
  assert.equal(handleNear([box(0, 0, 0)], 0, 0), -1);
});
