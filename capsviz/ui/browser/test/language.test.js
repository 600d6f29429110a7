import assert from "node:assert/strict";
import { test } from "node:test";
import { selectLanguage } from "../language.js";

test("the first wish that is offered is the language, whatever its region", () => {
  const offered = ["en", "de", "zh"];
  assert.equal(selectLanguage(offered, [null, null, "fr", "de-AT", "en"]), "de");
  assert.equal(selectLanguage(offered, ["zh", "de"]), "zh");
  assert.equal(selectLanguage(offered, [null, "zh-Hans-CN"]), "zh");
  assert.equal(selectLanguage(offered, [null, "fr"]), "en");
  assert.equal(selectLanguage(["en"], ["de"]), "en");
});
