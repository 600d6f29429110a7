import assert from "node:assert/strict";
import { test } from "node:test";

import { markdownParts } from "../markdown.js";

const said = (text) => markdownParts(text).map(({ tag, text: words }) => [tag, words]);

test("Markdown marks of a line become elements", () => {
  assert.deepEqual(said("plain: run `capsviz viewpoint --all`."), [
    ["", "plain: run "],
    ["code", "capsviz viewpoint --all"],
    ["", "."],
  ]);
  assert.deepEqual(said("**FGSM**, read wrongly *and* fits"), [
    ["b", "FGSM"],
    ["", ", read wrongly "],
    ["em", "and"],
    ["", " fits"],
  ]);
  assert.deepEqual(said("**a \\*b\\***"), [["b", "a *b*"]]);
  assert.equal(
    said("top\\_k \\*, 2 \\` 3")
      .map(([, words]) => words)
      .join(""),
    "top_k *, 2 ` 3",
  );
});
