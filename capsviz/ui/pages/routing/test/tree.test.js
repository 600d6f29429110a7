import assert from "node:assert/strict";
import { test } from "node:test";
import { RoutingState } from "../state.js";
import { cellsOf } from "../tree/cells.js";
import { path, strongest, Tree } from "../tree/data.js";
import { translatePose } from "../tree/frame.js";

/** A tree of two layers: four places of two types below, one class of them above. */
function tree() {
  const made = Object.create(Tree.prototype);
  return Object.assign(made, {
    layers: [
      { grid: 2, reach: 3, step: 2, first: -1, types: 2, iterations: 1 },
      { grid: 1, reach: 5, step: 0, first: -1, types: 2, iterations: 2 },
    ],
    top: 1,
    arrays: {
      activations0: Float32Array.of(1, 1, 1, 1, 0.5, 0, 1, 1),
      children1: Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7),
      responsibilities1: Float32Array.of(
        ...Array(16).fill(0.5),
        ...[0.1, 0.9, 0, 1, 0, 1, 0.2, 0.8, 0.8, 0.2, 1, 0, 0, 1, 0.3, 0.7],
      ),
    },
  });
}

test("a child's share of a parent is responsibility times activation", () => {
  const first = tree().children(1, 0, 0);
  assert.equal(first.length, 8);
  assert.ok(Math.abs(first[4].share - 0.25 / 3.25) < 1e-6);
  assert.equal(first[5].share, 0, "a child that is not active gives nothing");
  const last = tree().children(1, 1, 0);
  const sum = last.reduce((total, { share }) => total + share, 0);
  assert.ok(Math.abs(sum - 1) < 1e-6);
  assert.deepEqual(
    strongest(last, 2).map(({ capsule }) => capsule),
    [4, 7],
  );
  assert.deepEqual(tree().children(1, 9, 0), last, "a layer has its own number of iterations");
});

test("a capsule that is no child is replaced by the strongest child", () => {
  assert.deepEqual(path(tree(), 1, [0, 2]), [2, 0]);
  assert.deepEqual(path(tree(), 1, [0, -1]), [4, 0]);
  assert.deepEqual(path(tree(), 1, [1, 99]), [1, 1]);
});

test("a capsule's place determines the pixels that it sees", () => {
  assert.deepEqual(tree().locate(0, 5), { row: 1, column: 0, type: 1 });
  assert.deepEqual(tree().square(0, 5), [-1, 1, 3]);
});

test("the cell under the pointer is that of its capsule", () => {
  for (const layer of [
    { grid: 12, types: 8 },
    { grid: 3, types: 16 },
  ]) {
    const cells = cellsOf(layer, 240);
    for (let capsule = 0; capsule < layer.grid ** 2 * layer.types; capsule++) {
      const [left, top, width, height] = cells.box(capsule);
      assert.equal(cells.at(left + width / 2, top + height / 2), capsule);
    }
    assert.equal(cells.at(-1, 5), -1);
    assert.equal(cells.at(239.9, 239.9), -1, "between places and beyond them is nobody");
  }
});

test("a pose moves points as a matrix moves columns", () => {
  const pose = [1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0];
  assert.deepEqual(translatePose(pose, [0, 0, 0]), [4, 8]);
  assert.deepEqual(translatePose(pose, [1, 0, 0]), [5, 13]);
  assert.deepEqual(translatePose(pose, [0, 0, 1]), [7, 15]);
});

test("choosing another capsule above resets the choices below", () => {
  const state = new RoutingState();
  Object.assign(state, { choices: { child: 3, grandchild: 4 }, data: { strongest: () => 7 } });
  state.choose({ grandchild: 5 });
  assert.deepEqual(state.choices, { child: 3, grandchild: 5 });
  state.choose({ child: 2 });
  assert.deepEqual(state.choices, { child: 2, grandchild: -1 });
  state.choose({ i: 9 });
  assert.deepEqual([state.i, state.choices], [9, { child: -1, grandchild: -1 }]);
  state.choose({ child: 2 });
  state.choose({ t: 1 });
  assert.equal(state.choices.child, 2, "another iteration keeps what is followed");
  state.choose({ j: 4 });
  assert.deepEqual([state.i, state.choices], [7, { child: -1, grandchild: -1 }]);
});
