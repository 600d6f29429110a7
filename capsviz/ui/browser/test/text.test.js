import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptTexts, list, number, text } from "../text.js";

const german = { locale: "de", direction: "ltr" };

test("numbers and lists are written as the language writes them", () => {
  assert.equal(number(1234.5), "1,234.5");
  assert.equal(number(0.5, 2), "0.50");
  assert.equal(number(188268600, undefined, { significant: 3, words: true }), "188 million");
  const signed = [0.04, -3.14, -0.04, 0].map((value) => number(value, 1, { signed: true }));
  assert.deepEqual(signed, ["0.0", "\u22123.1", "0.0", "0.0"]);
  assert.equal(number(14, 0, { signed: true }), "+14");
  assert.equal(list(["a", "b", "c"]), "a, b and c");
  assert.equal(list(["a", "b"], "disjunction"), "a or b");
  adoptTexts({ ...german, messages: "clear = leeren" });
  assert.equal(number(1234.5, 1), "1.234,5");
  assert.equal(number(2.5, 1, { signed: true }), "+2,5");
  assert.equal(list(["a", "b", "c"]), "a, b und c");
});

test("a message has its values, and counts", () => {
  const messages = `votes = { $count ->
    [one] Eine Stimme für { $name }
   *[other] { $count } Stimmen für { $name }
}`;
  adoptTexts({ ...german, messages });
  assert.equal(text("votes", { count: 1, name: "die 7" }), "Eine Stimme für die 7");
  assert.equal(text("votes", { count: 1152, name: "die 7" }), "1.152 Stimmen für die 7");
});

test("a page's messages come before those of all pages, and go with the page", () => {
  adoptTexts({ ...german, shared: "clear = löschen\nback = zurück", messages: "clear = leeren" });
  assert.deepEqual([text("clear"), text("back")], ["leeren", "zurück"]);
  adoptTexts({ ...german, shared: "later = später" });
  assert.deepEqual([text("clear"), text("later")], ["leeren", "später"]);
  adoptTexts({ ...german, messages: "pen = Stift" });
  adoptTexts({ ...german, messages: "undo = rückgängig" });
  assert.deepEqual([text("clear"), text("undo")], ["löschen", "rückgängig"]);
  // An answer for the previous page may arrive after the next page's messages.
  assert.equal(text("pen"), "Stift");
});

test("messages go with their language", () => {
  adoptTexts({ ...german, shared: "back = zurück", messages: "clear = leeren" });
  adoptTexts({ locale: "zh-Hans", direction: "ltr", shared: "back = 返回" });
  assert.deepEqual([text("back"), text("clear")], ["返回", "clear"]);
});

test("a name without a message is an error in the console", (t) => {
  const { mock } = t.mock.method(console, "error", () => {});
  assert.equal(text("figure-nowhere"), "figure-nowhere");
  assert.deepEqual(mock.calls[0].arguments, ["no message figure-nowhere"]);
});
