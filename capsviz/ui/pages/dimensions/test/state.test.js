import assert from "node:assert/strict";
import { test } from "node:test";
import { DimensionState } from "../state.js";

const VIEW = { capsule: -1, start: "drawing", pose: null, dimension: 3, order: "number" };
const replyOf = (winner, value) => ({
  lengths: [[0, 1, 2].map((k) => (k === winner ? 0.9 : 0.1))],
  poses: [0, 1, 2].map(() => Array(4).fill(value)),
  classes: ["square", "heart", "L"],
});

function stateOf(view = {}) {
  const state = new DimensionState();
  state.view = { ...VIEW, ...view };
  const stats = {
    mean: Array(3).fill(Array(4).fill(0)),
    labels: Array(3).fill([]),
    effects: { visible: Array(3).fill([0, 0, 0, 0]) },
  };
  state.network = /** @type {any} */ ({ decoder: { dim: 4 }, stats, cloud: () => null });
  state.adopt(replyOf(1, 0.2), undefined);
  state.choose(1, 1);
  return state;
}

test("a moving factor changes only numbers until it rests", () => {
  const state = stateOf();
  const moved = replyOf(1, 0.3);
  assert.equal(state.changesNumbersOnly(moved), true);
  state.adoptNumbers(moved);
  assert.deepEqual(state.start, Array(4).fill(0.3));
  // The same comes once more when the slider rests: all that hangs on it is due then.
  assert.equal(state.has(moved), false);
  state.adopt(moved, undefined);
  assert.equal(state.has(moved), true);
});

test("another winner, capsule or start needs a full update", () => {
  assert.equal(stateOf().changesNumbersOnly(replyOf(2, 0.3)), false);
  const other = stateOf();
  other.choose(0, 1);
  assert.equal(other.changesNumbersOnly(replyOf(1, 0.3)), false);
  const mean = stateOf();
  mean.view.start = "mean";
  assert.equal(mean.changesNumbersOnly(replyOf(1, 0.3)), false);
});

test("a dimension that the network lacks is replaced by the first", () => {
  assert.equal(stateOf({ dimension: 12 }).view.dimension, 0);
});
