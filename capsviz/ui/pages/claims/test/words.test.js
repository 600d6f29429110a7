import assert from "node:assert/strict";
import { test } from "node:test";

import { adoptEnglish } from "../../../browser/test/english.js";
import { dimensions } from "../experiments/capsules.js";
import { rowsAbout } from "../figures.js";
import { Trial } from "../trial.js";

adoptEnglish("claims");

test("a measure's title names the condition of all its rows", () => {
  const rows = [
    ["dynamic", "100%", 0.936, 0.929, 0.942],
    ["dynamic", "20%", 0.99, 0.98, 1],
  ];
  const measure = { title: "Turned digits classified correctly", heads: ["network", "turned by"] };
  const about = (names) =>
    rowsAbout(/** @type {any} */ ({ ...measure, rows }), new Set(names), String).title;
  assert.equal(about(["100%"]), "Turned digits classified correctly (turned by: 100%)");
  assert.equal(about([]), "Turned digits classified correctly");
});

test("a cleared canvas clears the picture beside it", () => {
  const pictures = [];
  const rows = { replace() {}, clear() {} };
  const shows = { picture: (picture) => pictures.push(picture), age() {}, trouble() {} };
  const trial = new Trial(/** @type {any} */ (rows), shows);
  trial.picture = new Uint8Array([255]);
  trial.run(/** @type {any} */ ({ heads: [] }), null);
  assert.deepEqual(
    pictures.map((picture) => picture.some(Boolean)),
    [false],
  );
});

test("pose numbers begin at 0 on the page and at 1 in links, as old links have them", () => {
  const dial = /** @type {any} */ (dimensions.dials.find(({ name }) => name === "number"));
  assert.deepEqual([dial.min, dial.max].map(String), ["1", "16"]);
  assert.deepEqual([dial.min, dial.max].map(dial.says), ["0", "15"]);
});
