import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

class Storage extends Map {
  getItem = (name) => this.get(name) ?? null;
  setItem = (name, text) => this.set(name, text);
  removeItem = (name) => this.delete(name);
}

globalThis.localStorage = new Storage();
const { addStop, MAX_STOPS, ownPlan, parseSequence, readSequence, sequenceText, writeSequence } =
  await import("../sequence.js");

beforeEach(() => localStorage.clear());

const PAGE = { page: "draw", things: { drawing: { s: [[9, 0, 1, 1]], b: null } } };
const ASK = { name: "typed 1", text: "Which?", answers: ["a", "b"], right: 1 };

test("a saved sequence opens unchanged", () => {
  assert.ok(addStop("draw", PAGE));
  assert.ok(addStop("Which?", { ask: ASK }));
  const stops = readSequence();
  assert.deepEqual(
    stops.map(({ to }) => to),
    [PAGE, { ask: ASK }],
  );
  assert.deepEqual(parseSequence(sequenceText(stops)), stops);
});

test("a sequence becomes a plan with a section for each stop and an empty one does not", () => {
  assert.equal(ownPlan("Mine"), null);
  addStop("draw", PAGE);
  const plan = ownPlan("Mine");
  assert.deepEqual([plan.name, plan.title, plan.sections.length], ["own", "Mine", 1]);
  assert.deepEqual(plan.sections[0].stops, [{ title: "draw", to: PAGE }]);
  writeSequence([]);
  assert.equal(ownPlan("Mine"), null);
});

test("a full sequence takes no further stop", () => {
  for (let n = 0; n < MAX_STOPS; n++) assert.ok(addStop("draw", PAGE));
  assert.equal(addStop("draw", PAGE), false);
  assert.equal(readSequence().length, MAX_STOPS);
});

test("files without a sequence are refused and unknown fields are dropped", () => {
  const good = JSON.parse(sequenceText([{ title: "a", minutes: 3, to: { ask: ASK } }]));
  const stop = good.stops[0];
  const bad = [
    "",
    "[]",
    "null",
    "{",
    JSON.stringify({ ...good, format: "other" }),
    JSON.stringify({ ...good, version: 2 }),
    JSON.stringify({ ...good, stops: "none" }),
    JSON.stringify({ ...good, stops: Array(MAX_STOPS + 1).fill(stop) }),
    ...[
      null,
      { ...stop, title: 7 },
      { ...stop, minutes: 0 },
      { ...stop, minutes: "3" },
      { ...stop, to: {} },
      { ...stop, to: { page: "draw" } },
      { ...stop, to: { ask: { ...ASK, name: "quiz start 1" } } },
      { ...stop, to: { ask: { ...ASK, answers: [1] } } },
    ].map((each) => JSON.stringify({ ...good, stops: [each] })),
    " ".repeat(1_000_001),
  ];
  for (const text of bad) assert.equal(parseSequence(text), null, text.slice(0, 200));
  const more = { ...good, stops: [{ ...stop, to: { ...stop.to, draw: "7" } }] };
  assert.deepEqual(parseSequence(JSON.stringify(more)), good.stops);
});
