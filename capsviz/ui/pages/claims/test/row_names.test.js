import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { adoptTexts } from "../../../browser/text.js";
import { rowName } from "../row_names.js";

const NAMES = [
  "the paper's build, dynamic, 1 iteration: noise",
  "10, turned by 0° to 30°",
  "ConvCaps1, of one class",
  "FGSM 0.05",
];

/** @param {string} language @param {string} locale */
function namesIn(language, locale) {
  const file = new URL(`../../../languages/${language}/claims.ftl`, import.meta.url);
  adoptTexts({ locale, direction: "ltr", messages: readFileSync(file, "utf8") });
  return NAMES.map(rowName);
}

test("a row's name is worded as a whole, with its numbers", () => {
  assert.deepEqual(namesIn("en", "en-GB"), NAMES);
  assert.deepEqual(namesIn("de", "de"), [
    "Bauform des Artikels, dynamisch, 1 Iteration: Rauschen",
    "10, gedreht um 0° bis 30°",
    "ConvCaps1, Bilder einer Klasse",
    "FGSM 0,05",
  ]);
});
