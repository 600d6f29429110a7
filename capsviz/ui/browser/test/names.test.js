import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { className, sampleName, wordNames } from "../names.js";
import { adoptTexts } from "../text.js";

/** @param {string} language @param {string} locale */
function adopt(language, locale) {
  const file = new URL(`../../languages/${language}/shared.ftl`, import.meta.url);
  adoptTexts({ locale, direction: "ltr", messages: readFileSync(file, "utf8") });
}

test("names that the program knows are worded, and others stay", () => {
  adopt("de", "de");
  assert.equal(className("ankle boot"), "Stiefelette");
  assert.equal(className("my cat Tom"), "my cat Tom");
  assert.equal(sampleName("7-upright"), "7, aufrecht");
  assert.equal(sampleName("1-or-7"), "1 oder 7");
  assert.equal(sampleName("sandal 2"), "Sandale 2");
  assert.deepEqual(
    wordNames({
      network: { classes: ["bag"] },
      columns: [{ title: "Plain CNN", called: ["coat"], winner: 0 }],
      titles: { em: "Plain CNN" },
    }),
    {
      network: { classes: ["Tasche"] },
      columns: [{ title: "Einfaches CNN", called: ["Mantel"], winner: 0 }],
      titles: { em: "Einfaches CNN" },
    },
  );
});

test("in English all names are as the program has them", () => {
  adopt("en", "en-GB");
  for (const name of ["T-shirt", "L", "stairs"]) assert.equal(className(name), name);
  for (const name of ["7-upright", "1-or-7", "sandal 2"]) assert.equal(sampleName(name), name);
});
