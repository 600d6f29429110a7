import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptEnglish } from "../../../browser/test/english.js";
import { RunActions } from "../actions.js";
import { runTitle } from "../runs.js";

adoptEnglish("train");

/** A page whose server answers when it is told to. */
function stand(train) {
  const told = [];
  const opened = [];
  const page = {
    engine: { train },
    server: { base: "" },
    view: { run: "one" },
    runs: { owner: "secret", all: [{ name: "one" }] },
    stage: { put() {}, moment: { step: 7 } },
    feed: { ask: async () => opened.push("more of one") },
    relist: async () => {},
    open: async (...place) => opened.push(place),
    trouble: (sentence) => told.push(sentence),
    element: () => ({ replaceChildren() {}, hidden: false }),
  };
  return { actions: new RunActions(/** @type {any} */ (page)), page, told, opened };
}

test("a run that waits or is paused is not said to train", () => {
  const run = { name: "one", film: false, busy: true, size: 0 };
  for (const state of ["waiting", "paused"]) assert.equal(runTitle({ ...run, state }), "one");
  assert.equal(runTitle({ ...run, state: "running" }), "one (trains)");
  assert.equal(runTitle({ ...run, busy: false, state: "running" }), "one");
});

test("a double press acts once and the button works again afterwards", async () => {
  const questions = [];
  const { actions, opened } = stand(async (question) => {
    questions.push(question);
    return { run: "one", owner: "" };
  });
  await Promise.all([actions.act("pause"), actions.act("pause")]);
  assert.deepEqual(questions, [{ do: "pause", run: "one", owner: "secret" }]);
  assert.deepEqual(opened, ["more of one"]);
  await actions.act("pause");
  assert.equal(questions.length, 2);
});

test("a new run opens at its newest moment and a film replaces a deleted one", async () => {
  const answers = [{ run: "two", owner: "mine" }, { run: "" }];
  const { actions, page, opened } = stand(async () => answers.shift());
  await actions.act("start");
  assert.equal(page.runs.owner, "mine");
  await actions.act("delete");
  assert.deepEqual(opened, [
    ["two", null, false],
    ["one", null, true],
  ]);
});

test("a refusal is reported, and a typed rate is sent to its own run only", async () => {
  globalThis.document ??= /** @type {any} */ ({ activeElement: null });
  const questions = [];
  const { actions, page, told } = stand(async (question) => {
    questions.push(question);
    throw new Error("this run is somebody else's");
  });
  actions.typedRate = 0.01;
  actions.sendRate("one");
  await new Promise(setImmediate);
  assert.deepEqual(told, ["this run is somebody else's"]);
  actions.typedRate = 0.02;
  page.view.run = "two";
  actions.sendRate("one");
  assert.deepEqual(
    questions.map(({ rate }) => rate),
    [0.01],
  );
  assert.equal(actions.typedRate, 0);
});
