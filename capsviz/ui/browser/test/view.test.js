import assert from "node:assert/strict";
import { test } from "node:test";
import { readView } from "../view.js";

const TABLE = [
  { name: "place", kind: "number", default: 0.5, least: 0, most: 1 },
  { name: "way", kind: "choice", default: "class", options: ["class", "morph"] },
  { name: "pose", kind: "numbers", default: null, count: 2, most: 10, optional: true },
];

test("missing, unknown and invalid properties of a view take their defaults", () => {
  const view = readView(TABLE, { place: 2, way: "morph", pose: null, other: 1 });
  assert.deepEqual(view, { place: 0.5, way: "morph", pose: null });
  assert.deepEqual(readView(TABLE), { place: 0.5, way: "class", pose: null });
});

test("a view shares no array with its source", () => {
  const plain = { pose: [1, 2] };
  const view = readView(TABLE, plain);
  view.pose[0] = 3;
  assert.equal(plain.pose[0], 1);
});
