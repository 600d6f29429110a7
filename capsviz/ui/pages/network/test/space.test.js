import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { adoptEnglish } from "../../../browser/test/english.js";
import * as three from "../../../browser/vendor/three.js";
import { layoutOf } from "../block_layout.js";
import { Flow, ribbonPoint } from "../space/flow.js";
import { arrangeLabels, hullOf, liesOver } from "../space/labels.js";
import {
  ARRIVED,
  blockPlaces,
  capsulePoint,
  capsulesAt,
  classPoint,
  hasRibbons,
  placeNetwork,
  planeOf,
  pointOverPixel,
  reachOf,
  SIDES,
  slotPoint,
  typePoint,
} from "../space/layout.js";
import { inkOf, Ribbons } from "../space/meshes.js";
import { thingOn } from "../space/pointing.js";
import { walkStops } from "../space/stops.js";
import { arrowWords, thingWords } from "../words.js";

adoptEnglish("network");

const block = (part, outputs, name = part) => ({ name, part, outputs });
const BLOCKS = [
  block("input", [[28, 28]]),
  block("features", [[256, 20, 20]], "conv1"),
  block("capsules", [[8, 8]], "primary"),
  block("votes", [[8, 2, 16]]),
  block("routing", [[2, 16]]),
  block("classes", [[2]]),
  block("decoder", [[512], [784]]),
  block("picture", [[28, 28]]),
];
const degreesOf = (turn) => (turn * 180) / Math.PI;
/** Two types at four places, two classes, two iterations. */
const REPLY = {
  types: 2,
  rounds: 2,
  winner: 1,
  presence: new Uint8Array([255, 51, 0, 0, 0, 0, 102, 0]),
  directions: new Uint8Array([255, 128, 128, 1, ...new Array(12).fill(128)]),
  couplings: new Uint8Array([255, 0, 0, 0, 0, 0, 128, 0]),
  flow: [
    [10, 10, 20, 20],
    [5, 15, 0, 40],
  ],
  maps: { conv1: { bytes: new Uint8Array([1, 1, 9, 0]), shape: [2, 1, 2], indices: [4, 7] } },
  lengths: [
    [0.2, 0.4],
    [0.1, 0.9],
  ],
  s: [
    [0.5, 0.8],
    [0.3, 3],
  ],
  hidden: [new Uint8Array(512)],
  picture: new Uint8Array(784),
};
const SERVER = {
  ...{ side: 28, grid: 2, field: 17, stride: 11, first: 0 },
  network: {
    ...{ classes: ["0", "1"], thing: "digit", measure: "length" },
    ...{ dimensions: 16, iterative: true, by_agreement: true, couplings_over: "outputs" },
  },
};
const HOW = { blocks: BLOCKS, server: SERVER, iteration: 1, lit: null };

test("blocks stand behind each other in the order of the network", () => {
  const positions = blockPlaces(BLOCKS);
  const order = ["input", "conv1", "primary", "classes", "decoder", "picture"];
  const at = order.map((name) => positions[name]);
  assert.deepEqual(
    at,
    [...at].sort((one, other) => one - other),
  );
  assert.equal(new Set(at).size, order.length);
});

test("pixels and places read as on paper: right is right, and down is down", () => {
  assert.deepEqual(pointOverPixel(3, 0, 0, 4), [3, 2, -2]);
  const layout = layoutOf(REPLY);
  const [first, right, below] = [0, 2, 4].map((capsule) => capsulePoint(capsule, layout, 0));
  assert.ok(right[2] > first[2] && right[1] === first[1]);
  assert.ok(below[1] < first[1] && below[2] === first[2]);
  assert.ok(capsulePoint(1, layout, 0)[0] > first[0], "types stand behind each other");
});

test("arrows have the directions, presences and couplings of the answer", () => {
  const { arrows } = placeNetwork(REPLY, HOW);
  assert.equal(arrows.length, 8);
  assert.deepEqual(arrows[0].direction, [1, 0]);
  assert.deepEqual(arrows[1].direction, [0, 1], "up in the picture is up in space");
  assert.ok(Math.abs(arrows[1].length / arrows[0].length - 0.2) < 1e-9);
  assert.equal(arrows[0].coupling, 1);
  assert.equal(arrows[2].length, 0);
});

test("ribbons are as wide as the flow of the iteration, on one scale for all iterations", () => {
  const x = blockPlaces(BLOCKS);
  const layout = layoutOf(REPLY);
  const flows = [0, 1].map((iteration) =>
    placeNetwork(REPLY, { ...HOW, iteration }).ribbons.filter(({ kind }) => kind === "flow"),
  );
  const widest = flows[1][3].width;
  for (const [iteration, ribbons] of flows.entries())
    ribbons.forEach((ribbon, at) => {
      const [type, k] = [Math.floor(at / 2), at % 2];
      assert.ok(Math.abs(ribbon.width / widest - REPLY.flow[iteration][at] / 40) < 1e-9);
      assert.deepEqual(ribbon.from, typePoint(type, layout, x.primary));
      assert.deepEqual(ribbon.to, slotPoint(type, 2, planeOf(k, 2, x.classes)));
      assert.equal(ribbon.winner, k === 1);
    });
  const kinds = (iteration) =>
    new Set(placeNetwork(REPLY, { ...HOW, iteration }).ribbons.map(({ kind }) => kind));
  assert.deepEqual([...kinds(0)], ["flow"], "single couplings are known of the last alone");
  assert.deepEqual([...kinds(1)], ["flow", "coupling"]);
});

test("votes are arrows on their ribbons, their area by the flow of the iteration", () => {
  for (const iteration of [0, 1]) {
    const { votes, ribbons } = placeNetwork(REPLY, { ...HOW, iteration });
    const { votes: last } = placeNetwork(REPLY, HOW);
    assert.equal(votes.length, 4);
    votes.forEach(({ ribbon, length, winner }, at) => {
      assert.equal(ribbons[ribbon].kind, "flow");
      assert.ok(Math.abs((length / last[3].length) ** 2 - REPLY.flow[iteration][at] / 40) < 1e-9);
      assert.equal(winner, at % 2 === 1);
    });
  }
});

test("each class has its mean vote s and its output v of the iteration, on one scale", () => {
  const [first, last] = [0, 1].map((iteration) => placeNetwork(REPLY, { ...HOW, iteration }));
  assert.equal(first.radius, last.radius);
  assert.deepEqual(
    [first, last].map(({ classes }) => classes.map(({ s, length }) => [s, length])),
    [
      [
        [0.5, 0.2],
        [0.8, 0.4],
      ],
      [
        [0.3, 0.1],
        [3, 0.9],
      ],
    ],
  );
  assert.ok(Math.abs(reachOf(3, last.radius) / reachOf(0.3, last.radius) - 10) < 1e-9);
  assert.ok(reachOf(0.9, last.radius) < last.radius, "v stays within its sphere");
});

test("each class has a plane before it, on which each type has a place of its own", () => {
  const x = blockPlaces(BLOCKS);
  for (const [classes, types] of [
    [10, 32],
    [2, 1],
    [200, 7],
  ]) {
    const planes = Array.from({ length: classes }, (_, k) => planeOf(k, classes, x.classes));
    planes.forEach((plane, k) => {
      const { middle, width, height } = plane;
      assert.deepEqual(middle.slice(1), classPoint(k, classes, x.classes).slice(1));
      if (k) assert.ok(middle[1] + height / 2 < planes[k - 1].middle[1] - height / 2);
      const slots = Array.from({ length: types }, (_type, type) => slotPoint(type, types, plane));
      assert.equal(new Set(slots.map(String)).size, types);
      for (const [x, y, z] of slots) {
        assert.equal(x, middle[0]);
        assert.ok(Math.abs(y - middle[1]) < height / 2 && Math.abs(z) < width / 2);
      }
    });
  }
  const { classes, radius } = placeNetwork(REPLY, HOW);
  for (const { plane, point, s } of classes)
    assert.ok((plane?.middle[0] ?? 0) + reachOf(s ?? 0, radius) <= point[0] - radius);
});

test("votes that have arrived touch their plane with their tip, and none pierces it", () => {
  const flow = new Flow(three, new three.Scene(), true);
  const inks = { paper: "#ffffff", bar: "#808080", accent: "#808080" };
  const symbols = { uhat: "#808080", s: "#808080", v: "#808080", c: "#808080" };
  const space = placeNetwork(REPLY, HOW);
  flow.show(space, { inks: { ...inks, symbols } }, [0, ARRIVED]);
  flow.pose(1);
  const { middle } = flow.votes.values;
  space.votes.forEach(({ length, ribbon }, number) => {
    const tip = middle[3 * number] + length / 2;
    assert.ok(Math.abs(tip - space.ribbons[ribbon].to[0]) < 1e-5);
  });
  flow.dispose();
});

test("networks with activations show no s", () => {
  const network = { ...SERVER.network, measure: "activation" };
  const { classes } = placeNetwork(REPLY, { ...HOW, server: { ...SERVER, network } });
  assert.deepEqual(
    classes.map(({ s }) => s),
    [null, null],
  );
});

test("a class under the pointer keeps the ribbons and votes to it alone", () => {
  const { ribbons, votes } = placeNetwork(REPLY, { ...HOW, iteration: 0, thing: { digit: 0 } });
  assert.equal(ribbons.length, 2);
  assert.ok(ribbons.every(({ winner }) => !winner));
  assert.deepEqual(
    votes.map(({ ribbon }) => ribbon),
    [0, 1],
  );
});

test("a pixel under the pointer is framed in all three pictures, with the capsules that see it", () => {
  const pixel = /** @type {[number, number]} */ ([3, 4]);
  const { seers, marks } = placeNetwork(REPLY, { ...HOW, thing: { pixel } });
  assert.deepEqual(seers, [0, 1], "17 pixels from 0 on and 11 apart: the first place alone");
  assert.deepEqual(capsulesAt([13, 13], layoutOf(REPLY), SERVER), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.equal(marks.length, 3);
  for (const { box } of marks) assert.deepEqual([box.x, box.y], [3 / 28, 4 / 28]);
  const x = blockPlaces(BLOCKS);
  assert.deepEqual(new Set(marks.map((mark) => mark.x)), new Set([x.input, x.picture]));
});

test("a capsule in the light sees its pixels' corners and gives by its couplings", () => {
  const lit = { capsule: 6, place: 3, type: 0, layout: layoutOf(REPLY) };
  const sees = placeNetwork(REPLY, { ...HOW, lit }).ribbons;
  assert.deepEqual(
    sees.map(({ kind }) => kind),
    new Array(4).fill("sees"),
  );
  assert.deepEqual(sees[0].from, pointOverPixel(0, 11 / 28, 11 / 28, SIDES.input));
  assert.deepEqual(sees[3].from, pointOverPixel(0, 1, 1, SIDES.input));
  const wide = { ...SERVER, field: 67, first: -20 };
  const beyond = placeNetwork(REPLY, { ...HOW, server: wide, lit }).ribbons;
  assert.deepEqual(
    [beyond[0].from, beyond[3].from],
    [pointOverPixel(0, 0, 0, SIDES.input), pointOverPixel(0, 1, 1, SIDES.input)],
    "lines end at the picture's edge, however much a capsule sees",
  );
  const arrays = {
    couplings: Float32Array.from([0.5, 0.5, 0.25, 0.75]),
    vote_lengths: Float32Array.from([1, 2]),
    cosines: Float32Array.from([0, 1, 0.5, -1]),
  };
  const { votes } = placeNetwork(REPLY, { ...HOW, lit: { ...lit, arrays } });
  assert.deepEqual(
    votes.map(({ ribbon }) => ribbon),
    [4, 5],
  );
  assert.equal(votes[1].length, 2 * votes[0].length);
  const told = votes.map(({ numbers }) => [
    numbers?.size,
    numbers?.coupling,
    Math.round(degreesOf(numbers?.angle)),
  ]);
  assert.deepEqual(told, [
    [1, 0.25, 60],
    [2, 0.75, 180],
  ]);
  const gives = placeNetwork(REPLY, { ...HOW, lit: { ...lit, arrays } }).ribbons.slice(4);
  assert.ok(Math.abs(gives[1].width / gives[0].width - 3) < 1e-6);
  const before = placeNetwork(REPLY, { ...HOW, iteration: 0, lit: { ...lit, arrays } });
  assert.equal(before.ribbons[4].width, before.ribbons[5].width);
  assert.deepEqual(
    before.votes.map(({ numbers }) => Math.round(degreesOf(numbers?.angle))),
    [90, 0],
    "the angles are of the iteration",
  );
});

test("a vote's arrow is tilted by its angle to v, its numbers beside it", () => {
  const flow = new Flow(three, new three.Scene(), true);
  const lit = { capsule: 6, place: 3, type: 0, layout: layoutOf(REPLY) };
  const arrays = {
    couplings: Float32Array.from([0.25, 0.75]),
    vote_lengths: Float32Array.from([1, 2]),
    cosines: Float32Array.from([0, 1]),
  };
  const space = placeNetwork(REPLY, { ...HOW, lit: { ...lit, arrays } });
  const grey = "#808080";
  const symbols = { uhat: grey, s: grey, v: grey, c: grey };
  const inks = { paper: grey, bar: grey, accent: grey, symbols };
  flow.show(space, { inks }, [0, 0.5]);
  flow.pose(1);
  const ways = [0, 1].map((k) => [...flow.votes.values.vector.subarray(3 * k, 3 * k + 3)]);
  for (const [k, turn] of [90, 0].entries()) {
    const [x, y, z] = ways[k];
    assert.ok(Math.abs(degreesOf(Math.atan2(y, x)) - turn) < 1e-4);
    assert.ok(Math.abs(Math.hypot(x, y) - space.votes[k].length) < 1e-6);
    assert.equal(z, 0);
  }
  assert.deepEqual(
    flow.labels.map(({ full }) => full?.text),
    ["0: ‖û‖ 1.00, c = 0.25, 90°", "1: ‖û‖ 2.00, c = 0.75, 0°"],
  );
  arrays.couplings.set([0.0001, 0.9999]);
  flow.show(placeNetwork(REPLY, { ...HOW, lit: { ...lit, arrays } }), { inks }, [0, 0.5]);
  flow.pose(1);
  assert.match(flow.labels[0].full?.text ?? "", /c < 0\.001/);
  flow.show(placeNetwork(REPLY, HOW), { inks }, [0, 0.5]);
  flow.pose(1);
  assert.deepEqual(flow.labels, [], "arrows of a type have none");
  flow.dispose();
});

test("classes have the lengths of the iteration, and ribbons join their two ends", () => {
  const { classes } = placeNetwork(REPLY, { ...HOW, iteration: 0 });
  assert.deepEqual(
    classes.map(({ length, winner }) => [length, winner]),
    [
      [0.2, false],
      [0.4, true],
    ],
  );
  assert.ok(classPoint(0, 2, 0)[1] > classPoint(1, 2, 0)[1]);
  const ribbon = { from: [0, 0, 0], to: [4, 2, -2], kind: "flow" };
  assert.deepEqual(ribbonPoint(ribbon, 0), [0, 0, 0]);
  assert.deepEqual(ribbonPoint(ribbon, 1), [4, 2, -2]);
  assert.deepEqual(ribbonPoint(ribbon, 0.5), [2, 1, -1]);
});

test("the walk stops at each part, once for each iteration, with this drawing's numbers", () => {
  const space = placeNetwork(REPLY, HOW);
  const stops = walkStops(REPLY, { blocks: BLOCKS, server: SERVER, ...space, capsule: 0 });
  assert.deepEqual(
    stops.map(({ name }) => name),
    [
      ...["whole", "input", "conv1", "capsules", "capsule", "own-votes", "votes"],
      ...["routing-1", "routing-2", "classes", "decoder", "picture"],
    ],
  );
  const words = Object.fromEntries(stops.map((stop) => [stop.name, stop.words]));
  assert.match(words.whole, /vote and agree/);
  assert.match(words.votes, /16 votes/);
  assert.match(words.capsules, /The longer an arrow/);
  const full = { ...REPLY, presence: REPLY.presence.map(() => 250) };
  const alike = walkStops(full, { blocks: BLOCKS, server: SERVER, ...space, capsule: 0 });
  assert.match(alike[3].words, /arrows are about equally long/);
  assert.match(words["own-votes"], /For each digit .* 16 numbers/);
  assert.match(words["routing-1"], /1 has length 0\.40/);
  assert.match(words.classes, /1 with 0\.90/);
  const network = { ...SERVER.network, by_agreement: false };
  const other = walkStops(REPLY, {
    blocks: BLOCKS,
    server: { ...SERVER, network },
    ...space,
    capsule: 0,
  });
  const said = other.filter(({ name }) => name.startsWith("routing")).map((stop) => stop.words);
  assert.doesNotMatch(said.join(), /evenly|agreed/, "only routing by agreement shares so");
  assert.match(other[0].words, /capsules vote\.$/);
  const inner = [block("features", [[25, 16, 4, 4]], "caps1"), ...BLOCKS];
  const maps = { ...REPLY.maps, caps1: REPLY.maps.conv1 };
  const parts = walkStops(
    { ...REPLY, maps },
    { blocks: inner, server: SERVER, ...space, capsule: 0 },
  );
  assert.deepEqual(
    parts.filter(({ name }) => ["conv1", "caps1"].includes(name)).map(({ act }) => act),
    ["other", "map"],
    "capsules of an inner layer cannot be switched off",
  );
  for (const { eye, target } of stops) assert.ok([...eye, ...target].every(Number.isFinite));
  const far = walkStops(REPLY, { blocks: BLOCKS, server: SERVER, ...space, capsule: 7 });
  const [own, others] = [stops, far].map((all) => all.find(({ name }) => name === "own-votes"));
  assert.notDeepEqual(own?.visible, others?.visible, "the capsule itself is in sight of its votes");
});

test("a network without capsules is walked from its picture to its classes", () => {
  const blocks = BLOCKS.filter(({ part }) => ["input", "features", "classes"].includes(part));
  const reply = { ...REPLY, presence: undefined, flow: [], hidden: [], rounds: 1 };
  const how = { ...HOW, blocks, iteration: 0 };
  const space = placeNetwork(reply, how);
  assert.deepEqual([space.arrows, space.ribbons], [[], []]);
  const names = walkStops(reply, { blocks, server: SERVER, ...space, capsule: 0 }).map(
    ({ name }) => name,
  );
  assert.deepEqual(names, ["whole", "input", "conv1", "classes"]);
});

test("a pointer finds the nearest thing: a pixel, a class, a capsule, a layer", () => {
  const space = placeNetwork(REPLY, HOW);
  const look = (origin, to) => {
    const vector = to.map((value, axis) => value - origin[axis]);
    return { origin, direction: vector.map((value) => value / Math.hypot(...vector)) };
  };
  const sheets = [
    { x: 0, z: 0, size: [5, 5], block: "input", pixels: 28 },
    { x: 5, z: 0, size: [6.5, 6.5], block: "conv1", pixels: 0 },
    {
      ...{ x: 5, z: 20, size: [5, 5], block: "conv2", pixels: 0 },
      tiles: { shape: [4, 2, 2], width: 5, height: 5, indices: [0, 3, 5, 8] },
    },
  ];
  const at = (origin, to) => thingOn(look(origin, to), { space, sheets });
  assert.deepEqual(at([-9, 0, 0], pointOverPixel(0, 3.5 / 28, 4.5 / 28, 5)), {
    block: "input",
    pixel: [3, 4],
  });
  assert.deepEqual(at([2, 0, 0], [5, 0, 1]), { block: "conv1" });
  assert.deepEqual(at([2, 0, 20], [5, -1.5, 18]), { block: "conv2", map: 5 });
  assert.deepEqual(at([2, 0, 20], [5, 0, 20]), { block: "conv2" }, "between two maps");
  const { plane, point } = space.classes[1];
  assert.deepEqual(at([point[0] + 5, point[1], 0], point), { digit: 1 });
  const edge = [plane?.middle[0] ?? 0, point[1], 1.9];
  assert.deepEqual(at([edge[0] + 2, point[1], 2.2], edge), { digit: 1 }, "on its plane");
  assert.equal(at([edge[0] + 2, point[1], 2.2], [edge[0], point[1], 2.1]).digit, undefined);
  const capsule = space.arrows[6].point;
  assert.deepEqual(at([capsule[0] - 1.3, capsule[1] + 4, capsule[2] + 7], capsule), { capsule: 6 });
  assert.deepEqual(at([0, 50, 0], [0, 90, 1]), {});
});

test("three.js is at most 200 kB, compressed", () => {
  const file = new URL("../../../browser/vendor/three.js", import.meta.url);
  const text = readFileSync(file);
  assert.ok(gzipSync(text).length < 200_000);
  assert.match(text.subarray(0, 2000).toString(), /The MIT License/);
});

test("no label lies over another one, over a sheet or over the edge", () => {
  const label = (spots, strong = false, fallback = false) => {
    return { ...{ halfWidth: 20, halfHeight: 8, spots }, strong, fallback };
  };
  const sheets = [
    [
      [100, 0],
      [140, 20],
      [140, 90],
      [100, 70],
    ],
  ];
  const window = { width: 200, height: 100, sheets };
  const [first, strong, other, edge, beside] = arrangeLabels(
    [
      label([
        [50, 50],
        [50, 20],
      ]),
      label([[60, 50]], true),
      label([[120, 50]]),
      label([[190, 50]]),
      label([[165, 50]]),
    ],
    window,
  );
  assert.deepEqual([strong?.x, strong?.y], [60, 50], "strong labels are placed first");
  assert.deepEqual([first?.x, first?.y], [50, 20], "a taken spot leads to the next one");
  assert.deepEqual([other, edge], [null, null]);
  assert.deepEqual([beside?.x, beside?.y], [165, 50]);
  const worded = [label([[120, 50]]), label([[50, 50]], false, true)];
  const [, short] = arrangeLabels(worded, window);
  assert.equal(short?.x, 50, "short words stand where the full ones have no place");
  const [, spare] = arrangeLabels([label([[165, 50]]), worded[1]], window);
  assert.equal(spare, null, "and nowhere else");
  const chain = arrangeLabels([label([[165, 50]]), worded[1], worded[1]], window);
  assert.deepEqual([chain[1], chain[2]], [null, null]);
  const corner = { x: 112, y: 90, halfWidth: 10, halfHeight: 6 };
  assert.ok(!liesOver(corner, sheets[0]), "beneath a slanted edge there is room");
  assert.ok(liesOver({ ...corner, y: 80 }, sheets[0]));
});

test("the hull of a box seen askew leaves out its inner corners", () => {
  const hull = hullOf([
    [0, 0],
    [10, 2],
    [4, 5],
    [2, 10],
    [12, 12],
    [6, 7],
  ]);
  assert.deepEqual(new Set(hull.map(String)), new Set(["0,0", "10,2", "12,12", "2,10"]));
  assert.ok(liesOver({ x: 5, y: 6, halfWidth: 1, halfHeight: 1 }, hull));
  assert.ok(
    !liesOver({ x: 11, y: 1, halfWidth: 1, halfHeight: 1 }, hull),
    "beside its edge there is room",
  );
});

test("meshes keep their buffers while a drawing changes, and copy numbers to each corner", () => {
  const ribbons = new Ribbons(three, new three.Scene(), 4);
  ribbons.resize(10);
  const { geometry } = ribbons.mesh;
  ribbons.resize(7);
  assert.equal(ribbons.mesh.geometry, geometry);
  assert.equal(geometry.drawRange.count, 7 * 4 * 6);
  ribbons.values.widths.set([0.25, 0.5], 2 * 3);
  ribbons.upload("widths");
  const corners = geometry.attributes.position.count / ribbons.capacity;
  const copies = geometry.attributes.widths.array.subarray(2 * 3 * corners, 2 * 4 * corners);
  for (let at = 0; at < copies.length; at += 2)
    assert.deepEqual([...copies.subarray(at, at + 2)], [0.25, 0.5]);
  const { start } = geometry.drawRange;
  ribbons.setCheap(true);
  const few = geometry.drawRange;
  assert.equal(few.count, 7 * 2 * 6, "half the pieces where a frame has to be cheap");
  const joined = [...geometry.index.array.subarray(few.start, few.start + few.count)];
  assert.deepEqual(joined.slice(0, 6), [0, 1, 4, 1, 5, 4], "over every second pair of corners");
  assert.equal(Math.max(...joined), 7 * corners - 1);
  ribbons.setCheap(false);
  assert.deepEqual([geometry.drawRange.start, geometry.drawRange.count], [start, 7 * 4 * 6]);
  ribbons.resize(50);
  assert.notEqual(ribbons.mesh.geometry, geometry, "more need more room");
  assert.deepEqual(inkOf("#ff0033"), [1, 0, 0.2]);
});

test("a pixel in colour is told by all its planes", () => {
  const input = Uint8Array.from({ length: 12 }, (_, at) =>
    at % 4 === 1 ? 51 * Math.floor(at / 4) : 255,
  );
  const server = { side: 2, network: SERVER.network };
  const told = thingWords({ pixel: [1, 0] }, { input, picture: null }, server, 0);
  assert.match(told, /row 0, column 1: drawn 0\.00, 0\.20, 0\.40\.$/);
  const grey = thingWords(
    { pixel: [1, 0] },
    { input: input.subarray(4, 8), picture: null },
    server,
    0,
  );
  assert.match(grey, /drawn 0\.20\.$/);
});

test("a class has the numbers of the iteration that is shown", () => {
  const [first, last] = [0, 1].map((at) => thingWords({ digit: 1 }, REPLY, SERVER, at));
  assert.match(first, /‖s‖ = 0\.80; its length is 0\.40 at iteration 1\.$/);
  assert.match(last, /‖s‖ = 3\.00; its length is 0\.90\.$/);
});

test("ribbons are told to be a sample where some are", () => {
  const numbers = { name: "1", size: 1, coupling: 1, angle: 0 };
  const vote = { ribbon: 0, length: 1, winner: true, arrival: 1 };
  assert.match(arrowWords([vote], true), /c ‖û‖\. .* the palest ribbons are a sample/);
  for (const words of [arrowWords([vote], false), arrowWords([{ ...vote, numbers }], true)])
    assert.doesNotMatch(words, /sample/);
  const classes = SERVER.network.classes.length;
  assert.ok(hasRibbons(REPLY, classes));
  for (const many of [undefined, new Uint8Array(20_000)])
    assert.ok(!hasRibbons({ presence: many }, classes));
});
