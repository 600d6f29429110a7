import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptEnglish } from "../../../browser/test/english.js";

import { Sources } from "../sources.js";

adoptEnglish("draw");

test("the reason of a refused picture stays until the next action", async () => {
  /** @type {any[][]} */
  const told = [];
  const page = {
    notice: (...words) => told.push(words),
    server: { network: { way: "ink" } },
  };
  await Sources.prototype.send.call(/** @type {any} */ ({ page }), new Blob([]));
  const [sentence, how] = told.at(-1) ?? [];
  assert.match(sentence, /this file is empty/);
  assert.deepEqual(how, { stays: true });
});
