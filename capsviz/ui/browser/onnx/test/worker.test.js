import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptEnglish } from "../../test/english.js";
import { explainFailure } from "../support.js";

adoptEnglish();

/** Site address for which an import fails with a browser's message. */
const BASE = 'data:text/javascript,throw new TypeError("Failed to " + "fetch")//';

test("a missing runtime is told apart from a site that cannot be reached", async () => {
  const told = [];
  globalThis.self = /** @type {any} */ ({ postMessage: (message) => told.push(message) });
  await import("../worker.js");
  for (const [reply, sentence] of [
    [async () => new Response("", { status: 404 }), /is missing or damaged/],
    [async () => new Response("<html>"), /is missing or damaged/],
    [() => Promise.reject(new TypeError("Failed to fetch")), /the site cannot be reached now/],
  ]) {
    globalThis.fetch = /** @type {any} */ (reply);
    await self.onmessage(/** @type {any} */ ({ data: { base: BASE, runtime: "runtime" } }));
    await self.onmessage(/** @type {any} */ ({ data: { id: 1, question: {} } }));
    assert.match(explainFailure(told.pop().error), /** @type {RegExp} */ (sentence));
  }
});
