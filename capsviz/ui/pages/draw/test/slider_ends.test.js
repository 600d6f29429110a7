import assert from "node:assert/strict";
import { test } from "node:test";
import { misfitOf } from "../../../browser/picture.js";
import { dimensionLabels, fullName, labelWords, plainName } from "../../../browser/sliders.js";
import { adoptEnglish } from "../../../browser/test/english.js";
import { chooseDimensions, decodeEnds } from "../slider_ends.js";

adoptEnglish("draw");

test("slider ends show the dimension that changes the picture most", () => {
  const out = new Uint8Array(2);
  // The second dimension is louder by a unit, but the third one's slider is longer.
  const decode = (pose) => {
    out[0] = 100 + 5 * pose[0] + 20 * pose[1];
    out[1] = 100 + 10 * pose[2];
    return out;
  };
  const sliders = {
    original: Float32Array.from([0, 0, 0]),
    low: Float32Array.from([-1, -1, -4]),
    high: Float32Array.from([1, 1, 4]),
  };
  const ends = decodeEnds(decode, sliders);
  const changes = ends.map(([low, high]) => misfitOf(low, high));
  assert.equal(changes.indexOf(Math.max(...changes)), 2);
});

test("confirmed dimensions come first and each name once", () => {
  const label = (text, confirmed) => ({ text, confirmed });
  const labels = [
    label("width (R² 0.94, r 0.64)", true),
    label("width (R² 0.90, r 0.60)", true),
    label("height (R² 0.75, r −0.02)", false),
    label("thickness (R² 0.92, r 0.81)", true),
  ];
  assert.deepEqual(chooseDimensions([1, 5, 9, 2], labels), [1, 3, 2]);
  assert.deepEqual(chooseDimensions([1, 5, 9, 2], []), [2, 1, 3]);
  assert.equal(plainName("entangled: thickness 0.85, height 0.44"), "entangled");
  assert.equal(plainName(labels[0].text), "width");
  assert.equal(plainName("loosely red to green (R² 0.3, r 0.4)"), "red to green");
  assert.equal(fullName(plainName("x (R² 0.9, r 0.8)")), "horizontal position");
  assert.equal(fullName("y"), "vertical position");
  assert.equal(fullName("width"), "width");
  assert.equal(plainName("unknown: 4 test pictures are too few"), "unknown");
});

test("a label keeps its form in every language", () => {
  assert.equal(labelWords("loosely red to green (R² 0.3)"), "loosely red to green (R² 0.3)");
  assert.equal(labelWords("x (R² 0.92, r −0.60)"), "x position (R² 0.92, r −0.60)");
  const entangled = "entangled: width 0.41, y 0.38; r 0.35";
  assert.equal(labelWords(entangled), "entangled: width 0.41, y position 0.38; r 0.35");
});

test("dimensions of the same name are numbered", () => {
  const texts = ["height (+1 px)", "x (+2 px)", "loosely height (R² 0.4)", "entangled: x, height"];
  const labels = [texts.map((text) => ({ text, confirmed: false }))];
  const found = dimensionLabels({ labels }, 0).map(({ name, place, count }) => [
    name,
    place,
    count,
  ]);
  assert.deepEqual(found, [
    ["height", 1, 2],
    ["x position", 1, 1],
    ["height", 2, 2],
    ["entangled", 1, 1],
  ]);
});
