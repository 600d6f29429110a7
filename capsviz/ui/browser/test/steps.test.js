import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const { readState, StateSync } = await import("../state_sync.js");
const { Steps } = await import("../steps.js");

let sync;
let steps;

beforeEach(() => {
  const store = new Map();
  globalThis.sessionStorage = {
    getItem: (name) => store.get(name) ?? null,
    setItem: (name, text) => store.set(name, text),
  };
  globalThis.document = new EventTarget();
  sync = new StateSync("routing");
  steps = new Steps(sync, new AbortController().signal);
  sync.change("view", { t: 0 });
  sync.change("settings", { model: "dynamic" });
});

const press = (more = {}) =>
  document.dispatchEvent(Object.assign(new Event("keydown"), { key: "a", ...more }));
const view = () => readState("view.routing").value.t;

test("one press is one step regardless of how many changes it makes", () => {
  press();
  for (const t of [1, 2, 3]) sync.change("view", { t });
  sync.change("settings", { model: "em" });
  press();
  sync.change("view", { t: 9 });
  steps.undo();
  assert.equal(view(), 3);
  steps.undo();
  assert.equal(view(), 0);
  assert.equal(readState("settings").value.model, "dynamic");
  steps.undo();
  assert.equal(view(), 0);
  steps.redo();
  steps.redo();
  assert.equal(view(), 9);
  assert.equal(readState("settings").value.model, "em");
});

test("a held key is one step and the undo key is none", () => {
  press();
  sync.change("view", { t: 1 });
  press({ repeat: true });
  sync.change("view", { t: 2 });
  press({ key: "Control" });
  press({ key: "z", ctrlKey: true });
  steps.undo();
  sync.change("view", { t: 0, told: true }); // the page's own change
  steps.redo();
  assert.equal(view(), 2);
});

test("changes by the page itself and unchanged values are no steps", () => {
  sync.change("view", { t: 4 });
  press();
  sync.change("view", { t: 4 });
  press();
  sync.change("view", { t: 5 });
  press();
  sync.change("view", { t: 6 });
  press();
  sync.change("view", { t: 5 });
  steps.undo();
  steps.undo();
  steps.undo();
  assert.equal(view(), 4);
  steps.undo();
  assert.equal(view(), 4);
});

test("undo leaves the view of another page", () => {
  const other = new StateSync("draw");
  other.change("view", { pose: null });
  press();
  other.change("view", { pose: [1] });
  steps.undo();
  assert.deepEqual(readState("view.draw").value.pose, [1]);
});

test("undo of a drawing is left to the pad, even for strokes before the page was loaded", () => {
  const acts = [];
  const pad = { undo: () => acts.push("undo"), redo: () => acts.push("redo") };
  steps = new Steps(sync, new AbortController().signal, { drawing: pad });
  sync.change("drawing", { s: [] });
  press();
  sync.change("drawing", { s: [[1]] });
  steps.undo();
  steps.undo();
  steps.redo();
  assert.deepEqual(acts, ["undo", "undo", "redo"]);
  assert.deepEqual(readState("drawing").value, { s: [[1]] });
});
