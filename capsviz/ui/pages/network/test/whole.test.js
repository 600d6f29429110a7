import assert from "node:assert/strict";
import { test } from "node:test";
import * as three from "../../../browser/vendor/three.js";
import { Couplings } from "../space/couplings.js";
import { placeNetwork } from "../space/layout.js";
import { describeMap, LayerSums, spreadMaps } from "../space/maps.js";
import { readWhole } from "../space/whole.js";
import { convolutionAt } from "../sums.js";

/** One type at four places, two classes, two iterations. */
const FOUND = {
  header: { peaks: { "maps/conv1": 3 } },
  shapes: { couplings: [2, 4, 2], vote_lengths: [4, 2], "maps/conv1": [3, 1, 2] },
  arrays: {
    couplings: Uint8Array.from(
      [180, 180, 180, 180, 180, 180, 180, 180, 255, 0, 0, 255].concat([128, 221, 0, 255]),
    ),
    vote_lengths: Uint8Array.from([255, 51, 102, 204, 0, 255, 255, 255]),
    "maps/conv1": Uint8Array.from([1, 2, 3, 4, 5, 6]),
  },
};
const BLOCKS = ["input", "capsules", "votes", "routing", "classes"].map((part) => ({
  ...{ name: part, part, outputs: [[1]] },
}));
const HOW = {
  blocks: BLOCKS,
  server: {
    ...{ side: 28, grid: 2, field: 17, stride: 11, first: 0 },
    network: { classes: ["0", "1"], measure: "length" },
  },
  ...{ iteration: 1, lit: null },
};
const REPLY = {
  ...{ types: 1, rounds: 2, winner: 1, presence: new Uint8Array(4).fill(200) },
  ...{ directions: new Uint8Array(8), couplings: new Uint8Array(4), maps: {}, s: [] },
  ...{
    flow: [
      [1, 2],
      [1, 2],
    ],
    lengths: [
      [0.1, 0.9],
      [0.1, 0.9],
    ],
  },
};

test("each coupling has a ribbon as wide as c times the vote, on one scale for all iterations", () => {
  const whole = readWhole(FOUND);
  assert.deepEqual(whole.maps.conv1.indices, [0, 1, 2]);
  const webs = [0, 1].map((iteration) => placeNetwork(REPLY, { ...HOW, iteration, whole }).web);
  const widest = webs[1]?.widths[0] ?? 0;
  for (const [iteration, web] of webs.entries()) {
    assert.equal(web?.widths.length, 8);
    web?.widths.forEach((width, index) => {
      const c = (FOUND.arrays.couplings[8 * iteration + index] / 255) ** 2;
      const expected = (c * FOUND.arrays.vote_lengths[index]) / 255;
      assert.ok(Math.abs(width / widest - expected) < 1e-6);
    });
  }
  assert.equal(placeNetwork(REPLY, HOW).web, null, "they are not known while the pen moves");
});

test("a class or a pixel under the pointer keeps its couplings alone", () => {
  const whole = readWhole(FOUND);
  const shown = (thing) =>
    Array.from(placeNetwork(REPLY, { ...HOW, iteration: 0, whole, thing }).web?.widths ?? []).map(
      Boolean,
    );
  assert.deepEqual(shown({ digit: 1 }), [0, 1, 0, 1, 0, 1, 0, 1].map(Boolean));
  assert.deepEqual(
    shown({ pixel: [3, 4] }),
    [1, 1, 0, 0, 0, 0, 0, 0].map(Boolean),
    "the first place alone sees it",
  );
});

test("a flight of the couplings begins at the widths that are seen", () => {
  const inks = { accent: "#ff0000", bar: "#888888" };
  const couplings = new Couplings(three, new three.Scene(), false);
  const whole = readWhole(FOUND);
  const [first, second] = [0, 1].map(
    (iteration) => placeNetwork(REPLY, { ...HOW, iteration, whole }).web,
  );
  couplings.show(first, inks);
  couplings.pose(1);
  couplings.begin();
  couplings.show(second, inks);
  const { geometry } = couplings.mesh;
  assert.equal(geometry.instanceCount, 8);
  const { array } = geometry.attributes.widths;
  assert.deepEqual([array[2], array[3]], [first?.widths[1], second?.widths[1]]);
  couplings.pose(0.5);
  couplings.begin();
  couplings.show(first, inks);
  const halfway = ((first?.widths[1] ?? 0) + (second?.widths[1] ?? 0)) / 2;
  assert.ok(Math.abs(array[2] - halfway) < 1e-6, "also one that is turned back");
});

test("derived maps are those of the sum that the pane shows", () => {
  const [count, kernel, side] = [3, 3, 8];
  const kernels = Float32Array.from({ length: count * kernel ** 2 }, (_, at) => Math.sin(3 * at));
  const biases = Float32Array.from([0.1, -0.2, 0]);
  const first = Uint8Array.from({ length: side ** 2 }, (_, at) => (at % 3 ? 0 : (37 * at) % 256));
  // A pixel more and one less ink; another picture.
  const grown = first.map((byte, at) => (at === 10 ? 200 : at === 27 ? 0 : byte));
  const other = first.map((byte) => 255 - byte);
  const layers = [1, 2].map((stride) => ({
    stride,
    sums: new LayerSums({ kernels, biases, stride }, count),
  }));
  const all = [first, grown, other].flatMap((input) => layers.map((each) => ({ input, ...each })));
  for (const { input, stride, sums } of all) {
    const rows = Math.floor((side - kernel) / stride) + 1;
    const maps = sums.derive(input, [1], [count, rows, rows]);
    const pixels = Float32Array.from(input, (byte) => byte / 255);
    const expected = Array.from({ length: count * rows ** 2 }, (_, at) => {
      const map = Math.floor(at / rows ** 2);
      if (map === 1) return 0;
      const [row, column] = [Math.floor((at % rows ** 2) / rows), at % rows];
      const own = kernels.subarray(map * kernel ** 2, (map + 1) * kernel ** 2);
      return convolutionAt(pixels, side, own, biases[map], stride, row, column).output;
    });
    const peak = Math.max(...expected);
    assert.deepEqual(
      Array.from(maps?.bytes ?? []),
      expected.map((value) => Math.round((255 * value) / peak)),
    );
  }
  assert.equal(layers[0].sums.derive(first, [], [count, side, side]), null);
});

test("maps that are sent stand at their places among all", () => {
  const sent = {
    bytes: Uint8Array.from([7, 8, 9, 10]),
    shape: [2, 1, 2],
    indices: [1, 3],
    peak: 51,
  };
  const { bytes, shape, indices } = spreadMaps(sent, 4);
  assert.deepEqual([...bytes], [0, 0, 7, 8, 0, 0, 9, 10]);
  assert.deepEqual(
    [shape, indices],
    [
      [4, 1, 2],
      [0, 1, 2, 3],
    ],
  );
  assert.equal(spreadMaps(sent, 1_000_000).bytes.length, 4, "too many are not shown");
});

test("a map is told by the place at which it answers most", () => {
  const maps = { bytes: Uint8Array.from([0, 0, 0, 0, 0, 102, 51, 51]), shape: [2, 2, 2] };
  const told = describeMap({ ...maps, indices: [4, 9], peak: 5 }, 9);
  assert.deepEqual(
    [told.row, told.column, told.largest, told.mean].map((value) => Math.round(100 * value) / 100),
    [0, 1, 2, 1],
  );
});

test("what is pointed at is framed in the pictures: a map's pixels, the winner's painting", () => {
  const blocks = [...BLOCKS, { name: "picture", part: "picture", outputs: [[1]] }];
  const how = { ...HOW, blocks };
  const reply = { ...REPLY, picture: new Uint8Array(784) };
  const { marks } = placeNetwork(reply, {
    ...how,
    thing: { block: "conv1", map: 3, pixel: [4, 10], width: 9 },
  });
  assert.equal(marks.length, 3);
  const { x, y, width, height } = marks[0].box;
  assert.deepEqual(
    [x, y, width, height].map((share) => Math.round(28 * share)),
    [0, 6, 9, 9],
  );
  const painted = placeNetwork(reply, { ...how, thing: { digit: 1 } }).marks;
  assert.deepEqual(
    painted.map(({ box }) => box),
    [{ x: 0, y: 0, width: 1, height: 1 }],
  );
  assert.deepEqual(placeNetwork(reply, { ...how, thing: { digit: 0 } }).marks, []);
});

test("capsules that give a class under the pointer most are known of the whole network", () => {
  const whole = readWhole(FOUND);
  const given = (digit) =>
    placeNetwork(REPLY, { ...HOW, whole, thing: { digit } }).arrows.map(({ coupling }) => coupling);
  assert.deepEqual(given(0), [1, 0, (128 / 255) ** 2, 0]);
});
