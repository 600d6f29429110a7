import assert from "node:assert/strict";
import { test } from "node:test";

import { misread, pictureSide, sortDrawings } from "../board_order.js";

const ink = { s: [[85, 0, 1, 1]], b: null };
const drawn = (name, says, length, misfit, more = {}) => ({
  name,
  drawing: ink,
  reading: { class: Number(says), says, length, misfit, sure: true },
  hidden: false,
  ...more,
});
const ALL = [
  drawn("a", "7", 0.5, 10),
  drawn("b", "1", 0.9, 40),
  drawn("c", "7", 0.8, 20),
  drawn("d", "9", 0.2, 30),
  drawn("hidden", "7", 0.99, 1, { hidden: true }),
  drawn("cleared", "7", 0.99, 1, { drawing: { s: [], b: null } }),
  { name: "unread", drawing: ink, reading: null, hidden: false },
];
const names = (how) =>
  sortDrawings(ALL, { word: "7", first: false, ...how }).map(({ name }) => name);

test("drawings are ordered by length, class and misfit, with unread ones last", () => {
  assert.deepEqual(names({ by: "length" }), ["b", "c", "a", "d", "unread"]);
  assert.deepEqual(names({ by: "class" }), ["b", "c", "a", "d", "unread"]);
  assert.deepEqual(names({ by: "misfit" }), ["b", "d", "c", "a", "unread"]);
});

test("misread drawings come first on request in the same order", () => {
  assert.deepEqual(names({ by: "length", first: true }), ["b", "d", "c", "a", "unread"]);
  assert.deepEqual(names({ by: "length", first: true, word: "1" }).slice(0, 3), ["c", "a", "d"]);
});

test("no drawing is misread if no class was asked for", () => {
  assert.equal(misread(ALL[1], "7"), true);
  assert.equal(misread(ALL[0], "7"), false);
  assert.equal(misread(ALL[1], ""), false);
  assert.equal(misread(ALL.at(-1), "7"), false);
  assert.equal(misread(drawn("x", "Circle", 1, 1), "circle"), false);
});

test("sixty drawings fit a projector, one is large and four hundred scroll", () => {
  const card = { gap: 8, caption: 26 };
  const [width, height] = [1200, 500];
  for (const count of [1, 2, 12, 60]) {
    const side = pictureSide(count, width, height, card);
    const columns = Math.floor((width + card.gap) / (side + card.gap));
    const rows = Math.ceil(count / columns);
    assert.ok(rows * (side + card.caption + card.gap) - card.gap <= height, `${count}: ${side}`);
  }
  assert.equal(pictureSide(1, width, height, card), 320);
  assert.ok(pictureSide(60, width, height, card) >= 72);
  assert.equal(pictureSide(400, width, height, card), 72);
});
