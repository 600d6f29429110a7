import assert from "node:assert/strict";
import test from "node:test";
import { packArrays } from "../../../browser/arrays.js";
import { RoutingData } from "../data.js";

test("lengths and agreements are computed from votes and capsules", () => {
  const geometry = { types: 3, grid: 1, rows: 1, side: 4, field: 4, core: 4, stride: 1, first: 0 };
  const header = { classes: ["a", "b"], iterations: 2, floor: null, ...geometry };
  const arrays = {
    couplings: { values: new Float32Array(12), shape: [2, 3, 2] },
    votes: { values: Float32Array.of(3, 4, 1, 0, 0, 2, 5, 12, 1, 1, -1, 0), shape: [3, 2, 2] },
    totals: { values: new Float32Array(8), shape: [2, 2, 2] },
    capsules: { values: Float32Array.of(1, 0, 0, 1, 2, 1, -1, 3), shape: [2, 2, 2] },
    primary: { values: new Float32Array(6), shape: [3, 2] },
    lengths: { values: new Float32Array(4), shape: [2, 2] },
  };
  const data = new RoutingData(packArrays(header, arrays));
  assert.equal(data.voteLength(0, 0), 5);
  assert.equal(data.voteLength(1, 1), 13);
  assert.equal(data.agreement(0, 0, 0), 3);
  assert.equal(data.agreement(0, 1, 1), 12);
  assert.equal(data.agreement(1, 1, 0), 2);
  assert.equal(data.agreement(1, 2, 1), 1);
  assert.equal(data.logit(1, 1, 1), 12);
});
