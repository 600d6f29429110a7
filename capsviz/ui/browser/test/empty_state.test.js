import assert from "node:assert/strict";
import { test } from "node:test";
import { isEmpty } from "../empty_state.js";

test("a drawing without strokes and without a picture is empty, as Python writes it", () => {
  assert.equal(isEmpty({ s: [], b: null }), true);
  assert.equal(isEmpty({ s: [] }), true);
  assert.equal(isEmpty({ s: [[85, 0, 100, 100]], b: null }), false);
  assert.equal(isEmpty({ s: [], b: "AAAA" }), false);
});
