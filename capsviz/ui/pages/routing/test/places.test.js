import assert from "node:assert/strict";
import { test } from "node:test";
import { RoutingData } from "../data.js";
import { columnNames } from "../image.js";

/** Routing data with a network's geometry only. */
function placed(told) {
  return Object.assign(Object.create(RoutingData.prototype), told);
}

test("a place's frame is its receptive field, padding included", () => {
  const paper = placed({ grid: 6, stride: 2, field: 17, core: 17, offset: 0, side: 28 });
  assert.equal(paper.everywhere, false);
  assert.deepEqual(paper.square(8), { row: 2, column: 4, side: 17 });
  const padded = placed({ grid: 8, stride: 4, field: 9, core: 9, offset: -2, side: 36 });
  assert.deepEqual(padded.square(0), { row: -2, column: -2, side: 9 });
  assert.equal(padded.isSeen(34, 0), true);
  assert.equal(padded.isSeen(35, 0), false);
});

test("places that see the whole image are framed by their core", () => {
  const compact = placed({ grid: 6, stride: 4, field: 67, core: 11, offset: -30, side: 28 });
  assert.equal(compact.everywhere, true);
  // The first middle is row and column 3, with five pixels on each side.
  assert.deepEqual(compact.square(0), { row: -2, column: -2, side: 11 });
  assert.deepEqual(compact.square(35), { row: 18, column: 18, side: 11 });
});

test("narrow columns are named for the followed class and the winner only", () => {
  const named = (names) => placed({ digits: names.length, classes: names });
  const digits = named([..."0123456789"]);
  assert.equal(columnNames(digits, 20, 3, 7).length, 10);
  const many = named(Array.from({ length: 26 }, (_, k) => `ellipse lower ${k}`));
  const found = columnNames(many, 10, 25, 0);
  assert.deepEqual(
    found.map(({ k }) => k),
    [0, 25],
  );
  for (const { x, maxWidth } of found)
    assert.ok(x - maxWidth / 2 >= 0 && x + maxWidth / 2 <= 26 * 10);
  assert.equal(columnNames(many, 10, 1, 0).length, 1);
});
