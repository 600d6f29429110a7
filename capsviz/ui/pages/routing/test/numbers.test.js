import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptEnglish } from "../../../browser/test/english.js";
import { text } from "../../../browser/text.js";
import { drawSummaries } from "../charts.js";
import { priorWeight } from "../kinds/attention.js";
import { DYNAMIC } from "../kinds/dynamic.js";
import { ROUTING_KINDS } from "../kinds/index.js";
import { weightAlone } from "../kinds/lines.js";
import { favourites } from "../kinds/words.js";
import { nextCapsule } from "../pointing.js";
import { agreeing, couplingScales } from "../scales.js";
import { geometryWords, stepWords, summaryWords, termWords } from "../words.js";

adoptEnglish("routing");

const number = (text) => Number(text.replace("\u2212", "-"));

test("results computed from the printed numbers equal the printed results", () => {
  const quotient = ([above, below]) => above / below;
  const { terms, result } = agreeing([12.0096, 21.0096], quotient);
  assert.equal(number(terms[0]) / number(terms[1]) >= 0.5715, result === "0.572");
  let state = 1;
  const uniform = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  for (let n = 0; n < 3000; n++) {
    const values = [10 ** (4 * uniform() - 2), 10 ** (4 * uniform() - 2)];
    for (const combine of [quotient, ([a, b]) => a * b, ([a, b]) => a + b]) {
      const told = agreeing(values, combine);
      assert.equal(combine(told.terms.map(number)).toFixed(3), told.result);
      assert.equal(combine(values).toFixed(3), told.result);
    }
  }
});

test("numbers keep few digits if they suffice", () => {
  assert.deepEqual(
    agreeing([1, 2], ([a, b]) => a / b),
    { terms: ["1.00", "2.00"], result: "0.500" },
  );
});

const scene = {
  t: 2,
  r: 3,
  j: 7,
  data: {
    ...{ digits: 10, over: "outputs", even: 0.1 },
    name: String,
    winner: () => 7,
    length: () => 0.9,
    arrays: {
      favourite: [0, 0.2, 0.46],
      coupling: [0.1, 0.101, 0.102],
      entropy: [3.322, 3.32, 3.319],
    },
  },
};

test("the share of capsules that favour a digit is stated with the mean coupling", () => {
  assert.match(
    favourites(scene),
    /46 % of the capsules give 7 their largest share; the mean coupling of all to it is 0\.102/,
  );
  assert.match(
    summaryWords(scene),
    /mean coupling of all to it is 0\.102 \(1\/10 without any preference\)/,
  );
});

/** A picture of two capsules and two classes, whose couplings begin and end so. @param {number[]} first @param {number[]} last */
function twoCapsules(first, last) {
  const data = {
    ...scene.data,
    ...{ capsules: 2, digits: 2, even: 0.5, voter: "primary", thing: "digit", winner: () => 1 },
    coupling: (t, i, j) => Math.abs(1 - j - (t ? last : first)[i]),
    length: (t) => (t ? 0.9 : 0.4),
  };
  return { ...scene, data, j: 1, r: 2, kind: DYNAMIC };
}

test("only a routing without a learned prior is described as uniform at first", () => {
  const even = twoCapsules([0.5, 0.5], [0.9, 0.4]);
  assert.match(
    stepWords({ ...even, t: 0 }),
    /^At first every primary capsule gives each digit the same/,
  );
  const once = stepWords({ ...even, t: 0, r: 1 });
  assert.match(once, /^Every primary capsule gives each digit the same share of its vote\./);
  assert.match(DYNAMIC.story({ ...even, t: 0 }, 0.5, 0.5), /every coupling is 1\/2/);
  const prior = twoCapsules([0.858, 0.5], [0.9, 0.4]);
  assert.equal(
    stepWords({ ...prior, t: 0 }),
    "1 of 2 primary capsules give 1 more than an even share of their vote (0.500): length 0.40.",
  );
  assert.match(DYNAMIC.story({ ...prior, t: 0 }, 0.5, 0.858), /reach from 0\.500 to 0\.858/);
});

test("a coupling above an even share by rounding alone is not counted as more", () => {
  const { data, ...rest } = twoCapsules([0.5, 0.5], [0.5, 0.5]);
  const rounded = { ...data, even: 0.1, coupling: () => Math.fround(0.1) };
  const said = stepWords({ ...rest, data: rounded, t: 1 });
  assert.match(said, /^0 of 2 primary capsules give 1 more than an even share/);
});

test("equal couplings that are no shares of 1 are stated as couplings", () => {
  const sigmoids = twoCapsules([0.858, 0.858], [0.9, 0.4]);
  const data = { ...sigmoids.data, over: "none", even: 0.858, coupling: () => 0.858 };
  assert.match(
    stepWords({ ...sigmoids, data, t: 0 }),
    /^At first every primary capsule has a coupling of 0\.858 to each digit\./,
  );
  const once = stepWords({ ...sigmoids, data, t: 0, r: 1 });
  assert.match(once, /^Every primary capsule has a coupling of 0\.858 to each digit\./);
});

test("weights of votes are not described as shares of a vote", () => {
  for (const over of ["inputs", "none"]) {
    const two = twoCapsules([0.9, 0.1], [0.9, 0.1]);
    const weighed = { ...two, t: 1, data: { ...two.data, over, even: 0.5 } };
    const said = [stepWords({ ...weighed, t: 0 }), stepWords(weighed), favourites(weighed)];
    said.push(summaryWords({ ...scene, data: { ...scene.data, over } }));
    const data = { ...weighed.data, types: 2, grid: 1, rows: 1, whole: true };
    said.push(...termWords(data, ROUTING_KINDS.own).map(([, meaning]) => meaning));
    said.push(...Object.values(geometryWords(data, ROUTING_KINDS.own)));
    assert.doesNotMatch(said.join("\n"), /share|entropy|undefined|NaN/, over);
    assert.match(
      said[1],
      /^1 of 2 primary capsules have a coupling to 1 above the mean \(0\.500\)/,
    );
    assert.equal(said.join().includes("add up to 1"), true);
  }
  assert.match(text("lead-own-weights", { thing: "digit", c: "c", v: "v" }), /has a weight c in/);
});

test("a mean coupling near 1 has a scale", () => {
  const inks = { couplings: { at: (position) => position } };
  const one = { ...scene.data, even: 1, first: () => Float32Array.of(1, 1), limit: () => 0 };
  for (const kind of ["absolute", "relative"]) {
    const { capsule } = couplingScales(kind, one, 1, inks);
    assert.deepEqual([capsule.colour(1), Number.isFinite(capsule.colour(0.5))], [0, true], kind);
  }
});

test("votes that are weighed apart from their couplings do not count the same", () => {
  const { data, ...rest } = twoCapsules([0.5, 0.5], [0.9, 0.4]);
  const weighed = { ...data, arrays: { ...data.arrays, weights: [] }, weight: (_, i, j) => i + j };
  assert.equal(
    stepWords({ ...rest, data: weighed, t: 0 }),
    "At first every primary capsule has a coupling of 0.500 to each digit: length 0.40 for 1.",
  );
});

test("the weight of a vote that counts against its sum is written without its sign", () => {
  assert.equal(weightAlone(-0.06).write(["\u22120.06"]), "|\u22120.06|");
  assert.equal(weightAlone(0.06).write(["0.06"]), "0.06");
  const written = (weight) => {
    const data = { coupling: () => 0.09, weight: () => weight };
    return priorWeight({ data, t: 0, i: 0, j: 0 }).write(["0.09", "\u22120.06"]);
  };
  assert.deepEqual([written(0.03), written(-0.03)], ["(0.09 \u2212 0.06)", "|0.09 \u2212 0.06|"]);
});

test("a step states the couplings of its capsules", () => {
  const said = stepWords({ ...twoCapsules([0.5, 0.5], [0.9, 0.4]), t: 1 });
  assert.match(
    said,
    /^1 of 2 primary capsules give 1 more than an even share of their vote \(0\.500\): its length goes from 0\.40 to 0\.90/,
  );
  const { data, ...rest } = twoCapsules([0.5, 0.5], [0.9, 0.4]);
  const still = stepWords({ ...rest, data: { ...data, length: () => 0.9 }, t: 1 });
  assert.match(still, /: its length stays at 0\.90\.$/);
});

/** Texts of a routing kind's charts, and the heights of their lines. @param {any} second */
function chart(second) {
  const texts = [];
  const heights = [];
  const g = new Proxy(
    {
      fillText: (text) => texts.push(text),
      measureText: () => ({ width: 40 }),
      lineTo: (...point) => heights.push(point[1]),
    },
    { get: (known, name) => known[name] ?? (() => {}), set: () => true },
  );
  const inks = { zoom: 1, font: () => "", symbols: {} };
  const kind = { measure: "length", mark: "v", second };
  drawSummaries(g, 800, 150, { ...scene, inks, kind });
  return { texts, heights };
}

test("the entropy chart begins at zero and labels both ends", () => {
  const { texts, heights } = chart({ title: "second-agreement", symbol: "a", value: () => 0.1 });
  assert.ok(texts.includes("3.322") && texts.includes("0.000"), String(texts));
  const entropy = heights.slice(-2);
  assert.ok(Math.abs(entropy[0] - entropy[1]) < 1, "a thousandth of a bit is no fall");
});

test("a quantity without a natural zero is charted over its range", () => {
  const value = (_, t) => -2610 - 2 * t;
  const { texts, heights } = chart({
    title: "second-free-energy",
    symbol: "s",
    value,
    floats: true,
  });
  assert.ok(texts.includes("\u22122610.0") && texts.includes("\u22122614.0"), String(texts));
  const [before, after] = heights.slice(-6, -4);
  assert.ok(after - before > 20, "a fall is seen");
});

test("an even share is less than a tenth for a routing with a leak", () => {
  const kind = { even: ({ digits, level }) => 1 / (digits + Math.exp(level)) };
  const leaky = { ...scene, kind, data: { ...scene.data, level: 0 } };
  assert.match(favourites(leaky), /\(0\.091 without any preference\)/);
});

test("keys move between capsules and stop at the last", () => {
  const data = {
    grid: 6,
    rows: 6,
    types: 32,
    place: (i) => Math.floor(i / 32),
    type: (i) => i % 32,
    capsule: (place, type) => place * 32 + type,
  };
  assert.equal(nextCapsule(data, 0, "ArrowRight"), 32);
  assert.equal(nextCapsule(data, 0, "ArrowLeft"), 0);
  assert.equal(nextCapsule(data, 0, "PageDown"), 1);
  assert.equal(nextCapsule(data, 1151, "ArrowDown"), 1151);
  assert.equal(nextCapsule(data, 5, "a"), null);
});
