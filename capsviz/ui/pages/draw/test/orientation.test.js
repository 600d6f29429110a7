import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptEnglish } from "../../../browser/test/english.js";

import { offerWords, turnPicture, unclearWords } from "../orientation.js";

adoptEnglish("draw");

const PICTURE = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9]);

test("turnPicture turns a picture as named and back", () => {
  const by = (way, bytes = PICTURE) => Array.from(turnPicture(bytes, 3, way));
  assert.deepEqual(by("right"), [7, 4, 1, 8, 5, 2, 9, 6, 3]);
  assert.deepEqual(by("left"), [3, 6, 9, 2, 5, 8, 1, 4, 7]);
  assert.deepEqual(by("over"), [9, 8, 7, 6, 5, 4, 3, 2, 1]);
  assert.deepEqual(by("mirrored"), [3, 2, 1, 6, 5, 4, 9, 8, 7]);
  assert.deepEqual(by("left", turnPicture(PICTURE, 3, "right")), Array.from(PICTURE));
});

test("the offer names the turn, the new prediction and the button's action", () => {
  const network = { classes: [..."0123456789"], measure: "length" };
  const better = { way: "right", capsule: 7, length: 0.934, before: 0.41 };
  assert.deepEqual(offerWords(better, network), {
    sentence:
      "This picture is recognised better turned by 90° to the right: 7, length 0.93, where it now has 0.41.",
    action: "turn it",
  });
  assert.equal(offerWords({ ...better, way: "mirrored" }, network).action, "mirror it");
});

test("an unclear prediction offers a turn by 90°", () => {
  assert.deepEqual(unclearWords({ thing: "digit" }), {
    sentence: "No digit is recognised clearly. If the picture seems turned:",
    action: "turn it by 90°",
  });
});
