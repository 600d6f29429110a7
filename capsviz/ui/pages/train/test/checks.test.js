import assert from "node:assert/strict";
import { test } from "node:test";

import { checkWords } from "../checks.js";

test("one line counts passed checks and names failed ones", () => {
  const check = (name, verdict) => ({ name, verdict });
  const fine = [check("loss", "fine"), check("gradient", "fine")];
  assert.equal(checkWords(fine), "checks: 2 fine");
  assert.equal(
    checkWords([...fine, check("rate", "warn"), check("NaN", "bad")]),
    "checks: 1 bad (NaN), 1 take care (rate), 2 fine",
  );
  assert.equal(checkWords([]), "checks: none yet");
});
