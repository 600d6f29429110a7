import assert from "node:assert/strict";
import { test } from "node:test";

import { ComparePage } from "../index.js";

/** Whether rows are painted for a resized table with so many tiles, after `before`. */
function isPainted(tiles, before) {
  globalThis.getComputedStyle = () => /** @type {any} */ ({ getPropertyValue: () => tiles });
  let painted = false;
  const page = {
    tiles: before,
    part: () => ({}),
    get server() {
      painted = true;
      throw new Error("painted");
    },
  };
  try {
    ComparePage.prototype.paintRows.call(page, true);
  } catch (error) {
    assert.equal(/** @type {Error} */ (error).message, "painted");
  }
  return painted;
}

test("rows are repainted for other tiles and never for a removed table", () => {
  assert.equal(isPainted("16", 8), true);
  assert.equal(isPainted("8", 8), false);
  assert.equal(isPainted("", 8), false);
  assert.equal(isPainted("8", 0), true);
});
