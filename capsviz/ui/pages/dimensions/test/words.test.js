import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptEnglish } from "../../../browser/test/english.js";
import { text } from "../../../browser/text.js";
import { pictureRows, sweepRows } from "../files.js";
import { drawSweepFrame, sweepLayout } from "../sweep.js";
import {
  capsuleWords,
  evidenceWords,
  othersWords,
  rangeWords,
  sentenceOf,
  spotWords,
  sweepWords,
} from "../words.js";

adoptEnglish("dimensions");

const many = (value) => Array.from({ length: 10 }, () => Array.from({ length: 16 }, () => value));
const label = (kind, confirmed, r) => ({
  kind,
  text:
    kind === "entangled" ? "entangled: width 0.41, slant 0.38; r 0.35" : "slant (R² 0.87, r 0.62)",
  measures: kind === "entangled" ? [4, 3] : [3],
  confirmed,
  r,
});
const STROKES = "area length thickness slant width height x y rotation".split(" ");
const statsOf = (entry) => ({
  measures: STROKES,
  labels: many(entry),
  mean: many(0),
  std: many(1),
  effects: {
    slope: many([0, 0, 0, -2.34, 0.5, 0, 0, 0, 0]),
    r2: many([0, 0, 0, 0.87, 0.41, 0, 0, 0, 0]),
    partial: many([null, 0, 0, -0.62, 0.1, 0, 0, 0, 0]),
  },
  provenance: { training_images: 10000, test_images: 10000 },
  least_r: 0.3,
});
const classes = [..."0123456789"];
const LENGTHS = { classes, measure: "length", most: "longest" };
const ACTIVATIONS = { classes, measure: "activation", most: "most active" };

test("r stands beside R² wherever a dimension is named", () => {
  const agreed = sentenceOf(statsOf(label("clear", true, 0.62)), 3, 5, "3");
  assert.match(agreed, /R² 0\.87/);
  assert.match(agreed, /Real test pictures agree \(r = 0\.62\)/);
  const weak = sentenceOf(statsOf(label("loose", false, 0.08)), 3, 5, "3");
  assert.match(weak, /do not confirm it \(r = 0\.08\)/);
  assert.match(
    sentenceOf(statsOf(label("entangled", false, null)), 3, 5, "3"),
    /do not confirm it\./,
  );
  const scene = { stats: statsOf(label("clear", true, 0.62)), k: 3, name: "3", order: [5] };
  const pointed = spotWords(scene, { part: "measure", row: 0, column: 3 });
  assert.match(pointed, /\u22122\.3 ° per standard deviation, R² 0\.87; .* r \u22120\.62/);
  assert.doesNotMatch(spotWords(scene, { part: "measure", row: 0, column: 0 }), /real test/);
});

test("dimensions are unknown for too few pictures and have colour names for colours", () => {
  const few = { ...label("unknown", false, null), measures: [] };
  few.text = "unstats: 4 test pictures are too few";
  assert.equal(
    sentenceOf(statsOf(few), 3, 5, "pear"),
    "Dimension 5 of the pear: its effect is unstats: 4 test pictures are too few.",
  );
  const measures = ["brightness", "contrast", "colourfulness", "red to green", "blue to yellow"];
  const scene = { stats: { ...statsOf(few), measures }, k: 3, name: "pear", order: [5] };
  const pointed = spotWords(scene, { part: "measure", row: 0, column: 3 });
  assert.match(pointed, /^dimension 5 and red to green: \u22122\.3 of the range per standard/);
});

test("the evidence names the least r of a tick", () => {
  assert.match(evidenceWords(statsOf(label("clear", true, 0.62))), /r of at least 0\.3/);
});

test("ranges state their number of pictures", () => {
  const of = (provenance) => rangeWords({ provenance });
  assert.match(of({ training_images: 10000, training_of: 60000 }), /10,000 of 60,000 training/);
  assert.match(of({ training_images: 60000, training_of: 60000 }), /of all 60,000 training/);
  assert.match(of({ training_images: 500 }), /of 500 training pictures\.$/);
});

test("losing capsules are called short only in networks with lengths", () => {
  const lost = { k: 2, winner: 7, size: 0.06, measured: true };
  assert.match(capsuleWords({ ...lost, network: LENGTHS }), /so short a pose/);
  assert.doesNotMatch(capsuleWords({ ...lost, network: ACTIVATIONS }), /short|length/);
  const won = { ...lost, k: 7 };
  assert.equal(capsuleWords({ ...won, network: LENGTHS }), "the longest is chosen");
  assert.equal(capsuleWords({ ...won, network: ACTIVATIONS }), "the most active is chosen");
});

test("a missing analysis gets a sentence with its command", () => {
  const missing = "there is no em.analysis.json: run `capsviz analyse` to make it.";
  assert.ok(text("unmeasured", { missing }).endsWith(`switched off, for ${missing}`));
});

test("tables hold the exact numbers", () => {
  const pose = Float32Array.from({ length: 16 }, (_, d) => Math.sin(d));
  const [, ...values] = pictureRows({ pose, original: pose });
  assert.deepEqual(
    values.map(([, value]) => value),
    [...pose],
  );
  const scene = { pose, stats: null, k: 3, range: "paper" };
  const [head, ...rows] = sweepRows(scene);
  assert.equal(rows.length, 16);
  assert.ok(rows.every((row) => row.length === head.length));
  const all = sweepRows({ ...scene, stats: statsOf(label("clear", true, 0.62)), range: "data" });
  assert.ok(all.every((row) => row.length === all[0].length));
});

test("the help mentions longer poses only for measured networks with lengths", () => {
  assert.match(othersWords(LENGTHS, {}), /bring it to the length/);
  assert.doesNotMatch(othersWords(ACTIVATIONS, {}), /length/);
  assert.doesNotMatch(othersWords(LENGTHS, null), /bring it/);
  assert.match(text("sliders-range-data"), /3 standard deviations/);
  assert.match(text("sliders-range-unmeasured"), /not measured/);
});

test("the sweep's heading names the dimension with the largest effect", () => {
  const visible = [
    [1, 2],
    [0.5, 9, 3],
  ];
  assert.match(
    sweepWords({ stats: { effects: { visible } }, k: 1, order: [1, 0] }, "7"),
    /^Dimension 1 changes capsule 7’s /,
  );
  // By number, the row of dimension 1 is not the first beneath the heading.
  const byNumber = { stats: { effects: { visible } }, k: 1, order: [0, 1] };
  assert.equal(sweepWords(byNumber, "7"), "a sweep of each dimension");
  assert.equal(sweepWords({ stats: null, k: 1 }, "7"), "a sweep of each dimension");
});

test("the measure under the pointer is framed in the table", () => {
  const boxes = [];
  const g = {
    fillRect() {},
    fillText() {},
    measureText: () => ({ width: 0 }),
    strokeRect: (...box) => boxes.push(box),
  };
  const stats = statsOf(label("clear", true, 0.62));
  const scene = {
    stats: { ...stats, effects: { ...stats.effects, yardstick: many(1) } },
    ...{ k: 3, order: [5, 2], dimension: 5, range: "data" },
    names: new Array(16).fill({ text: "slant" }),
    inks: {
      font: String,
      ink: "black",
      signed: [
        [0, 0, 0],
        [255, 255, 255],
      ],
    },
    cursor: { part: "measure", row: 1, column: 3 },
  };
  drawSweepFrame(g, 900, 0, scene);
  const { heat, heatRow, heatLeft, heatTop } = sweepLayout(900, /** @type {any} */ (scene));
  const frame = [heatLeft + 3 * heat + 1, heatTop + heatRow + 1, heat - 3, heatRow - 3];
  assert.deepEqual(boxes, [frame]);
});
