import assert from "node:assert/strict";
import test from "node:test";
import { Assembly } from "../assembly.js";

const at = (x, y) => [0.5, 0, x, 0, 0.5, y];

function three() {
  const assembly = new Assembly();
  assembly.found = [
    { x: at(0, 0), d: 0.9 },
    { x: at(0.2, 0), d: 0.01 },
    { x: at(0, 0.3), d: 0.7 },
  ];
  assembly.restore(null, 1);
  return assembly;
}

test("swapping trades the places of the two that are surest, and nothing else", () => {
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

test("what was made by hand comes back with this very drawing alone", () => {
  const assembly = three();
  assembly.chosen = 1;
  assembly.move(at(0.1, 0.1));
  assert.ok(assembly.made[1].d > 0.01, "a part that is moved is there");
  const hand = assembly.hand(1);
  assembly.restore(hand, 2);
  assert.equal(assembly.made[1].d, 0.01);
  assembly.restore(hand, 1);
  assert.deepEqual([...assembly.made[1].x], at(0.1, 0.1));
});

test("parts and what is expected of them follow the object", () => {
  const assembly = three();
  assembly.holdTogether([[at(0, 0), at(0.2, 0), at(0, 0.3)]]);
  const { pose } = assembly;
  assembly.move([pose[0], 0, 0.25, 0, pose[4], -0.1]);
  const near = (value, other) => assert.ok(Math.abs(value - other) < 1e-9, `${value} ${other}`);
  assembly.made.forEach(({ x }, m) => {
    near(x[2], assembly.found[m].x[2] + 0.25);
    near(x[5], assembly.found[m].x[5] - 0.1);
    near(assembly.expected[0][m][2], x[2]);
  });
  assembly.hold();
  assert.equal(assembly.pose, assembly.made[0].x);
});
