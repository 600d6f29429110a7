import assert from "node:assert/strict";
import { test } from "node:test";

import { readingTime } from "../playback.js";

test("an iteration is shown for its reading time and at least three seconds", () => {
  assert.equal(readingTime("Short.", 1), 3000);
  const sentence = Array(20).fill("word").join(" ");
  assert.equal(readingTime(sentence, 1), 5200);
  assert.equal(readingTime(sentence, 2), 2600, "a visitor may hurry it");
  assert.equal(readingTime(sentence, 0.5), 10400);
});
