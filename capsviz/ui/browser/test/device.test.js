import assert from "node:assert/strict";
import { test } from "node:test";
import { hasLittleMemory } from "../device.js";

test("a device has little memory only where the browser says so", () => {
  assert.deepEqual(
    [{}, { deviceMemory: 8 }, { deviceMemory: 2 }, { deviceMemory: 0.5 }].map((device) =>
      hasLittleMemory(device),
    ),
    [false, false, true, true],
  );
});
