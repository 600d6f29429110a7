import assert from "node:assert/strict";
import { test } from "node:test";

import { AWAY, explainFailure, runsNetworks } from "../onnx/support.js";

test("SIMD is asked of the browser, by a module that has it", () => {
  assert.equal(runsNetworks(), true);
  const broken = WebAssembly.validate;
  WebAssembly.validate = (bytes) => broken(bytes) && false;
  assert.equal(runsNetworks(), false);
  WebAssembly.validate = broken;
});

test("too little memory has a sentence of its own, as browsers say it", () => {
  for (const said of ["Out of memory", "Array buffer allocation failed", "failed to allocate"])
    assert.match(explainFailure(said), /too little memory.*choose a smaller one/);
  assert.equal(explainFailure("x"), "The network could not be read here: x.");
});

test("a file that does not come is told in a sentence, as browsers say it", () => {
  for (const said of [
    "Failed to fetch",
    "Failed to fetch dynamically imported module: http://site/onnxruntime/ort.mjs",
    "NetworkError when attempting to fetch resource.",
    "Load failed",
    "network error",
  ])
    assert.equal(explainFailure(said), AWAY);
});
