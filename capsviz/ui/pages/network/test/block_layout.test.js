import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptEnglish } from "../../../browser/test/english.js";
import {
  capsuleAt,
  capsuleBeside,
  capsuleBox,
  fieldBox,
  layoutOf,
  placeBox,
} from "../block_layout.js";
import { bandEnds, linkWeights } from "../links.js";
import { splitRows } from "../map.js";
import { couplingsAt } from "../spotlight_drawing.js";
import { spotlightWords } from "../words.js";

adoptEnglish("network");

const LAYOUTS = [
  layoutOf({ types: 32, presence: new Uint8Array(1152) }),
  layoutOf({ types: 16, presence: new Uint8Array(16 * 12), columns: 4 }),
  layoutOf({ types: 1, presence: new Uint8Array(9) }),
];

test("each capsule has its own cell within its place and is found at its centre", () => {
  for (const layout of LAYOUTS) {
    const count = layout.types * layout.columns * layout.rows;
    const seen = new Set();
    for (let capsule = 0; capsule < count; capsule++) {
      const { x, y, width, height } = capsuleBox(capsule, layout);
      const place = placeBox(Math.floor(capsule / layout.types), layout);
      assert.ok(x >= place.x - 1e-9 && x + width <= place.x + place.width + 1e-9);
      assert.ok(y >= place.y - 1e-9 && y + height <= place.y + place.height + 1e-9);
      assert.equal(capsuleAt(x + width / 2, y + height / 2, layout), capsule);
      seen.add(`${x.toFixed(6)} ${y.toFixed(6)}`);
    }
    assert.equal(seen.size, count);
  }
});

test("arrow keys go over all places and stop at the edge", () => {
  const [layout] = LAYOUTS;
  let capsule = 0;
  const places = new Set();
  for (let step = 0; step < 100; step++) {
    places.add(Math.floor(capsule / layout.types));
    capsule = capsuleBeside(capsule, [1, 0], layout);
  }
  assert.deepEqual([...places], [0, 1, 2, 3, 4, 5]);
  assert.equal(capsuleBeside(capsule, [1, 0], layout), capsule);
  assert.equal(capsuleBeside(0, [0, -1], layout), 0);
  for (let step = 0; step < 100; step++) capsule = capsuleBeside(capsule, [0, 1], layout);
  assert.equal(Math.floor(capsule / layout.types), 35);
});

test("a capsule's pixels begin where its place does", () => {
  const network = { side: 28, grid: 6, field: 17, stride: 2, first: 0 };
  const { x, y, width, height } = fieldBox(6 + 2, network);
  assert.deepEqual(
    [x, y, width, height].map((at) => at * 28),
    [4, 2, 17, 17],
  );
});

/** Two types at four places, two classes, two iterations. */
const REPLY = {
  types: 2,
  input: Uint8Array.from({ length: 49 }, (_, at) => (at < 7 ? 10 : 0)),
  presence: new Uint8Array([9, 1, 5, 0, 0, 0, 2, 2]),
  flow: [
    [1, 2, 3, 4],
    [10, 20, 30, 40],
  ],
  lengths: [
    [0.2, 0.4],
    [0.1, 0.9],
  ],
  winner: 1,
  hidden: [],
};
const links = (from, to, iteration = 1) => {
  const block = (part) => part && { part, name: part };
  return linkWeights(block(from), block(to), { reply: REPLY, iteration, side: 7 });
};

test("links are as wide as the signal that they carry", () => {
  assert.deepEqual(links(null, "input").into, [70, 0, 0, 0, 0, 0, 0]);
  assert.deepEqual(links("capsules", "votes"), { out: [15, 4], into: [16, 3], paired: false });
  assert.deepEqual(links("votes", "routing"), { out: [3, 7], into: [3, 7], paired: true });
  assert.deepEqual(links("routing", "classes", 0).out, [4, 6]);
  assert.deepEqual(links("routing", "classes", 1), { out: [40, 60], into: [40, 60], paired: true });
  assert.deepEqual(links("classes", "decoder").out, [0, 0.9], "all but the winner are masked");
});

test("bands are in proportion to their weights and have room beside each other", () => {
  const ends = bandEnds([1, 2, 0, 4], 200);
  assert.deepEqual(
    ends.map(({ y }) => y),
    [25, 75, 125, 175],
  );
  assert.equal(ends[1].width, 2 * ends[0].width);
  assert.equal(ends[2].width, 0);
  assert.ok(ends[3].width < 50);
});

test("blocks are split into two rows of similar width", () => {
  assert.deepEqual(splitRows([140, 140, 200, 100, 180, 120, 90, 140], 140), {
    ...{ first: 3, row: 630, across: 5 },
  });
  assert.equal(splitRows([140, 140, 100], 140).first, 1);
});

test("a capsule's sentence names its place and final couplings", () => {
  const network = { classes: ["0", "1"], couplings_over: "outputs" };
  const server = { field: 17, network };
  const scene = { capsule: 6, place: 3, type: 0, layout: layoutOf(REPLY), server };
  const couplings = Float32Array.from([0.5, 0.5, 0.25, 0.75]);
  assert.match(spotlightWords(scene, REPLY, 1), /^Type 0, row 1, column 1: .*presence 0.01.$/);
  const known = { ...scene, arrays: { couplings } };
  assert.match(spotlightWords(known, REPLY, 1), /gives 75 % of its vote to 1\.$/);
  assert.match(spotlightWords(known, REPLY, 0), /gives 50 % of its vote to 0 at iteration 1\.$/);
  const weighing = { ...server, network: { ...network, couplings_over: "none" } };
  assert.match(
    spotlightWords({ ...known, server: weighing }, REPLY, 1),
    /its largest coupling, 0\.750, is to 1\.$/,
  );
  assert.deepEqual([...couplingsAt(couplings, 0, 2)], [0.5, 0.5]);
  assert.deepEqual([...couplingsAt(couplings, 9, 2)], [0.25, 0.75]);
});
