import assert from "node:assert/strict";
import { test } from "node:test";

import { adoptEnglish } from "../../../browser/test/english.js";
import {
  accuracySpan,
  accuracyWords,
  cellWords,
  couplingWords,
  differWords,
  errorOf,
  factRows,
  moreWords,
  scoreWords,
  verdictWords,
} from "../words.js";

adoptEnglish("compare");

const column = (title, winner) => ({ title, winner, called: ["a", "b", "c"] });

test("the verdict names the majority and the networks that differ", () => {
  const [one, two, three] = ["One", "Two", "Three"];
  assert.equal(verdictWords([column(one, 1), column(two, 1)]), "All 2 networks predict b.");
  assert.equal(
    verdictWords([column(one, 0), column(two, 2), column(three, 2)]),
    "2 of 3 networks predict c; One a.",
  );
  const many = [column(one, 0), column(two, 2), column(three, 0), column("Four", 2)];
  assert.equal(
    verdictWords([...many, column("Five", 2)]),
    "3 of 5 networks predict c; One and Three a.",
  );
  assert.equal(verdictWords([column(one, 0)]), "");
  assert.equal(verdictWords([]), "");
});

test("a network that differs from the majority is marked", () => {
  const columns = [column("One", 1), column("Two", 1), column("Three", 2)];
  assert.deepEqual(
    columns.map((one) => differWords(one, columns)),
    ["", "", "differs from most: b"],
  );
  assert.equal(differWords(columns[2], columns.slice(1)), "");
});

test("predictions are compared by class name in any order of classes", () => {
  const turned = { title: "Turned", winner: 0, called: ["c", "b", "a"] };
  const columns = [column("One", 2), turned, column("Three", 0)];
  assert.equal(verdictWords(columns), "2 of 3 networks predict c; Three a.");
  assert.deepEqual(
    columns.map((one) => differWords(one, columns)),
    ["", "", "differs from most: c"],
  );
});

test("networks still to fetch are counted with their size", () => {
  const more = { networks: 7, bytes: 43_621_000, coming: false };
  assert.equal(moreWords(more), "7 more networks can read it too: 43.6 MB to fetch.");
  assert.equal(
    moreWords({ ...more, networks: 1, coming: true }),
    "One more network to come (43.6 MB).",
  );
});

const CAPSULES = {
  ...{
    kind: /** @type {const} */ ("capsules"),
    winner: 1,
    called: ["a", "b"],
    lengths: [0.2, 0.4],
  },
  ...{ types: 32, grid: 6, rows: 6, score: { name: /** @type {const} */ ("length"), least: 0.5 } },
  accuracy: { of: /** @type {const} */ ("test"), share: null, interval: null },
  ...{ settled: 2, ms: 1.25, facts: { parameters: 8 } },
};

test("the score states the network's certainty", () => {
  assert.equal(scoreWords(CAPSULES), "unsure: length 0.40");
  assert.equal(scoreWords({ ...CAPSULES, lengths: [0.2, 0.5] }), "length 0.50");
  const parts = {
    ...CAPSULES,
    score: { name: /** @type {const} */ ("posterior"), least: 0 },
    none: 0.3,
  };
  assert.equal(scoreWords(parts), "posterior 0.40");
  assert.equal(scoreWords({ ...parts, none: 0.41 }), "unsure: none of its objects 0.41");
});

test("the facts state couplings, settling and time", () => {
  const [plain, parts] = [/** @type {const} */ ("plain"), /** @type {const} */ ("parts")];
  assert.equal(couplingWords(CAPSULES), "1,152 couplings to b");
  assert.match(couplingWords({ ...CAPSULES, kind: plain }), /^no capsules/);
  assert.match(couplingWords({ ...CAPSULES, kind: parts }), /^learnt without labels/);
  const told = (/** @type {any} */ values) => factRows({ ...CAPSULES, ...values }).map(String);
  const time = "time here and now,1.3 ms";
  assert.deepEqual(told({}), ["iterations,settled from 2 on", time, "parameters,8"]);
  assert.deepEqual(told({ settled: null })[0], "iterations,none: one pass");
  assert.deepEqual(told({ kind: plain, settled: null })[0], "iterations,none");
  assert.deepEqual(told({ kind: parts, facts: { parameters: 8, labels: 2 } }), [
    ...[time, "learnt,without labels", "its objects named by,2 labels each", "parameters,8"],
  ]);
  const affine = { share: 0.75, interval: [0.7, 0.8] };
  assert.deepEqual(told({ ms: null, facts: { parameters: 8, affine } }).slice(2), [
    "on the affine set,75.00 %",
    "interval there,70.00 to 80.00",
  ]);
  assert.deepEqual(told({ facts: { parameters: 8, affine: null } }).slice(3), [
    "on the affine set,not measured for these weights",
  ]);
  assert.deepEqual(told({ ms: null }), ["iterations,settled from 2 on", "parameters,8"]);
});

test("accuracies have their intervals and a scale that holds all of them", () => {
  const of = /** @type {const} */ ("test");
  const measured = (share, interval) => ({ accuracy: { of, share, interval } });
  const columns = [measured(0.9965, [0.9951, 0.9975]), measured(0.957, null)];
  assert.deepEqual(accuracyWords(columns[0].accuracy), ["99.65 %", "99.51 to 99.75"]);
  assert.deepEqual(accuracyWords(columns[1].accuracy), ["95.70 %", "of MNIST test digits"]);
  assert.deepEqual(accuracyWords({ of, share: null, interval: null })[0], "");
  const [low, high] = accuracySpan(columns);
  assert.deepEqual([low.toFixed(4), high.toFixed(4)], ["0.9950", "0.9980"]);
  assert.deepEqual(accuracySpan([columns[1]]), [0, 1]);
});

test("a coupling is named with its place, and errors need equal sizes", () => {
  assert.equal(cellWords([0, 1, 2], 0.3149), "type 0, row 1, column 2: c = 0.31");
  assert.equal(cellWords([0, 1, 2], 0.00314), "type 0, row 1, column 2: c = 0.0031");
  const image = Uint8Array.of(0, 255, 0, 0);
  assert.equal(errorOf({ reconstruction: btoa("\x00\x00\x00\x00") }, image), 1);
  assert.equal(errorOf({ reconstruction: btoa("\x00") }, image), null);
  assert.equal(errorOf({ reconstruction: null }, image), null);
});
