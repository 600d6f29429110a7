import assert from "node:assert/strict";
import { test } from "node:test";

import { packHistory, unpackHistory } from "../history.js";

const stroke = (i) => [85, 0, i, i, i + 1, i + 1];
/** A drawing for each number of strokes, with shared strokes as in a pad's history. */
function drawings(count, b = null) {
  const strokes = Array.from({ length: count }, (_, i) => stroke(i));
  return Array.from({ length: count + 1 }, (_, n) => ({ s: strokes.slice(0, n), b }));
}

test("a history survives packing and JSON", () => {
  const steps = drawings(5);
  const photo = { s: [stroke(9)], b: "A".repeat(50) };
  const history = {
    past: [...steps.slice(0, 3), photo],
    present: steps[3],
    future: [steps[5], steps[4]],
  };
  assert.deepEqual(unpackHistory(JSON.parse(JSON.stringify(packHistory(history)))), history);
});

test("a packed history holds each stroke once", () => {
  const steps = drawings(100);
  const packed = packHistory({ past: steps.slice(0, 100), present: steps[100], future: [] });
  assert.equal(packed.strokes.length, 100);
  assert.ok(JSON.stringify(packed).length < 30_000);
});

test("a history that is too long loses its oldest steps first", () => {
  const past = Array.from({ length: 40 }, (_, i) => ({ s: [], b: String(i).padStart(1000, "x") }));
  const present = { s: [stroke(1)], b: null };
  const found = unpackHistory(packHistory({ past, present, future: [] }, 10_000));
  assert.deepEqual(found.present, present);
  assert.ok(found.past.length > 3 && found.past.length < 10);
  assert.deepEqual(found.past, past.slice(-found.past.length));
  assert.deepEqual(unpackHistory(packHistory({ past, present, future: [] }, 1)).past, []);
});

test("a malformed history is ignored", () => {
  for (const bad of [
    null,
    7,
    {},
    { strokes: [], bases: [], steps: [[0, []]], now: 0 },
    { strokes: [], bases: [], steps: [], now: 0 },
  ]) {
    assert.equal(unpackHistory(bad), null);
  }
});
