import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptEnglish } from "../../../browser/test/english.js";
import { bandAt, highlightedBand } from "../links.js";
import { ribbonAt, riseAt } from "../ribbons.js";
import { threadWords } from "../words.js";

adoptEnglish("network");

const [WIDTH, HEIGHT] = [228, 140];
const NETWORK = { measure: "length", classes: ["0", "1"] };
const SCENE = {
  reply: { types: 2, flow: [Uint8Array.of(255, 90, 60, 0)], lengths: [[0.9, 0.1]], winner: 0 },
  iteration: 2,
  classes: NETWORK.classes,
  nameWidth: 20,
};

test("a ribbon leaves and arrives level, and has made half of its rise in the middle", () => {
  for (const [along, rise] of [
    [0, 0],
    [0.5, 0.5],
    [1, 1],
  ])
    assert.ok(Math.abs(riseAt(along) - rise) < 1e-4);
  assert.ok(riseAt(0.1) < 0.05);
});

test("the ribbon under the pointer is found, near an end all of its type or class", () => {
  const at = (x, y) => ribbonAt(x, y, WIDTH, HEIGHT, SCENE);
  assert.deepEqual(at(8, 30), { type: 0 });
  assert.deepEqual(at(8, 110), { type: 1 });
  assert.deepEqual(at(WIDTH - 10, 110), { k: 1 });
  assert.deepEqual(at(100, 35), { type: 0, k: 0 });
  assert.deepEqual(at(130, 90), { type: 0, k: 1 });
  assert.deepEqual(at(80, 90), { type: 1, k: 0 });
  // A ribbon too weak to be drawn is not found either.
  assert.notDeepEqual(at(100, 105), { type: 1, k: 1 });
});

test("the band of a link under the pointer is found where it is drawn", () => {
  const ends = { out: [1, 1, 0, 1], into: [1, 3] };
  assert.deepEqual(bandAt(ends, 0.02, 0.1, HEIGHT), { end: 0, band: 0 });
  assert.deepEqual(
    bandAt(ends, 0.02, 0.6, HEIGHT),
    { end: 0, band: 1 },
    "an empty one is not drawn",
  );
  assert.deepEqual(bandAt(ends, 0.98, 0.9, HEIGHT), { end: 1, band: 1 });
  assert.deepEqual(bandAt({ into: [1, 1] }, 0.1, 0.8, HEIGHT), { end: 1, band: 1 });
});

test("a thread lights the bands that belong to it, and no link without one", () => {
  const [routing, classes] = ["routing", "classes"].map((part) => ({ name: part, part }));
  assert.equal(highlightedBand(null, routing, 1), undefined);
  assert.equal(highlightedBand({ type: 3 }, routing, 1), 3);
  assert.equal(highlightedBand({ type: 3 }, classes, 1), -1);
  assert.equal(highlightedBand({ type: 3, k: 7 }, classes, 1), 7);
  assert.equal(
    highlightedBand({ link: "conv1", end: 0, band: 2 }, { name: "conv1", part: "features" }, 0),
    2,
  );
  assert.equal(highlightedBand({ link: "conv1", end: 0, band: 2 }, routing, 1), -1);
});

test("a thread tells its share of what flows there", () => {
  const say = (thread) => threadWords(thread, SCENE, NETWORK);
  assert.match(say({ type: 0, k: 0 }), /^Type 0 to 0: 81 % .* at iteration 1\.$/);
  assert.match(say({ k: 0 }), /^0: type 0 gives it most, 81 %/);
  assert.match(say({ type: 0 }), /^Type 0: gives 0 most, 74 %/);
  const band = { link: "conv1", end: 0, band: 1, weights: [3, 1] };
  assert.match(
    say({ ...band, block: { part: "input" } }),
    /^Band 1 of 2.*25 % of the picture's ink/,
  );
  const without = { ...SCENE, reply: { ...SCENE.reply, flow: [] } };
  assert.match(threadWords({ k: 0 }, without, NETWORK), /^0: length 0\.90/);
});
