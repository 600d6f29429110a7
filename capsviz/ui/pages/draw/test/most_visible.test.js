import assert from "node:assert/strict";
import { test } from "node:test";

import { mostVisible } from "../reconstruction_panel.js";

test("the dimension that changes a picture most is told by both ends of its slider", () => {
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
  assert.equal(mostVisible(decode, sliders), 2);
});
