import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptEnglish } from "../../../browser/test/english.js";
import { strongestMap, strongestType } from "../space/acts.js";
import { MAX_NOTE, readChanges, shownStops } from "../space/changes.js";
import { WheelGestures } from "../space/gestures.js";
import { turnStrokes } from "../space/turn.js";

adoptEnglish("network");

const inside = { inside: true, canGo: () => true };

test("each gesture of the wheel leads one stop, however long it rolls on", () => {
  const wheel = new WheelGestures();
  const roll = (from, count, delta = 30) =>
    Array.from({ length: count }, (_, at) => wheel.take(delta, from + 16 * at, inside));
  const first = roll(1000, 40);
  assert.ok(first.every(({ handled }) => handled));
  assert.equal(
    first.reduce((sum, { steps }) => sum + steps, 0),
    1,
  );
  assert.equal(
    roll(3000, 5, -30).reduce((sum, { steps }) => sum + steps, 0),
    -1,
  );
  assert.equal(
    roll(5000, 1, 5).reduce((sum, { steps }) => sum + steps, 0),
    0,
    "a touch of the wheel is not deliberate",
  );
});

test("a gesture that begins at the end, or elsewhere, scrolls the page until it rests", () => {
  const wheel = new WheelGestures();
  const atEnd = { inside: true, canGo: (step) => step < 0 };
  assert.deepEqual(wheel.take(100, 0, atEnd), { handled: false, steps: 0 });
  assert.deepEqual(wheel.take(100, 50, inside), { handled: false, steps: 0 });
  assert.deepEqual(wheel.take(-100, 1000, atEnd), { handled: true, steps: -1 });
  assert.deepEqual(wheel.take(100, 2000, { ...inside, inside: false }), {
    handled: false,
    steps: 0,
  });
  assert.deepEqual(
    wheel.take(100, 2050, inside),
    { handled: false, steps: 0 },
    "the page scrolls on where the scene comes under the pointer",
  );
  assert.deepEqual(wheel.take(100, 3000, inside), { handled: true, steps: 1 });
});

test("a drawing turns about its middle and keeps its strokes", () => {
  const drawing = { s: [[85, 0, 500, 100, 900, 500]], b: null };
  assert.deepEqual(turnStrokes(drawing, 90).s, [[85, 0, 900, 500, 500, 900]]);
  assert.deepEqual(turnStrokes(drawing, 0), drawing);
});

test("a lecturer's changes are bounded text, or none at all", () => {
  assert.deepEqual(readChanges({}), { notes: {}, hidden: [] });
  const good = { notes: { votes: "x".repeat(MAX_NOTE) }, hidden: ["input", "blocks.0"] };
  assert.deepEqual(readChanges(good), good);
  for (const bad of [
    ...[null, 3, "x", [], { notes: 1 }, { hidden: "x" }, { notes: { a: 1 } }, { hidden: [4] }],
    { notes: { votes: "x".repeat(MAX_NOTE + 1) } },
    { notes: { "a b": "x" } },
    { notes: { votes: "two\nlines" } },
    { notes: Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`s${at}`, "x"])) },
  ])
    assert.equal(readChanges(bad), null, JSON.stringify(bad));
});

test("stops that are left out are not shown, and all are where none would be", () => {
  const stops = ["whole", "input", "votes"].map((name) => ({ name }));
  const names = (hidden) => shownStops(stops, hidden).map(({ name }) => name);
  assert.deepEqual(names(["input"]), ["whole", "votes"]);
  assert.deepEqual(names(["whole", "input", "votes"]), ["whole", "input", "votes"]);
});

test("acts switch off the map and the type that count most", () => {
  const maps = { bytes: new Uint8Array([1, 1, 9, 0]), shape: [2, 1, 2], indices: [4, 7] };
  assert.equal(strongestMap(maps), 7);
  const couplings = new Uint8Array([255, 100, 255, 100]);
  assert.equal(strongestType({ couplings, presence: new Uint8Array([1, 90, 2, 90]), types: 2 }), 1);
});
