import assert from "node:assert/strict";
import { test } from "node:test";

import { Sources } from "../sources.js";

test("why a picture was refused stays until the next act", async () => {
  /** @type {any[][]} */
  const told = [];
  const page = {
    outcome: { say: (...words) => told.push(words) },
    engine: { upload: () => Promise.reject(new Error("no ink was found")) },
    server: () => ({ network: { way: "ink" } }),
  };
  await Sources.prototype.send.call(/** @type {any} */ (page), new Blob(["x"]));
  assert.deepEqual(told.at(-1), ["no ink was found", { stays: true }]);
});
