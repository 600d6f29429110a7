import assert from "node:assert/strict";
import { test } from "node:test";
import { isCrash } from "../crash_recovery.js";

test("a page that lost its place is loaded anew, once in a while, and no other error does that", () => {
  const kept = new Map();
  const store = /** @type {any} */ ({
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value),
  });
  const lost = { message: "Uncaught Error: Bad delta path index 7 (should be between [0, 5])" };
  assert.equal(isCrash({ message: "Uncaught TypeError: x is null" }, store, 1e6), false);
  assert.equal(isCrash({ reason: undefined }, store, 1e6), false);
  assert.equal(isCrash(lost, store, 1e6), true);
  assert.equal(isCrash(lost, store, 1e6 + 29_999), false);
  assert.equal(isCrash({ reason: new Error("Bad delta path index 1") }, store, 1e6 + 30_001), true);
});
