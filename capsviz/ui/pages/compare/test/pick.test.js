import assert from "node:assert/strict";
import { test } from "node:test";

import { adoptEnglish } from "../../../browser/test/english.js";
import { loadingWords, readIndex } from "../pick.js";

adoptEnglish("compare");

const MNIST = { set: "mnist", title: "MNIST", count: 10_000 };

test("every index of a test digit is accepted", () => {
  for (const index of [0, 7, 9999]) {
    assert.deepEqual(readIndex(` ${index} `, MNIST), { index, trouble: "" });
  }
});

test("an invalid index of a test digit gets one sentence", () => {
  for (const bad of ["10000", "-5", "3.7", "seven", "1e9", "Infinity"]) {
    const { index, trouble } = readIndex(bad, MNIST);
    assert.equal(index, null);
    assert.match(
      trouble,
      new RegExp(`no MNIST test digit ${bad}: type a whole number from 0 to 9999`),
    );
  }
  assert.match(readIndex("", MNIST).trouble, /^No number is there: type a whole number/);
});

test("loading networks are counted", () => {
  assert.match(loadingWords(1), /^One network is being loaded/);
  assert.match(loadingWords(6), /^6 networks are being loaded/);
});
