import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptEnglish } from "../../../browser/test/english.js";
import { curveOf } from "../curves.js";
import { lengthRows, poseRows } from "../exports.js";
import { curveLayout, VIEW_KINDS, viewValue } from "../figures.js";
import { nextStepValue, valueAtTime } from "../player.js";
import { randomTransform, roundForLink, turnValue } from "../transform.js";
import {
  attackWords,
  cnnWords,
  curveWords,
  guessWords,
  misfitWords,
  rangeWords,
  sayWords,
  spanWords,
} from "../words.js";

adoptEnglish("viewpoint");

const REST = { rotation: 0, shift_x: 0, shift_y: 0, scale: 1, shear: 0, thickness: 0 };

test("random transforms have exactly the digits of a link", () => {
  for (let k = 0; k < 200; k++) {
    const any = randomTransform(REST);
    for (const value of Object.values(any)) assert.equal(roundForLink(value), value);
    assert.ok(Math.abs(any.rotation) <= 20 && Math.abs(any.scale - 1) <= 0.2);
    assert.equal(any.thickness, 0);
  }
  assert.ok(Object.is(roundForLink(-0.0001), 0));
});

test("curves end with a window, unless they were steeper than wide", () => {
  assert.equal(curveLayout(620, 250).plot, 250);
  assert.equal(curveLayout(620, 930).plot, 310);
  assert.equal(curveLayout(360, 250).plot, 130);
});

test("the heading states the predictions of both networks", () => {
  const classes = ["0", "1"];
  const [thing, verdict] = ["digit", { kind: "clear" }];
  assert.equal(sayWords({ cnn: [0.2, 0.8], classes, thing, verdict }, "1"), "Both predict 1");
  const apart = sayWords({ cnn: [0.8, 0.2], classes, thing, verdict }, "1");
  assert.equal(apart, "The capsules predict 1, the CNN 0");
  assert.equal(sayWords({ cnn: null, classes, thing, verdict }, "1"), "The capsules predict 1");
  const nothing = { cnn: [0.8, 0.2], classes, thing, verdict: { kind: "empty" } };
  assert.equal(sayWords(nothing, "1"), "Nothing to read");
  const short = { cnn: [0.8, 0.2], classes, thing, verdict: { kind: "none" } };
  assert.equal(sayWords(short, "1"), "The capsules see no digit, the CNN predicts 0");
  assert.equal(sayWords({ ...short, cnn: null }, "1"), "The capsules see no digit");
});

test("a range plays there and back, and single steps start over", () => {
  assert.equal(valueAtTime([-90, 90], 0), -90);
  assert.equal(valueAtTime([-90, 90], 3), 90);
  assert.equal(valueAtTime([-90, 90], 4.5), 0);
  assert.equal(valueAtTime([-90, 90], 6), -90);
  assert.equal(nextStepValue([-90, 90], 0), 18);
  assert.equal(nextStepValue([-90, 90], 80), -90);
  assert.equal(nextStepValue([-90, 90], 72), 90);
});

const NAMES = [..."0123456789"];

function curve(laws = null) {
  const values = Float32Array.of(-1, 0, 1);
  const lengths = new Float32Array(30).fill(0.1);
  [0.9, 0.8, 0.4].forEach((length, i) => {
    lengths[10 * i + 3] = length;
  });
  const arrays = { values, lengths, poses: new Float32Array(48), cnn: new Float32Array(0) };
  return curveOf({ header: { kind: "shift_x", digit: 3 }, arrays }, laws, NAMES);
}

test("the curve's sentence names the network's measure and its minimum", () => {
  const said = curveWords(curve(), "activation");
  assert.match(said, /^The activation of 3 falls to 0\.40 at \+1\.0 px\./);
  assert.match(said, /No law of the pose has been fitted/);
  const table = Object.keys(VIEW_KINDS).map(() => Array(10).fill(0.5));
  const laws = { slope: table, shared: table, own: table, span: { shift_x: 3 } };
  assert.match(curveWords(curve(laws), "length"), /Within ±3\.0 px .* explains 50 %/);
  assert.equal(spanWords("scale", 0.2), "0.80× to 1.20×");
  assert.equal(viewValue("rotation", -20), "−20°");
});

const header = {
  digit: 3,
  capsules_before: { winner: 3, lengths: [0, 0, 0, 0.9], misfit: 20.5, fits: true },
  capsules_after: {
    winner: 2,
    lengths: [0, 0, 0.7, 0.2],
    misfit: 60.1,
    limit: 45.1,
    fits: false,
    verdict: "2?",
  },
};

test("an attack is described by its outcome", () => {
  assert.equal(
    attackWords(header, "capsules", "length", NAMES),
    "3, length 0.90 → 2, length 0.70: fooled.",
  );
  const other = { ...header, digit: 5 };
  assert.match(attackWords(other, "capsules", "activation", NAMES), /activation .* not read as 5/);
});

test("the misfit is stated with its rate of false alarms", () => {
  const said = misfitWords(header, "capsules", 0.0512);
  assert.match(said, /reveals the change/);
  assert.match(said, /rejects 5\.1 % of untouched test pictures/);
  assert.match(misfitWords(header, "capsules", null), /has not been measured/);
});

test("words about a network without a decoder agree with the outcome", () => {
  const lengths = [0, 0, 0, 0];
  for (const before of [0, 1, 2, 3]) {
    for (const after of [0, 1, 2, 3]) {
      const found = { digit: 3 };
      found.cnn_before = { winner: before, lengths };
      found.cnn_after = { winner: after, lengths };
      const fooled = attackWords(found, "cnn", "length", NAMES).endsWith(": fooled.");
      assert.equal(fooled, before === 3 && after !== 3);
      assert.equal(/it was fooled/.test(misfitWords(found, "cnn", null)), fooled);
    }
  }
});

const READER = { cnn: [0.1, 0.9], classes: NAMES, thing: "digit" };

test("the CNN's sentence states its prediction or the missing network", () => {
  assert.match(cnnWords({ ...READER, cnn: null }, false), /is on this machine/);
  assert.match(cnnWords(READER, true), /must name a digit/);
  assert.equal(cnnWords(READER, false), "The plain CNN predicts 1, probability 0.90.");
});

test("a rotation curve runs clockwise from 90° of links on its left to −90°", () => {
  const arrays = {
    values: Float32Array.of(-90, 0, 90),
    lengths: Float32Array.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.6),
    poses: Float32Array.of(1, 2, 3),
    cnn: new Float32Array(0),
    images: Uint8Array.of(7, 8, 9),
  };
  const table = Object.keys(VIEW_KINDS).map(() => [0.5, 0.5]);
  const slope = table.map((row) => row.map((value) => [value]));
  const laws = { slope, shared: table, own: table, span: { rotation: 20 } };
  const header = { kind: "rotation", digit: 1 };
  const found = curveOf({ header, arrays }, laws, ["a", "b"]);
  assert.deepEqual([...found.values], [-90, 0, 90]);
  assert.deepEqual(found.lengths, Float32Array.of(0.5, 0.6, 0.3, 0.4, 0.1, 0.2));
  assert.deepEqual([...found.poses, ...found.images], [3, 2, 1, 9, 8, 7]);
  assert.deepEqual(found.law.slope, [-0.5]);
  assert.deepEqual([...arrays.poses], [1, 2, 3], "what was answered is left as it is");
  assert.equal(lengthRows(found)[0][0], "rotation in degrees, clockwise");
  assert.equal(turnValue("rotation", turnValue("rotation", 30)), 30);
  assert.ok(Object.is(turnValue("rotation", 0), 0));
});

test("saved files hold the curves", () => {
  const found = curve();
  assert.equal(lengthRows(found).length, 4);
  assert.equal(lengthRows(found)[0].length, 11);
  assert.equal(poseRows(found)[3].length, 17);
});

test("the heading states the range in which the class is seen", () => {
  assert.equal(rangeWords(curve()), "Seen as 3 through the whole range");
  const lost = curve();
  lost.lengths[20 + 5] = 0.6;
  assert.equal(rangeWords(lost), "Seen as 3 from −1.0 px to 0.0 px");
  lost.lengths[10 + 5] = 0.9;
  assert.equal(rangeWords(lost), "Untouched, it is not seen as 3");
});

test("a guess is compared with the limit on its own side", () => {
  // Links hold rotations counter-clockwise.
  const values = Float32Array.of(-90, -50, 0, 40, 90);
  const lengths = new Float32Array(50).fill(0.1);
  for (const i of [1, 2, 3]) lengths[10 * i + 7] = 0.9;
  const arrays = { values, lengths, poses: new Float32Array(0), cnn: new Float32Array(0) };
  const turned = curveOf({ header: { kind: "rotation", digit: 7 }, arrays }, null, NAMES);
  assert.equal(guessWords(turned, 30), "You said +30°. It is seen up to +50°: 20° off.");
  assert.equal(guessWords(turned, -45), "You said −45°. It is seen up to −40°: 5° off.");
  turned.lengths[40 + 7] = 0.9;
  assert.match(guessWords(turned, 30), /On that side it is seen to the end/);
});
