import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

/** A tab's storage; a real one throws when it is full. */
class Storage extends Map {
  room = Number.POSITIVE_INFINITY;
  getItem = (name) => this.get(name) ?? null;
  removeItem = (name) => this.delete(name);
  setItem = (name, text) => {
    if (text.length > this.room) throw new DOMException("full", "QuotaExceededError");
    this.set(name, text);
  };
}

let loads = 0;
let storage = new Storage();
/** Simulate a page load: new modules, unchanged storage. */
async function load(type = "navigate") {
  mock.method(performance, "getEntriesByType", () => [{ type }]);
  return import(`../state_sync.js?load=${++loads}`);
}

function openTab() {
  storage = new Storage();
  globalThis.sessionStorage = storage;
}

beforeEach(() => {
  openTab();
  globalThis.localStorage = new Storage();
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
});

/** A host's values with these times; the values name their source. */
const carried = (at = {}) => ({
  drawing: { value: "the host's drawing", at: at.drawing ?? 0 },
  settings: { value: { model: "dynamic" }, at: at.settings ?? 0 },
  view: { value: { r: 3 }, at: at.view ?? 0 },
});

function listener() {
  const told = [];
  return { told, tell: (name, found) => told.push([name, found.value]) };
}

test("stored state survives a reload with its time", async () => {
  const { writeState } = await load();
  const at = writeState("drawing", { s: [1, 2] });
  const { readState } = await load("reload");
  assert.deepEqual(readState("drawing"), { value: { s: [1, 2] }, at });
  assert.equal(readState("settings"), null);
});

test("a new tab begins with the drawing and settings of the last changed tab", async () => {
  const first = await load();
  first.writeState("settings", { model: "dynamic" });
  const at = first.writeState("drawing", "drawn there");
  first.writeState("view.draw", "looked at there");
  openTab();
  const second = await load();
  assert.deepEqual(second.readState("drawing"), { value: "drawn there", at });
  assert.deepEqual(second.readState("settings")?.value, { model: "dynamic" });
  assert.equal(second.readState("view.draw"), null);
  second.writeState("drawing", "drawn here");
  assert.equal((await load("reload")).readState("drawing").value, "drawn here");
});

test("a new tab begins with an example after an old change or a default", async () => {
  mock.timers.setTime(1.8e12); // a default has a time long ago
  const first = await load();
  first.writeState("drawing", "an example", 0);
  openTab();
  const second = await load();
  assert.equal(second.readState("drawing"), null);
  second.writeState("drawing", "drawn");
  openTab();
  mock.timers.tick(13 * 3_600_000);
  assert.equal((await load()).readState("drawing"), null);
  assert.equal(globalThis.localStorage.size, 0);
});

test("a tab with stored state takes nothing from other tabs", async () => {
  const first = await load();
  first.writeState("drawing", "drawn there");
  openTab();
  storage.setItem("capsviz.kept.settings", JSON.stringify({ v: 1, at: 0, value: "default" }));
  assert.equal((await load()).readState("drawing"), null);
});

test("times grow even if the clock is set back", async () => {
  const { writeState } = await load();
  const first = writeState("drawing", 1);
  mock.timers.setTime(5);
  assert.ok(writeState("drawing", 2) > first);
});

test("damaged entries and those of another version are ignored", async () => {
  const { readState, writeState } = await load();
  writeState("drawing", 1);
  const [[place, text]] = storage;
  for (const bad of ["", "{", "null", "7", '{"v":1}', text.replace('"v":1', '"v":0')]) {
    storage.set(place, bad);
    assert.equal(readState("drawing"), null, bad);
  }
});

test("state too large for storage is copied and lasts as long as the document", async () => {
  const { writeState, readState, MAX_ENTRY_LENGTH } = await load();
  const large = { text: "x".repeat(MAX_ENTRY_LENGTH) };
  writeState("view.overlap", large);
  large.text = "changed later";
  assert.equal(readState("view.overlap").value.text.length, MAX_ENTRY_LENGTH);
  storage.room = 10;
  writeState("drawing", "twelve letters");
  assert.equal(readState("drawing").value, "twelve letters");
  storage.room = 1000;
  writeState("drawing", "short");
  assert.equal((await load("reload")).readState("drawing").value, "short");
});

test("state lasts as long as the document if there is no storage", async () => {
  globalThis.sessionStorage = undefined;
  const { writeState, readState } = await load();
  writeState("drawing", 7);
  assert.equal(readState("drawing").value, 7);
});

test("a first visit shows the host's state and sends nothing", async () => {
  const { StateSync } = await load();
  const { told, tell } = listener();
  const found = new StateSync("draw").reconcile(carried(), tell);
  assert.equal(found.drawing, "the host's drawing");
  assert.deepEqual([...found.news], ["drawing", "settings", "view"]);
  mock.timers.tick(1000);
  assert.deepEqual(told, []);
});

test("the host receives the stored state after a reload", async () => {
  const before = new (await load()).StateSync("draw");
  before.reconcile(carried(), () => {});
  before.change("drawing", "mine");
  const { told, tell } = listener();
  const after = new (await load("reload")).StateSync("draw");
  assert.equal(after.reconcile(carried(), tell).drawing, "mine");
  assert.deepEqual(told, [], "never within the update itself");
  mock.timers.tick(0);
  assert.deepEqual(told, [["drawing", "mine"]]);
});

test("a page left before its delay ends loses no change", async () => {
  const { StateSync } = await load();
  const first = listener();
  const draw = new StateSync("draw");
  draw.reconcile(carried(), first.tell);
  draw.change("settings", { model: "em" }, 250);
  mock.timers.tick(100);
  draw.close();
  mock.timers.tick(1000);
  assert.deepEqual(first.told, []);
  const second = listener();
  const found = new StateSync("routing").reconcile(carried(), second.tell);
  mock.timers.tick(0);
  assert.deepEqual(found.settings, { model: "em" });
  assert.deepEqual(second.told, [["settings", { model: "em" }]]);
});

test("changes within the delay are sent once with the last value", async () => {
  const { StateSync } = await load();
  const { told, tell } = listener();
  const page = new StateSync("draw");
  page.reconcile(carried(), tell);
  for (const r of [4, 5, 6]) page.change("view", { r }, 250);
  mock.timers.tick(250);
  assert.deepEqual(told, [["view", { r: 6 }]]);
});

test("the host receives each change once", async () => {
  const { StateSync } = await load();
  const { told, tell } = listener();
  const page = new StateSync("routing");
  page.reconcile(carried(), tell);
  page.change("drawing", "mine");
  mock.timers.tick(0);
  const found = page.reconcile(carried({ drawing: 0 }), tell);
  mock.timers.tick(0);
  assert.deepEqual(told, [["drawing", "mine"]]);
  assert.equal(found.drawing, "mine");
  assert.equal(found.news.size, 0, "what is shown already is no news");
});

test("newer state of the host is shown and stored", async () => {
  const { StateSync, readState } = await load();
  const page = new StateSync("draw");
  page.reconcile(carried(), () => {});
  page.change("drawing", "mine");
  const { at } = readState("drawing");
  const found = page.reconcile(carried({ drawing: at + 1 }), () => {});
  assert.equal(found.drawing, "the host's drawing");
  assert.deepEqual([...found.news], ["drawing"]);
  assert.deepEqual(readState("drawing"), { value: "the host's drawing", at: at + 1 });
});

test("each page has its own view", async () => {
  const { StateSync } = await load();
  const routing = new StateSync("routing");
  routing.reconcile(carried(), () => {});
  routing.change("view", { r: 9 });
  assert.deepEqual(new StateSync("dimensions").reconcile(carried(), () => {}).view, { r: 3 });
  assert.deepEqual(new StateSync("routing").reconcile(carried(), () => {}).view, { r: 9 });
});

test("a link is opened once, and not again when its address is reloaded", async () => {
  const { opensLink } = await load("navigate");
  assert.ok(opensLink("abc"));
  assert.ok(!opensLink("abc"), "by another script of the same document");
  assert.ok(!(await load("reload")).opensLink("abc"));
  assert.ok((await load("reload")).opensLink("another"));
  assert.ok((await load("navigate")).opensLink("abc"), "followed again");
});

test("scripts of one page receive each other's changes but not their own", async () => {
  const { StateSync } = await load();
  const [draw, picker] = [new StateSync("draw"), new StateSync("network")];
  const heard = [];
  for (const page of [draw, picker]) page.reconcile(carried(), () => {});
  draw.subscribe("settings", (settings) => heard.push(settings.model));
  draw.change("settings", { model: "own" });
  picker.change("settings", { model: "em" });
  assert.deepEqual(heard, ["em"]);
  assert.equal(draw.reconcile(carried(), () => {}).news.size, 0);
  draw.close();
  picker.change("settings", { model: "uniform" });
  assert.deepEqual(heard, ["em"]);
});
