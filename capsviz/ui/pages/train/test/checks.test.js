import assert from "node:assert/strict";
import { test } from "node:test";

import { adoptEnglish } from "../../../browser/test/english.js";
import { checkWords } from "../checks.js";

adoptEnglish("train");

test("one line counts passed checks and names failed ones", () => {
  const check = (name, verdict) => ({ name, verdict });
  const fine = [check("loss", "fine"), check("gradients", "fine")];
  assert.equal(checkWords(fine), "checks: 2 fine");
  assert.equal(
    checkWords([...fine, check("rate", "warn"), check("finite", "bad")]),
    "checks: 1 bad (finite), 1 take care (rate), 2 fine",
  );
  assert.equal(checkWords([]), "checks: none yet");
});
