import assert from "node:assert/strict";
import test from "node:test";
import { Assembly } from "../assembly.js";
import { extent, grip } from "../extent.js";
import { partLetter } from "../painting.js";

const at = (x, y) => [0.5, 0, x, 0, 0.5, y];
const near = (value, other) => assert.ok(Math.abs(value - other) < 1e-9, `${value} ${other}`);

/** An assembly whose templates' ink is right of their centres. */
function three() {
  const assembly = new Assembly(Array(3).fill([0.5, 0, 0.2, 0, 0.25, 0]));
  assembly.found = [
    { x: at(0, 0), d: 0.9 },
    { x: at(0.2, 0), d: 0.01 },
    { x: at(0, 0.3), d: 0.7 },
  ];
  assembly.restore(null, 1);
  return assembly;
}

test("swapping exchanges the places of the two most certain parts only", () => {
  const assembly = three();
  assembly.swap();
  assert.deepEqual(
    assembly.made.map(({ x, d }) => [x[2], x[5], d]),
    [
      [0, 0.3, 0.9],
      [0.2, 0, 0.01],
      [0, 0, 0.7],
    ],
  );
  assembly.reset();
  assert.deepEqual(assembly.made, assembly.found);
});

test("parts set by hand are restored only with the same drawing", () => {
  const assembly = three();
  assembly.chosen = 1;
  assert.equal(assembly.grasp, null, "nothing is held of a part that is not there");
  assembly.put(1, at(0.1, 0.1));
  assert.equal(assembly.made[1].d, 1, "a part that is moved is there");
  const hand = assembly.hand(1);
  assembly.restore(hand, 2);
  assert.equal(assembly.made[1].d, 0.01);
  assembly.restore(hand, 1);
  assert.deepEqual([...assembly.made[1].x], at(0.1, 0.1));
});

test("parts and their predictions follow the object", () => {
  const assembly = three();
  assembly.hold([[at(0, 0), at(0.2, 0), at(0, 0.3)]]);
  const { grasp: held } = assembly;
  assembly.move([held[0], 0, 0.25, 0, held[4], -0.1]);
  assembly.made.forEach(({ x }, m) => {
    near(x[2], assembly.found[m].x[2] + 0.25);
    near(x[5], assembly.found[m].x[5] - 0.1);
    near(assembly.expected[0][m][2], x[2]);
  });
  assembly.hold();
  assert.deepEqual(assembly.grasp, assembly.gripOf(0));
});

test("a part is held by its ink and follows the handle", () => {
  const assembly = three();
  [0.25, 0, 0.1, 0, 0.125, 0].forEach((value, v) => {
    near(assembly.grasp[v], value);
  });
  assembly.move([0.25, 0, 0.3, 0, 0.125, -0.2]);
  at(0.2, -0.2).forEach((value, v) => {
    near(assembly.made[0].x[v], value);
  });
});

test("a laid part has the centre of its ink at the place and can be removed", () => {
  const assembly = three();
  assembly.lay(1, [0.4, -0.3]);
  const { x, d } = assembly.made[1];
  [x[2], x[5], d].forEach((value, at) => {
    near(value, [0.3, -0.3, 1][at]);
  });
  assembly.toggle(1);
  assert.equal(assembly.isThere(1), false);
  assembly.toggle(1);
  assert.equal(assembly.isThere(1), true);
  assert.equal(assembly.chosen, 1);
});

test("the extent of a template follows its stroke", () => {
  const side = 11;
  const ink = new Float32Array(side * side);
  for (let k = 2; k < 9; k++) ink[k * side + k] = 1; // from top left to bottom right
  const [a, b, x, c, d, y] = extent(ink, side, 0);
  [near(x, 0), near(y, 0), near(a, c)];
  assert.ok(Math.hypot(a, c) > 3 * Math.hypot(b, d), "along the stroke and across");
  const held = grip([a, b, x, c, d, y]);
  near(Math.hypot(held[0], held[3]), 1.6 * Math.hypot(held[1], held[4]));
  const none = extent(new Float32Array(side * side).fill(1e-4), side, 0);
  assert.ok(none.every(Number.isFinite));
});

test("an object's likely parts lie where it expects them, and nothing else does", () => {
  const assembly = three();
  assembly.arrange([
    { x: at(0, 0), d: 0.2 },
    { x: at(0.3, 0), d: 0.6 },
    { x: at(0, -0.3), d: 0.9 },
  ]);
  assert.deepEqual(
    assembly.made.map(({ d }) => d),
    [0, 1, 1],
  );
  assert.deepEqual([assembly.chosen, assembly.isChanged], [1, true]);
  assembly.reset();
  assert.equal(assembly.isChanged, false);
});

test("letters name parts beyond the alphabet's end", () => {
  assert.deepEqual([0, 25, 26, 51, 52, 255].map(partLetter), ["A", "Z", "AA", "AZ", "BA", "IV"]);
});
