import assert from "node:assert/strict";
import { test } from "node:test";

import { Factors, factorLabels, factorText, readOff } from "../factors.js";
import { dimensionLabels } from "../sliders.js";
import { adoptEnglish } from "./english.js";

adoptEnglish();

/** Reads x off number 0, y off 1, cosine off 2, sine off 3; size and form are constant. */
const MAP = [
  [1, 0, 0, 0, 0.5],
  [0, 2, 0, 0, 0],
  [0, 0, 1, 0, 0],
  [0, 0, 0, 1, 0],
  [0, 0, 0, 0, 0.25],
  [0, 0, 0, 0, 0.4],
];

test("factors are read off a pose, an angle up to the shape's symmetry", () => {
  const at = (degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return [0.1, -0.2, 3 * Math.cos(angle), 3 * Math.sin(angle)];
  };
  const near = (found, expected) =>
    found.forEach((value, f) => {
      assert.ok(Math.abs(value - expected[f]) < 1e-9, `${found} is not ${expected}`);
    });
  near(readOff(MAP, at(90), [0, 0, 360, 0, 0]), [0.6, -0.4, 90, 0.25, 0.4]);
  near(readOff(MAP, at(-90), [0, 0, 360, 0, 0]), [0.6, -0.4, 270, 0.25, 0.4]);
  near(readOff(MAP, at(-90), [0, 0, 90, 0, 0]), [0.6, -0.4, 67.5, 0.25, 0.4]);
});

test("a factor's label has its name and R²", () => {
  const known = {
    names: ["x", "y", "rotation", "size", "form"],
    shapes: [{ form: "aspect", periods: [0, 0, 180, 0, 0], least: [], most: [] }],
    maps: null,
    r2: null,
  };
  const texts = (r2) => factorLabels({ ...known, r2 }, 0).map(({ text }) => text);
  assert.deepEqual(texts(null), [
    "to the right",
    "down",
    "rotation, counter-clockwise",
    "size",
    "aspect",
  ]);
  assert.deepEqual(texts([[1, 0.987, 0.5, 0.25, 0.1]]).slice(1, 3), [
    "down, R² 0.99",
    "rotation, counter-clockwise, R² 0.50",
  ]);
  const [, , read] = factorLabels({ ...known, r2: null }, 0, [0, 0, 33.4, 0.2, 0.5]);
  assert.equal(read.text, "rotation, counter-clockwise, the pose says 33°");
});

test("angles have a degree sign and negative numbers a minus sign", () => {
  assert.equal(factorText(33.4, "rotation"), "33°");
  assert.equal(factorText(-20, "light"), "\u221220°");
  assert.equal(factorText(-0.126, "x"), "\u22120.13");
});

test("a body that is dragged turns in full circles and leans within its range", () => {
  const shape = { form: "", periods: [180, 0], least: [0, 10], most: [180, 70] };
  const known = {
    names: ["azimuth", "elevation"],
    shapes: [shape],
    maps: null,
    r2: null,
  };
  const set = [];
  const sliders = { pose: new Float32Array([170, 60]), set: (pose) => set.push(pose) };
  const factors = Object.assign(Object.create(Factors.prototype), {
    factors: known,
    k: 0,
    sliders,
  });
  assert.ok(factors.turns);
  factors.turn(30, 30);
  factors.turn(-200, -5);
  assert.deepEqual(set, [
    [20, 70],
    [150, 55],
  ]);
  assert.equal(Object.assign(factors, { k: -1 }).turns, false, "nothing was read so far");
});

test("a class that the measured network lacks has no dimension labels", () => {
  const labels = [[{ text: "slant", confirmed: false }]];
  assert.equal(dimensionLabels({ labels }, 0)[0].text, "slant");
  assert.deepEqual(dimensionLabels({ labels }, 7), []);
});

test("a slider moved before the first reading asks nothing", () => {
  const waiting = { updating: false, factors: { shapes: [] }, k: -1, moving: false };
  const factors = Object.assign(Object.create(Factors.prototype), waiting);
  factors.ask();
  assert.equal(factors.moving, false);
});

test("another network's factors are read anew, the same network's are kept", () => {
  const known = (names) => ({ names, shapes: [], maps: null, r2: null });
  const shown = { section: { hidden: true }, factors: known(["x", "y"]), k: 3, moving: true };
  const factors = Object.assign(Object.create(Factors.prototype), shown);
  factors.adopt(known(["x", "y"]));
  assert.deepEqual([factors.k, factors.moving], [3, true]);
  factors.adopt(known(["azimuth", "elevation"]));
  assert.deepEqual([factors.k, factors.moving], [-1, false]);
  factors.onReply({ b: "an answer of the network before" });
  assert.equal(factors.base, undefined);
});
