import assert from "node:assert/strict";
import { test } from "node:test";
import { exact } from "../arrays.js";
import { csvText } from "../export.js";

const couplings = Float32Array.from({ length: 10 }, (_, j) => Math.exp(-0.37 * j));
const total = couplings.reduce((sum, value) => sum + value, 0);
couplings.forEach((value, j) => {
  couplings[j] = value / total;
});

test("a number of single precision reads back as the very same", () => {
  for (const value of [...couplings, Math.fround(1e-30), Math.fround(-12345.678), 0, 1152])
    assert.equal(Math.fround(exact(value)), value);
  assert.equal(exact(Math.fround(0.1)), 0.1);
  assert.equal(exact(0.1 + 0.2), 0.3);
});

test("ten couplings in a table sum to 1", () => {
  const [, line] = csvText([["couplings"], [...couplings]]).split("\r\n");
  const read = line.split(",").map(Number);
  assert.deepEqual(Float32Array.from(read), couplings);
  assert.ok(Math.abs(read.reduce((sum, value) => sum + value, 0) - 1) < 1e-7);
});
