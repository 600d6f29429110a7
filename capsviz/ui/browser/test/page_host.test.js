import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

class Storage extends Map {
  getItem = (name) => this.get(name) ?? null;
  setItem = (name, text) => this.set(name, text);
}

let loads = 0;
/** The shown components, and the requests to the server. */
let shown = [];
/** Classes that were taken from its place. @type {string[]} */
let unhidden = [];
let asked = [];
/** Classes of the document element. */
const classes = Object.assign(new Set(), { contains: () => false });

const FOUND = {
  data: { words: "of the page" },
  settings: { model: "dynamic", iterations: 3 },
  drawing: { s: [], b: null },
  view: { r: 3 },
  example: { s: [[1]], b: null },
  replaced: [],
  complaints: [],
  notes: [],
  picker: null,
};

beforeEach(() => {
  shown = [];
  unhidden = [];
  asked = [];
  const given = /** @type {any} */ (globalThis);
  given.sessionStorage = new Storage();
  given.window = new EventTarget();
  given.location = { href: "http://localhost/draw?show=canvas", search: "", origin: "" };
  mock.method(performance, "getEntriesByType", () => [{ type: "navigate" }]);
  mock.timers.reset();
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A page whose server returns `answers` in order. */
async function open(depends, ...answers) {
  const { setEngine } = await import("../engine/index.js");
  setEngine({
    page: async (name, question) => {
      asked.push([name, question]);
      const next = answers.length > 1 ? answers.shift() : answers[0];
      if (next instanceof Error) throw next;
      return structuredClone(next);
    },
  });
  const node = () => ({ dataset: {}, append() {}, setAttribute() {}, replaceChildren() {} });
  const given = /** @type {any} */ (globalThis);
  given.document ??= new EventTarget();
  given.document.createElement = node;
  given.document.documentElement = { classList: classes };
  const { PageHost } = await import(`../page_host.js?load=${++loads}`);
  const parentElement = {
    isConnected: true,
    prepend() {},
    classList: { toggle() {}, remove: (name) => void unhidden.push(name) },
  };
  const data = { page: "draw", base: "", depends, carries: true };
  const page = new PageHost((component) => void shown.push(component), { data, parentElement });
  await settled();
  return page;
}

test("a first visit asks for the defaults and shows them without a time", async () => {
  await open(["settings.model"], FOUND);
  const [[name, question]] = asked;
  assert.equal(name, "draw");
  const { settings, drawing, view, before, address } = question;
  assert.deepEqual([settings, drawing, view, before], [null, null, null, null]);
  assert.deepEqual(address, { show: "canvas" });
  assert.equal(shown.length, 1);
  assert.ok(unhidden.includes("cv-coming"));
  assert.equal(shown[0].data.words, "of the page");
  assert.deepEqual(shown[0].data.carried.drawing, { value: FOUND.drawing, at: 0 });
});

test("a page waits for messages that the header brings, and asks for them where it fails", async () => {
  const { adoptTexts, awaitTexts } = await import("../text.js");
  const english = { locale: "en-GB", direction: "ltr" };
  const answer = { ...FOUND, texts: { ...english, messages: "clear = Clear" } };
  const onTheWay = (/** @type {string} */ shared) => {
    let arrive = () => {};
    const words = new Promise((resolve) => {
      arrive = () => resolve(adoptTexts({ ...english, shared }));
    });
    awaitTexts(words);
    return arrive;
  };
  const told = () => asked.map(([, question]) => question.shared);

  const fail = onTheWay("");
  await open(["settings.model"], answer);
  assert.deepEqual([told(), shown.length], [[true], 0]);
  fail();
  await settled();
  assert.deepEqual([told(), shown.length], [[true, false], 1]);

  asked = [];
  const arrive = onTheWay("server-away = Away");
  await open(["settings.model"], answer);
  assert.equal(shown.length, 1);
  arrive();
  await settled();
  assert.deepEqual([told(), shown.length], [[true], 2]);
});

test("a change refetches only data that depend on it", async () => {
  const page = await open(["settings.model"], FOUND);
  const { writeState } = await import("../state_sync.js");
  const change = (name, value) => page.take(name, { value, at: writeState(name, value) });
  change("drawing", { s: [[1, 2]], b: null });
  change("settings", { model: "dynamic", iterations: 5 });
  await settled();
  assert.equal(asked.length, 1);
  change("settings", { model: "em", iterations: 5 });
  await settled();
  assert.equal(asked.length, 2);
  assert.deepEqual(asked[1][1].settings, { model: "em", iterations: 5 });
  assert.equal(asked[1][1].before, "dynamic");
});

test("a replaced part is newer than the part of this tab", async () => {
  const { writeState, readState } = await import("../state_sync.js");
  const at = writeState("settings", { model: "gone" });
  await open(["settings.model"], { ...FOUND, replaced: ["settings"] });
  const found = readState("settings");
  assert.deepEqual(found.value, FOUND.settings);
  assert.ok(found.at > at);
});

test("an unreachable server is asked again", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const away = Object.assign(new Error("away"), { isUnreachable: true });
  await open([], away, FOUND);
  assert.equal(shown.length, 0);
  assert.ok(classes.has("cv-arrived")); // the sentence is visible at once
  mock.timers.tick(2000);
  await settled();
  assert.equal(shown.length, 1);
});

test("the dependency key ignores the order of properties", async () => {
  const { dependencyKey } = await import("../page_host.js");
  const paths = ["settings", "view.second"];
  const one = dependencyKey(paths, { settings: { a: 1, b: null }, view: { second: "" } });
  assert.equal(one, dependencyKey(paths, { settings: { b: "", a: 1 }, view: {} }));
  assert.notEqual(one, dependencyKey(paths, { settings: { a: 2, b: null }, view: {} }));
});

test("a choice reverted during its request is requested too", async () => {
  const page = await open(["settings.model"], FOUND);
  const { writeState } = await import("../state_sync.js");
  const answers = [];
  page.engine = {
    page: (_, { settings }) =>
      new Promise((resolve) => {
        const model = settings.model;
        answers.push(() =>
          resolve({ ...structuredClone(FOUND), settings: { ...settings, model }, data: { model } }),
        );
      }),
  };
  for (const model of ["sprites", "dynamic"]) {
    const value = { model, iterations: 3 };
    page.take("settings", { value, at: writeState("settings", value) });
  }
  for (const answer of answers.reverse()) answer();
  await settled();
  assert.equal(answers.length, 2);
  assert.equal(shown.at(-1).data.model, "dynamic");
});
