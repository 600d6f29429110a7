import assert from "node:assert/strict";
import { test } from "node:test";
import { blockName } from "../../../browser/blocks.js";
import { adoptEnglish } from "../../../browser/test/english.js";
import { Pass, passSteps } from "../forward_pass.js";
import { ablationLevel, mapBlocks, toggleOff } from "../map.js";
import { convolutionAt, levelBytes, signedBytes, strongest } from "../sums.js";
import {
  blockWords,
  byteWords,
  captionWords,
  costWords,
  countWords,
  totalWords,
} from "../words.js";

adoptEnglish("network");

const layer = (name, part, outputs) => ({ name, part, outputs, parameters: 0, multiply_adds: 0 });
const DATA = {
  side: 28,
  network: {
    ...{ classes: ["0", "1"], measure: "length", dimensions: 16 },
    ...{ iterative: true, by_agreement: true, couplings_over: "outputs" },
  },
  blocks: [
    layer("conv1", "features", [[256, 20, 20]]),
    layer("primary", "capsules", [
      [256, 6, 6],
      [1152, 8],
    ]),
    layer("votes", "votes", [[1152, 10, 16]]),
    layer("routing", "routing", [[10, 16]]),
    layer("decoder", "decoder", [[512], [1024], [784]]),
  ],
};
const NOTHING = { maps: {}, types: [], places: [], hidden: {}, squash: "epsilon", axis: "outputs" };

test("the map begins with the input and ends with the reconstruction", () => {
  const parts = mapBlocks(DATA).map(({ part }) => part);
  assert.deepEqual(parts, [
    ...["input", "features", "capsules", "votes", "routing", "classes", "decoder", "picture"],
  ]);
  const without = { ...DATA, blocks: DATA.blocks.slice(0, 4) };
  assert.equal(mapBlocks(without).at(-1).part, "classes");
});

test("a pass repeats the routing loop for each iteration and ends", () => {
  const steps = passSteps(mapBlocks(DATA), 3);
  assert.equal(steps.length, 10);
  // Blocks beside the routing show what it ends with.
  assert.deepEqual(
    steps.map(({ iteration }) => iteration),
    [2, 2, 2, 2, 0, 1, 2, 2, 2, 2],
  );
  let changes = 0;
  const pass = new Pass(
    () => steps.slice(0, 2),
    () => {
      changes += 1;
    },
  );
  assert.equal(pass.currentStep, null);
  pass.step();
  assert.deepEqual(pass.currentStep, { index: 0, iteration: 2 });
  pass.step();
  pass.step();
  assert.equal(pass.currentStep, null);
  assert.equal(changes, 3);
});

test("blocks and costs have readable names and numbers", () => {
  const own = [
    "network.net.conv1",
    "network.net.primary.conv",
    "network.features.0",
    "network.capsules",
  ];
  assert.deepEqual(
    ["conv1", "primary", "caps2", "blocks.1", "mine.layer", ...own].map((name) => blockName(name)),
    [
      "Conv1",
      "PrimaryCaps",
      "ConvCaps2",
      "residual 2",
      "mine.layer",
      ...["Conv1", "primary.conv", "features.0", "PrimaryCaps"],
    ],
  );
  assert.equal(blockName("primary", true), "primary", "of a network without capsules");
  assert.deepEqual([7, 999, 20992, 5308672, 203018240].map(countWords), [
    ...["7", "999", "21\u00A0k", "5.3\u00A0M", "203\u00A0M"],
  ]);
  assert.equal(byteWords(32862272), "33\u00A0MB");
  const cost = { parameters: 20992, weight_bytes: 83968, multiply_adds: 8294400 };
  assert.equal(
    costWords({ ...layer("conv1", "features", []), ...cost, output_bytes: 409600 }),
    "21\u00A0k weights (84\u00A0kB), 8.3\u00A0M multiply-adds, gives 410\u00A0kB",
  );
  assert.match(totalWords(cost, 17.4), /, 17\u00A0ms here$/);
});

test("every block has a sentence of this picture", () => {
  const reply = {
    ...{ winner: 1, rounds: 2, empty: false, shown: { conv1: [1, 2] } },
    // Square roots of a coupling as bytes: with two classes none is more than twice an even share.
    couplings: new Uint8Array([10, 200, 255]),
    lengths: [
      [0.1, 0.5],
      [0.1, 0.9],
    ],
    hidden: [new Uint8Array([0, 3]), new Uint8Array([1, 1, 0])],
  };
  const now = { reply, data: DATA, iteration: 0 };
  const say = Object.fromEntries(
    mapBlocks(DATA).map((block) => [block.part, blockWords(block, now)]),
  );
  assert.match(say.features, /^Conv1 looks for 256 patterns at 20 × 20 places; the 2 /);
  assert.equal(
    say.capsules,
    "1,152 capsules of 8 numbers each: none gives more than twice an even share of its vote to 1.",
  );
  const ten = { ...DATA, network: { ...DATA.network, classes: [..."0123456789"] } };
  assert.equal(
    blockWords({ part: "capsules" }, { ...now, data: ten }),
    "1,152 capsules of 8 numbers each: 2, in colour, give more than twice an even share of their vote to 1.",
  );
  assert.match(say.votes, /11,520 votes/);
  assert.match(say.routing, /iteration 1 of 2: 1 has length 0.50; capsules that agree/);
  const other = { ...DATA, network: { ...DATA.network, by_agreement: false } };
  assert.match(blockWords({ part: "routing" }, { ...now, data: other }), /1 has length 0\.50\.$/);
  assert.equal(captionWords({ part: "routing" }, other), "votes are shared out anew");
  const weighing = { ...DATA, network: { ...other.network, couplings_over: "inputs" } };
  assert.equal(captionWords({ part: "routing" }, weighing), "votes are weighed anew");
  assert.equal(
    blockWords({ part: "capsules" }, { ...now, data: weighing }),
    "1,152 capsules of 8 numbers each.",
  );
  assert.equal(say.classes, "The largest length is the answer: 1, 0.90.");
  assert.match(say.decoder, /1 of 2, then 2 of 3 hidden units/);
  const empty = { ...now, reply: { ...reply, empty: true } };
  assert.match(blockWords(DATA.blocks[0], empty), /no ink/);
});

test("a convolution's sum equals the product of patch and kernel", () => {
  const input = Float32Array.from({ length: 16 }, (_, at) => at / 16);
  const found = convolutionAt(input, 4, [1, -1, 2, 0.5], -0.25, 1, 1, 2);
  assert.deepEqual([...found.patch], [6 / 16, 7 / 16, 10 / 16, 11 / 16]);
  assert.ok(Math.abs(found.sum - (6 - 7 + 20 + 5.5) / 16) < 1e-6);
  assert.ok(Math.abs(found.output - (found.sum - 0.25)) < 1e-6);
  assert.equal(convolutionAt(input, 4, [1, -1, 2, 0.5], -9, 2, 1, 1).output, 0);
  assert.deepEqual([...signedBytes([-2, 0, 1])], [1, 128, 192]);
  assert.deepEqual([...levelBytes([-1, 0.5], 1)], [0, 128]);
  assert.deepEqual(strongest([3, 9, 5], 2), [1, 2]);
});

test("parts can be switched off and on and are counted in their block", () => {
  const once = toggleOff(NOTHING, "maps", 7, "conv1");
  assert.deepEqual(once.maps, { conv1: [7] });
  const twice = toggleOff(toggleOff(once, "maps", 3, "conv1"), "types", 5);
  assert.deepEqual([twice.maps.conv1, twice.types], [[3, 7], [5]]);
  assert.deepEqual(toggleOff(once, "maps", 7, "conv1").maps, { conv1: [] });
  assert.deepEqual(NOTHING.maps, {});
  const [conv1, primary, , , decoder] = DATA.blocks;
  assert.deepEqual(
    [ablationLevel(twice, conv1), ablationLevel(twice, primary), ablationLevel(twice, decoder)],
    [2, 1, 0],
  );
  assert.equal(ablationLevel({ ...NOTHING, squash: "none", hidden: { 1: [2, 3] } }, decoder), 2);
});

test("a network without capsules has no layer of capsules, and its numbers have a plural", () => {
  const named = layer("primary", "features", [[64, 6, 6]]);
  const first = layer("conv1", "features", [[32, 9, 9]]);
  const caption = (blocks) => captionWords(named, { blocks, network: {} });
  assert.match(caption([first, named]), /64 filters/);
  assert.match(caption([first, named, layer("capsules", "capsules", [[8, 8]])]), /capsules/);
  const reply = { lengths: [[0.1, 0.9]] };
  const answer = (measure) => {
    const data = { network: { classes: ["0", "1"], measure, pairs: true } };
    return blockWords({ part: "classes" }, { reply, data, iteration: 0 });
  };
  assert.equal(
    answer("probability"),
    "The two largest probabilities are the answer: 0 (0.10) and 1 (0.90).",
  );
  assert.match(answer("length"), /^The two largest lengths are/);
});
