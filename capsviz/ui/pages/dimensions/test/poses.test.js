import assert from "node:assert/strict";
import { test } from "node:test";
import { nextSpot } from "../grid.js";
import {
  defaultEnds,
  endChoices,
  orderOf,
  positionInSweep,
  sweepValue,
  viewFor,
} from "../poses.js";
import { PoseSteps } from "../steps.js";

const filled = (value) => Array.from({ length: 10 }, () => new Array(16).fill(value));
const STATS = {
  mean: filled(0.1),
  std: filled(0.2),
  effects: { visible: Array.from({ length: 10 }, () => Array.from({ length: 16 }, (_, d) => d)) },
};
const WISHES = { start: "mean", range: "data", order: "effect", dimension: 3 };

/** The scene of a network, whatever the visitor chose on another one. */
function sceneOf(stats) {
  const { start, range, order } = viewFor(WISHES, stats);
  const pose = new Float32Array(16).fill(0.5);
  return { stats, k: 4, start, range, order: orderOf(stats, 4, order, 16), pose };
}

test("an unmeasured network uses the paper's sweeps regardless of the choice", () => {
  const scene = sceneOf(null);
  assert.equal(scene.start, "drawing");
  assert.deepEqual(scene.order.slice(0, 3), [0, 1, 2]);
  assert.equal(sweepValue(scene, 3, 0), 0.25);
  assert.equal(sweepValue(scene, 3, 10), 0.75);
  assert.equal(positionInSweep(scene, 3), 5);
});

test("a measured network uses the chosen sweeps", () => {
  const scene = sceneOf(STATS);
  assert.equal(scene.start, "mean");
  assert.equal(scene.order[0], 15);
  assert.ok(Math.abs(sweepValue(scene, 3, 0) + 0.5) < 1e-12);
  assert.ok(Math.abs(positionInSweep(scene, 3) - (5 + (5 * 2) / 3)) < 1e-6);
});

test("positionInSweep is null for a pose outside the sweep", () => {
  const scene = { ...sceneOf(STATS), pose: new Float32Array(16).fill(5) };
  assert.equal(positionInSweep(scene, 0), null);
});

test("interpolation ends of an unmeasured network need no means or lengths", () => {
  const samples = [
    { digit: 4, name: "a 4" },
    { digit: 7, name: "a 7" },
  ];
  const lengths = Array.from({ length: 10 }, (_, j) => (j === 4 ? 0.9 : 0.01));
  const names = (way, stats) =>
    endChoices(way, 4, { stats, lengths, classes: [..."0123456789"], samples }).map(
      ([name]) => name,
    );
  assert.deepEqual(names("class", STATS), ["now", "drawing-4", "mean-4", "sample-0"]);
  assert.deepEqual(names("class", null), ["now", "drawing-4", "sample-0"]);
  assert.ok(names("morph", STATS).includes("drawing-4"));
  assert.ok(!names("morph", STATS).includes("drawing-5"), "too short to morph from");
  assert.equal(names("morph", null).length, 10);
  assert.ok(names("morph", null).every((name) => name.startsWith("drawing-")));
});

test("default interpolation ends are valid for every class, mode and network", () => {
  const samples = [{ digit: 3, name: "a 3" }];
  const lengths = new Array(10).fill(0.05);
  for (const stats of [null, STATS])
    for (const way of ["class", "morph"])
      for (let k = 0; k < 10; k++) {
        const names = endChoices(way, k, {
          stats,
          lengths,
          classes: [..."0123456789"],
          samples,
        }).map(([name]) => name);
        const ends = defaultEnds(way, k, names, 10);
        assert.ok(
          ends.every((name) => names.includes(name)),
          `${way} ${k}: ${ends}`,
        );
      }
});

test("keys move through the pictures and stop at the edge", () => {
  const first = nextSpot(null, "ArrowRight", 16);
  assert.deepEqual(first, { part: "cell", row: 0, column: 5 });
  assert.deepEqual(nextSpot(first, "ArrowUp", 16), first);
  assert.equal(nextSpot(first, "End", 16).column, 10);
  assert.equal(nextSpot(first, "Home", 16).column, 0);
  assert.equal(nextSpot({ ...first, row: 15 }, "ArrowDown", 16).row, 15);
});

test("undo steps back through poses one by one and ignores unchanged ones", () => {
  const pose = (value) => new Float32Array(16).fill(value);
  const steps = new PoseSteps(pose(0));
  assert.equal(steps.rest(pose(0)), false);
  for (let value = 1; value <= 120; value++) assert.equal(steps.rest(pose(value)), true);
  assert.equal(steps.undo()[0], 119);
  assert.equal(steps.rest(pose(119)), false);
  let last = null;
  for (let pose = steps.undo(); pose; pose = steps.undo()) last = pose;
  assert.equal(last[0], 20, "a hundred steps are kept");
});
