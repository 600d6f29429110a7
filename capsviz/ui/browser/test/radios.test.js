import assert from "node:assert/strict";
import { test } from "node:test";
import { nextRadio } from "../radios.js";

test("arrow keys wrap around, Home and End go to the ends and other keys do nothing", () => {
  assert.equal(nextRadio("ArrowRight", 9, 10), 0);
  assert.equal(nextRadio("ArrowDown", 3, 10), 4);
  assert.equal(nextRadio("ArrowLeft", 0, 10), 9);
  assert.equal(nextRadio("ArrowUp", 3, 10), 2);
  assert.equal(nextRadio("Home", 5, 10), 0);
  assert.equal(nextRadio("End", 5, 10), 9);
  assert.equal(nextRadio("Tab", 5, 10), -1);
});
