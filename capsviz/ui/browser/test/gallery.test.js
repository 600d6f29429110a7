import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { loadSamples, testDigit } from "../gallery.js";
import { bytesToBase64, FIELD } from "../raster.js";

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
});

/** A server that gives one answer and counts how often it is asked. */
function answer(ok, body) {
  const asked = [];
  globalThis.fetch = async (address) => {
    asked.push(address);
    return { ok, json: async () => body };
  };
  return asked;
}

test("a test digit is asked for once, and its pixels are those of its base", async () => {
  const raster = new Uint8Array(FIELD * FIELD);
  const step = FIELD / 28;
  raster[3 * step * FIELD + 5 * step] = 200;
  const asked = answer(true, { label: 4, b: bytesToBase64(raster) });
  const [one, again] = await Promise.all([testDigit("", 17), testDigit("", 17)]);
  assert.equal(one, again);
  assert.deepEqual(asked, ["/capsviz/test/mnist/17"]);
  assert.equal(one.label, 4);
  assert.equal(one.small[3 * 28 + 5], 200);
});

test("a digit that is refused says why, and is asked for again", async () => {
  const asked = answer(false, { error: "there is no test digit 12000" });
  await assert.rejects(testDigit("", 12000), /there is no test digit 12000/);
  await assert.rejects(testDigit("", 12000), /there is no test digit 12000/);
  assert.equal(asked.length, 2);
});

test("without a server there are no samples, and no digit but a sentence", async () => {
  globalThis.fetch = async () => {
    throw new TypeError("Failed to fetch");
  };
  assert.deepEqual(await loadSamples("", "0123"), []);
  await assert.rejects(testDigit("", 3), /server cannot be reached/);
});
