import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptEnglish } from "../../browser/test/english.js";

adoptEnglish();
globalThis.location = /** @type {any} */ (new URL("http://site/"));
globalThis.navigator ??= /** @type {any} */ ({});
globalThis.Worker = /** @type {any} */ (
  class {
    postMessage() {}
  }
);
const { SiteEngine } = await import("../engine.js");

const SETTINGS = { iterations: 3, center: true };
const DATA = {
  "data/learn": { course: { lessons: [{ name: "squash" }] } },
  "data/train": { runs: [{ name: "digits" }] },
};
const NETWORKS = [
  { name: "small", iterations: 3 },
  { name: "matrix", iterations: 2 },
];

function open() {
  const engine = new SiteEngine("");
  engine.site = {
    ...{ networks: NETWORKS, settings: { ...SETTINGS, model: "small" }, worded: [], answered: {} },
    without_network: ["learn", "train"],
  };
  engine.fetchJson = async (place) => DATA[place] ?? { drawing: { s: [], b: null } };
  return engine;
}

const ask = (name, question) =>
  open().page(name, { address: {}, language: "en", worded: true, ...question });

test("a chosen network brings its own iterations, and keeps others that were set", async () => {
  const at = async (question) => {
    const { settings, replaced } = await ask("routing", question);
    return [settings.model, settings.iterations, replaced.includes("settings")];
  };
  const chosen = { ...SETTINGS, model: "matrix" };
  assert.deepEqual(await at({ settings: chosen, before: "small" }), ["matrix", 2, true]);
  assert.deepEqual(await at({ settings: { ...chosen, iterations: 5 }, before: "small" }), [
    ...["matrix", 5, false],
  ]);
  assert.deepEqual(await at({ settings: chosen, before: "matrix" }), ["matrix", 3, false]);
  assert.deepEqual(await at({ network: "matrix" }), ["matrix", 2, true]);
});

test("a lesson or a run that is not here is one sentence", async () => {
  const complaints = async (name, address) => (await ask(name, { address })).complaints;
  assert.deepEqual(await complaints("learn", { lesson: "sqash" }), [
    "This link could not be opened: there is no such lesson.",
  ]);
  assert.deepEqual(await complaints("train", { run: "nobody" }), [
    "This link could not be opened: there is no run “nobody” here.",
  ]);
  for (const lesson of ["squash", "quiz"])
    assert.deepEqual(await complaints("learn", { lesson }), []);
  assert.deepEqual(await complaints("train", { run: "digits" }), []);
});
