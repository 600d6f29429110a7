import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { readPicture } from "../sources.js";

const file = (size) => ({ size });

test("a picture comes as a drawing's base", async () => {
  mock.method(globalThis, "fetch", async () => new Response(new Uint8Array([1, 2, 3])));
  assert.equal(await readPicture("", file(10)), "AQID");
});

test("each way to fail has a sentence", async () => {
  const refuse = (body, status) => async () => new Response(body, { status });
  const cases = [
    [refuse('{"error": "this is no picture"}', 400), /this is no picture$/],
    [refuse("no json", 502), /refused this \(502\): try again/],
    [async () => Promise.reject(new TypeError("offline")), /cannot be reached: try again/],
  ];
  for (const [answer, sentence] of cases) {
    mock.method(globalThis, "fetch", answer);
    await assert.rejects(readPicture("", file(10)), sentence);
  }
  await assert.rejects(readPicture("", file(5 * 1024 * 1024 + 1)), /larger than 5 MB/);
});
