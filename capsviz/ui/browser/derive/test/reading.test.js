import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptEnglish } from "../../test/english.js";
import { judge } from "../reading.js";
import { verdictWords } from "../verdict_words.js";

adoptEnglish();

const DIGITS = Array.from("0123456789");
const LIMITS = { present: 0.5, second: 0.5, misfit: 45 };
/** Lengths of ten capsules. @param {Record<number, number>} known */
const lengths = (known) => DIGITS.map((_, k) => known[k] ?? 0.02);

/** Kind of the verdict, the digit, and its words. */
function answer(last, { empty = false, misfit = 10, limits = LIMITS, ...network } = {}) {
  const verdict = judge(empty, last, misfit, { limits });
  const named = { classes: DIGITS, thing: "digit", measure: "length", ...network };
  return [verdict.kind, verdict.digit, verdictWords(verdict, { ...named, lengths: [last] })];
}

test("the verdict follows lengths and misfit", () => {
  assert.deepEqual(answer(lengths({ 7: 0.97, 2: 0.08 })), [
    ...["clear", 7, "7, length 0.97; runner-up 2, length 0.08."],
  ]);
  assert.deepEqual(answer(lengths({ 7: 0.6, 1: 0.55 })), [
    ...["two", 7, "7 or 1: lengths 0.60 and 0.55, both plausible."],
  ]);
  assert.deepEqual(answer(lengths({ 7: 0.3 })), [
    ...["none", null, "no digit: every capsule is short, the longest is 7 with 0.30."],
  ]);
  const [kind, digit, words] = answer(lengths({ 7: 0.97 }), { misfit: 90 });
  assert.deepEqual([kind, digit], ["misfit", 7]);
  assert.match(words, /^7, length 0.97, but its reconstruction does not fit the input/);
  assert.deepEqual(answer(lengths({ 7: 0.97 }), { empty: true }), [
    ...["empty", null, "no digit: the canvas is empty."],
  ]);
});

test("measured limits move the verdict", () => {
  const kindOf = (known, misfit, limits) => answer(lengths(known), { misfit, limits })[0];
  const limits = { present: 0.5, second: 0.55, misfit: 148.5 };
  assert.equal(kindOf({ 3: 0.9 }, 148, limits), "clear");
  assert.equal(kindOf({ 3: 0.9 }, 149, limits), "misfit");
  assert.equal(kindOf({ 3: 0.9, 5: 0.54 }, 1, limits), "clear");
  assert.equal(kindOf({ 3: 0.9, 5: 0.56 }, 1, limits), "two");
  assert.equal(kindOf({ 3: 0.49 }, 1, limits), "none");
  assert.equal(kindOf({ 3: 0.9 }, null, limits), "clear");
});

test("words follow the network's number and its classes", () => {
  const activations = { measure: "activation" };
  assert.equal(
    answer(lengths({ 7: 0.3 }), activations)[2],
    "no digit: no capsule is active enough, the most active is 7 with 0.30.",
  );
  const shares = { ...activations, shares: true, limits: { ...LIMITS, second: 0.3 } };
  // Neither is as large as one digit must be, yet both are there.
  assert.deepEqual(answer(lengths({ 4: 0.46, 9: 0.38 }), shares), [
    ...["two", 4, "4 or 9: activations 0.46 and 0.38, both plausible (all ten share 1)."],
  ]);
  const shapes = { classes: ["square", "disc", "star"], thing: "shape" };
  assert.equal(
    answer([0.1, 0.2, 0.3], shapes)[2],
    "no shape: every capsule is short, the longest is star with 0.30.",
  );
});
