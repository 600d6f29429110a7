import assert from "node:assert/strict";
import { test } from "node:test";

import { readWhatIf, whatIfWords, writeWhatIf } from "../what_if.js";
import { adoptEnglish } from "./english.js";

adoptEnglish();

const K = { symbol: "k", title: "parents kept", usual: 3, least: 1, most: 10, step: 1 };
const TOP = { name: "top_k", title: "Top-k", iterative: true, setting: K };
const UNIFORM = { name: "uniform", title: "Uniform", iterative: false, setting: null };

test("a routing is written with its number only if that differs from the default", () => {
  assert.equal(writeWhatIf(undefined), "");
  assert.equal(writeWhatIf(TOP), "top_k");
  assert.equal(writeWhatIf(TOP, 3), "top_k");
  for (const written of ["top_k:2", "top_k:10"]) {
    const chosen = readWhatIf([UNIFORM, TOP], written);
    assert.equal(writeWhatIf(chosen?.whatIf, chosen?.number), written);
  }
});

test("a network without the requested routing keeps its own", () => {
  assert.equal(readWhatIf([], "top_k:2"), null);
  assert.equal(readWhatIf([TOP], ""), null);
  assert.equal(readWhatIf([TOP], "telepathy"), null);
  assert.deepEqual(readWhatIf([UNIFORM], "uniform:4"), { whatIf: UNIFORM, number: null });
});

test("the words state that the weights were trained with another routing", () => {
  const chosen = readWhatIf([TOP], "top_k:2");
  assert.match(
    whatIfWords(/** @type {any} */ (chosen)),
    /Top-k, k = 2\. The weights .* not with this/,
  );
});
