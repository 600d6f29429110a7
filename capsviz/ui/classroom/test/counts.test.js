import assert from "node:assert/strict";
import { test } from "node:test";

import { countTable } from "../counts.js";

const WORDS = {
  right: "richtig",
  wrong: "falsch",
  "asked-first": "{ $question } (erste Abstimmung)",
  "asked-start": "{ $question } (am Anfang)",
  everyone: "Alle zeichnen: { $subject }",
  fools: "Zeichnen, was täuscht",
  "read-as": "gelesen als { $digit }",
  "not-read": "nicht erkannt",
};

test("a file of counts is in the lecturer's language", () => {
  const notes = {
    "first q": [["Which?", "a", "wrong", 2]],
    "poll q": [["Which?", "a", "wrong", 1]],
    "first quiz start 1": [["What?", "a", "right", 4]],
    "poll typed": [["And you?", "none", "", 3]],
    "board 1": [
      ["7", "7", "right", 2],
      ["7", "", "wrong", 1],
    ],
    "board 2": [["", "3", "", 1]],
  };
  assert.deepEqual(countTable(/** @type {any} */ (notes), WORDS), [
    ["Which? (erste Abstimmung)", "a", "falsch", 2],
    ["Which?", "a", "falsch", 1],
    ["What? (am Anfang) (erste Abstimmung)", "a", "richtig", 4],
    ["And you?", "none", "", 3],
    ["Alle zeichnen: 7", "gelesen als 7", "richtig", 2],
    ["Alle zeichnen: 7", "nicht erkannt", "falsch", 1],
    ["Zeichnen, was täuscht", "gelesen als 3", "", 1],
  ]);
  assert.deepEqual(countTable({}, WORDS), []);
});
