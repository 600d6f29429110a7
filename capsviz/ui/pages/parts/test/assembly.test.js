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
  assembly.detected = [
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
    assembly.parts.map(({ x, d }) => [x[2], x[5], d]),
    [
      [0, 0.3, 0.9],
      [0.2, 0, 0.01],
      [0, 0, 0.7],
    ],
  );
  assembly.reset();
  assert.deepEqual(assembly.parts, assembly.detected);
});

test("parts set by hand are restored only with the same drawing", () => {
  const assembly = three();
  assembly.selected = 1;
  assert.equal(assembly.grip, null, "nothing is held of a part that is not there");
  assembly.setPose(1, at(0.1, 0.1));
  assert.equal(assembly.parts[1].d, 1, "a part that is moved is there");
  const hand = assembly.hand(1);
  assembly.restore(hand, 2);
  assert.equal(assembly.parts[1].d, 0.01);
  assembly.restore(hand, 1);
  assert.deepEqual([...assembly.parts[1].x], at(0.1, 0.1));
});

test("parts and their predictions follow the object", () => {
  const assembly = three();
  assembly.hold([[at(0, 0), at(0.2, 0), at(0, 0.3)]]);
  const { grip: start } = assembly;
  assembly.move([start[0], 0, 0.25, 0, start[4], -0.1]);
  assembly.parts.forEach(({ x }, m) => {
    near(x[2], assembly.detected[m].x[2] + 0.25);
    near(x[5], assembly.detected[m].x[5] - 0.1);
    near(assembly.expected[0][m][2], x[2]);
  });
  assembly.hold();
  assert.deepEqual(assembly.grip, assembly.gripOf(0));
});

test("a part is held by its ink and follows the handle", () => {
  const assembly = three();
  [0.25, 0, 0.1, 0, 0.125, 0].forEach((value, v) => {
    near(assembly.grip[v], value);
  });
  assembly.move([0.25, 0, 0.3, 0, 0.125, -0.2]);
  at(0.2, -0.2).forEach((value, v) => {
    near(assembly.parts[0].x[v], value);
  });
});

test("a laid part has the centre of its ink at the place and can be removed", () => {
  const assembly = three();
  assembly.placeAt(1, [0.4, -0.3]);
  const { x, d } = assembly.parts[1];
  [x[2], x[5], d].forEach((value, at) => {
    near(value, [0.3, -0.3, 1][at]);
  });
  assembly.toggle(1);
  assert.equal(assembly.isPresent(1), false);
  assembly.toggle(1);
  assert.equal(assembly.isPresent(1), true);
  assert.equal(assembly.selected, 1);
});

test("the extent of a template follows its stroke", () => {
  const side = 11;
  const ink = new Float32Array(side * side);
  for (let k = 2; k < 9; k++) ink[k * side + k] = 1; // from top left to bottom right
  const [a, b, x, c, d, y] = extent(ink, side, 0);
  [near(x, 0), near(y, 0), near(a, c)];
  assert.ok(Math.hypot(a, c) > 3 * Math.hypot(b, d), "along the stroke and across");
  const handle = grip([a, b, x, c, d, y]);
  near(Math.hypot(handle[0], handle[3]), 1.6 * Math.hypot(handle[1], handle[4]));
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
    assembly.parts.map(({ d }) => d),
    [0, 1, 1],
  );
  assert.deepEqual([assembly.selected, assembly.isChanged], [1, true]);
  assembly.reset();
  assert.equal(assembly.isChanged, false);
});

test("letters name parts beyond the alphabet's end", () => {
  assert.deepEqual([0, 25, 26, 51, 52, 255].map(partLetter), ["A", "Z", "AA", "AZ", "BA", "IV"]);
});
