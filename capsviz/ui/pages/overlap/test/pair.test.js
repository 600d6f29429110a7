import assert from "node:assert/strict";
import { test } from "node:test";
import { overlayDigits, placeOnCanvas } from "../../../browser/digit_pair.js";
import { adoptEnglish } from "../../../browser/test/english.js";
import { lengthRows, pixelRows, placeRows } from "../exports.js";
import { nearestDigit } from "../pair_canvas.js";
import { otherPair } from "../pairs.js";
import { absentPair, choosePair, mapRound, namePair, placeValues } from "../reply.js";

adoptEnglish("overlap");

const SIDE = 36;

test("a click takes the digit whose ink is nearest", () => {
  const dot = new Uint8Array(28 * 28);
  dot[14 * 28 + 14] = 255;
  const placed = [
    [0, -6],
    [0, 6],
  ].map((move) => placeOnCanvas(dot, move));
  assert.equal(placed[0].indexOf(255), 18 * SIDE + 12);
  assert.equal(nearestDigit(placed, SIDE, 10, 18, 1), 0);
  assert.equal(nearestDigit(placed, SIDE, 26, 18, 0), 1);
  const both = [placed[0], placed[0]];
  assert.equal(nearestDigit(both, SIDE, 10, 18, 1), 1, "the active one where both are as near");
});

test("a digit that leaves the canvas loses the pixels outside", () => {
  const full = new Uint8Array(28 * 28).fill(255);
  const canvas = placeOnCanvas(full, [8, 8]);
  assert.equal(canvas.filter(Boolean).length, 24 * 24);
});

test("ink on ink is still ink", () => {
  const small = new Uint8Array(28 * 28).fill(200);
  const { image, parts } = overlayDigits([
    { small, move: [0, 0] },
    { small, move: [8, 0] },
  ]);
  assert.equal(image[20 * SIDE + 18], 255);
  assert.equal(image[5 * SIDE + 18], 200);
  assert.equal(parts[1][5 * SIDE + 18], 0);
});

test("two bars make a pair", () => {
  let chosen = choosePair([5, 0], 0, 7);
  assert.deepEqual(chosen, { pair: [7, 0], slot: 1 });
  chosen = choosePair(chosen.pair, chosen.slot, 9);
  assert.deepEqual(chosen, { pair: [7, 9], slot: 0 });
  assert.deepEqual(choosePair([7, 9], 0, 7), { pair: null, slot: 1 });
  assert.deepEqual(namePair([5, 0], 0, 0), [0, 5]);
  assert.deepEqual(namePair([5, 0], 1, 3), [5, 3]);
});

test("the absent digit takes the place of the second", () => {
  const lengths = [[0.9, 0.8, 0.3, 0.01, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2]];
  const reply = { lengths, iterations: 1, winners: [0, 1], shown: [1, 0] };
  assert.deepEqual(absentPair(reply), [3, 0]);
  assert.deepEqual(absentPair({ ...reply, shown: [0, 1] }), [0, 3]);
});

test("maps follow the answer unless another iteration is asked for", () => {
  assert.equal(mapRound(null, 3), 3);
  assert.equal(mapRound(2, 3), 2);
  assert.equal(mapRound(7, 3), 3);
  const values = Float32Array.from({ length: 2 * 2 * 3 }, (_, k) => k);
  assert.deepEqual(
    placeValues(values, 1, 3).map((each) => [...each]),
    [
      [6, 7, 8],
      [9, 10, 11],
    ],
  );
});

test("two samples differ in class and lie where the network was trained", () => {
  const samples = [0, 0, 1, 1, 2].map((digit) => ({ digit, drawing: { s: [] } }));
  for (let seed = 1; seed < 60; seed++) {
    let state = seed;
    const random = () => {
      state = (state * 16807) % 2147483647;
      return state / 2147483647;
    };
    const pair = otherPair(samples, 4, random);
    assert.notEqual(pair[0].label, pair[1].label);
    assert.ok(pair.every(({ move }) => move.every((step) => Math.abs(step) <= 4)));
  }
});

test("files hold every number that is shown", () => {
  const side = 2;
  const reply = {
    lengths: [
      [0.1, 0.2],
      [0.3, 0.4],
    ],
    labels: [1, null],
    probabilities: null,
    shown: [1, 0],
    image: Uint8Array.of(0, 255, 0, 51),
    decoded: Uint8Array.of(0, 0, 0, 0, 255, 255, 255, 255),
    shares: new Uint8Array(8),
    iterations: 2,
    couplings: Float32Array.of(1, 2, 3, 4),
    feeds: Float32Array.of(5, 6, 7, 8),
    parts: null,
  };
  assert.deepEqual(lengthRows(reply)[2], [1, 1, "", 0.2, 0.4]);
  const pixels = pixelRows(reply, side);
  assert.deepEqual(pixels[0].slice(0, 4), ["row", "column", "ink", "painted by 1"]);
  assert.deepEqual(pixels[4].slice(0, 4), [1, 1, 0.2, 1]);
  assert.equal(pixels.length, 5);
  assert.deepEqual(placeRows(reply, 1).slice(1), [
    [1, 0, 0, 1, 1, 5],
    [1, 0, 0, 0, 2, 6],
    [2, 0, 0, 1, 3, 7],
    [2, 0, 0, 0, 4, 8],
  ]);
});
