import assert from "node:assert/strict";
import { test } from "node:test";
import { RoutingData } from "../data.js";
import { flowHit, flowLayout } from "../flow.js";

const [WIDTH, HEIGHT] = [600, 540];

/** One iteration of a network with four types, each of which adds the class's number to its total. */
function flowOf(digits) {
  const type_feed = Float32Array.from({ length: 4 * digits }, (_, n) => n % digits);
  const told = { digits, types: 4, iterations: 1, arrays: { type_feed } };
  const data = Object.assign(Object.create(RoutingData.prototype), told);
  return { data, t: 0, r: 1, j: 2, from: "types", flowOf: "feed", inks: { zoom: 1 } };
}

test("few classes have a node each", () => {
  const { groups } = flowLayout(WIDTH, HEIGHT, flowOf(10));
  assert.deepEqual(groups.flat(), [...Array(10).keys()]);
  assert.equal(groups.length, 10);
});

test("of many classes the smaller ones share a node, and all bands fit", () => {
  const { groups, to, bands } = flowLayout(WIDTH, HEIGHT, flowOf(68));
  assert.deepEqual(groups.slice(0, -1).flat(), [
    2,
    ...Array.from({ length: 12 }, (_, n) => 56 + n),
  ]);
  assert.equal(new Set(groups.flat()).size, 68);
  const total = bands.reduce((sum, { size }) => sum + size, 0);
  assert.ok(total > HEIGHT / 3);
  assert.ok(to.every(({ y, size }) => y >= 4 && y + size <= HEIGHT - 3));
  const rest = bands.filter(({ classes }) => classes.length > 1);
  const expected = Array.from({ length: 56 }, (_, k) => k).reduce((sum, k) => sum + k, 0) - 2;
  const scale = bands.find(({ classes }) => classes[0] === 67).size / 67;
  for (const { size } of rest) assert.ok(Math.abs(size / scale - expected) < 1e-6 * expected);
});

test("a class of many is followed at its own node, and the shared node is not", () => {
  const view = flowOf(68);
  const { to, groups } = flowLayout(WIDTH, HEIGHT, view);
  const hit = (at) =>
    flowHit({ x: WIDTH - 90, y: to[at].y + to[at].size / 2, width: WIDTH, height: HEIGHT }, view);
  assert.deepEqual(hit(1), { side: "right", index: groups[1][0] });
  assert.equal(hit(groups.length - 1), null);
});
