import assert from "node:assert/strict";
import { test } from "node:test";

import { wordSides } from "../knobs.js";

const SIDE = 200;
/** A knob at a position, with a label of some width. */
const knob = (x, y, width) => ({ x, y, width, height: 17, knob: 26 });

test("words of knobs stand away from each other, on the picture", () => {
  const [turn, move, size] = [knob(100, 16, 40), knob(28, 172, 40), knob(172, 172, 40)];
  assert.deepEqual(wordSides([turn, move, size], SIDE), ["right", "right", "left"]);
  // For close knobs, the outer sides have room.
  const near = [knob(70, 130, 40), knob(130, 130, 40)];
  assert.deepEqual(wordSides(near, SIDE), ["left", "right"]);
});

test("a word that would cover another stands above its knob", () => {
  const words = [knob(28, 172, 74), knob(172, 172, 44)];
  assert.deepEqual(wordSides(words, SIDE), ["right", "above"]);
});

test("two knobs at one corner have their words apart", () => {
  const [first, second] = wordSides([knob(13, 13, 60), knob(20, 22, 60)], SIDE);
  assert.notEqual(first, second);
});
