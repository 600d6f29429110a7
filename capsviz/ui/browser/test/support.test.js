import assert from "node:assert/strict";
import { test } from "node:test";

import { explainFailure, runsNetworks } from "../onnx/support.js";
import { adoptEnglish } from "./english.js";

adoptEnglish();

test("SIMD support is tested by a module that uses it", () => {
  assert.equal(runsNetworks(), true);
  const broken = WebAssembly.validate;
  WebAssembly.validate = (bytes) => broken(bytes) && false;
  assert.equal(runsNetworks(), false);
  WebAssembly.validate = broken;
});

test("errors of too little memory get a sentence of their own", () => {
  for (const said of ["Out of memory", "Array buffer allocation failed", "failed to allocate"])
    assert.match(explainFailure(said), /too little memory.*choose a smaller one/);
  assert.equal(explainFailure("x"), "The network could not be run here: x.");
});

test("failed downloads get one sentence in every browser", () => {
  for (const said of [
    "Failed to fetch",
    "Failed to fetch dynamically imported module: http://site/onnxruntime/ort.mjs",
    "NetworkError when attempting to fetch resource.",
    "Load failed",
    "network error",
  ])
    assert.match(explainFailure(said), /does not keep that network/);
});
