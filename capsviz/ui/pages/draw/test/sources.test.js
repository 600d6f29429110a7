import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptEnglish } from "../../../browser/test/english.js";

import { Sources } from "../sources.js";

adoptEnglish("draw");

/** Without the elements that bring pictures. @param {any} page @returns {Sources} */
const sourcesOf = (page) => Object.assign(Object.create(Sources.prototype), { page });

test("the reason of a refused picture stays until the next action", async () => {
  /** @type {any[][]} */
  const told = [];
  const page = {
    notice: (...words) => told.push(words),
    server: { network: { way: "ink" } },
  };
  await sourcesOf(page).send(new Blob([]));
  const [sentence, how] = told.at(-1) ?? [];
  assert.match(sentence, /this file is empty/);
  assert.deepEqual(how, { stays: true });
});

test("the picture that was asked for last is shown, in whatever order they come", async () => {
  /** @type {((found: any) => void)[]} */
  const answers = [];
  const shown = [];
  const told = [];
  const sources = sourcesOf({
    notice: (sentence) => told.push(sentence),
    pad: { replace: ({ b }) => shown.push(b) },
    server: { network: { classes: ["0", "1"] }, test: { set: "mnist", title: "MNIST" } },
    engine: { testImage: () => new Promise((answer) => answers.push(answer)) },
  });
  const asked = [sources.digit(3), sources.digit(4)];
  answers[1]({ label: 1, b: "second" });
  answers[0]({ label: 0, b: "first" });
  await Promise.all(asked);
  assert.deepEqual(shown, ["second"]);
  assert.match(told.join(), /\b4\b/);
});
