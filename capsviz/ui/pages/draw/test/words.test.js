import assert from "node:assert/strict";
import { test } from "node:test";
import { misfitOf } from "../../../browser/picture.js";
import { adoptEnglish } from "../../../browser/test/english.js";
import { text } from "../../../browser/text.js";
import { barPaths } from "../strip.js";
import {
  answerWords,
  capsuleWords,
  certaintyAfter,
  certaintyWords,
  countAnswers,
  couplingWords,
  hereWords,
  isName,
  precisionWords,
  routingWords,
  shareRight,
  stepWords,
  turningWords,
  verdictSign,
} from "../words.js";

adoptEnglish("draw");

const NAMES = [..."0123456789"];

test("words name lengths or activations as the network does", () => {
  const lengths = [0.1, 0.5, 0.25];
  assert.equal(stepWords(lengths, 0, "length", NAMES), "iteration 1: longest is 1, 0.50");
  assert.equal(stepWords(lengths, 2, "activation", NAMES), "iteration 3: most active is 1, 0.50");
  assert.equal(capsuleWords("4", false, true, "length"), "capsule 4, the winner");
  assert.equal(capsuleWords("4", false, false, "length"), "capsule 4, the longest");
  assert.equal(capsuleWords("4", false, false, "activation"), "capsule 4, the most active");
  assert.equal(capsuleWords("4", true, false, "activation"), "capsule 4");
});

test("a network without iterations mentions none", () => {
  assert.equal(text("iterations-count", { iterations: 1 }), "iteration");
  assert.equal(text("iterations-count", { iterations: 3 }), "iterations");
  assert.match(text("iterations-none"), /routes in one pass/);
});

test("the routing is explained as the network has it", () => {
  const network = {
    ...{ routing: "own", sharing: "evenly.", couplings_over: "outputs" },
    ...{ thing: "digit", classes: NAMES },
  };
  assert.match(routingWords(network), /among the ten digits, evenly\. Coupling is/);
  const letters = { ...network, thing: "class", classes: Array(26).fill("") };
  assert.match(routingWords(letters), /among the 26 classes, evenly\./);
  assert.match(routingWords(network, "Top-k"), /another rule than it learnt with, Top-k: Routing/);
  const weights = routingWords({ ...network, couplings_over: "inputs" });
  assert.match(weights, /^Every digit weighs the votes of all input capsules/);
});

test("words about training state only recorded facts", () => {
  const known = { routing: "dynamic", thing: "shape" };
  assert.match(text("aims", known), /aims at 0\.9 or more .* 0\.1 or less/);
  assert.match(text("losers", known), /grey blob or clear strokes.* the true shape's capsule/);
  assert.match(text("aims", { routing: "matrix" }), /aims at a gap/);
  for (const id of ["aims", "losers"])
    assert.doesNotMatch(text(id, { routing: "own", thing: "digit" }), /aims at 0|trained with/);
});

test("words about precision name the arithmetic of live answers", () => {
  const measures = "activations";
  const precision_differs = { mean: 0.00018, largest: 0.0695, n: 10_000 };
  assert.match(
    precisionWords({ precision: "int8", measures, precision_differs }),
    /faster; activations differ by 0\.0002 on average and 0\.07 at most, over 10,000 pictures/,
  );
  assert.match(precisionWords({ precision: "int8", measures }), /was not measured/);
  assert.doesNotMatch(precisionWords({ precision: "float32", measures }), /faster|differ/);
  assert.match(
    precisionWords({ precision: "float32", measures, rounded: 0.00412 }),
    /rounded to a byte each.* activations differ by 0\.0041 at most/,
  );
});

test("the sign is one digit, two digits or none", () => {
  const verdict = { kind: "clear", digit: 3, runner_up: 5, text: "" };
  assert.equal(verdictSign(verdict, NAMES), "3");
  assert.equal(verdictSign({ ...verdict, kind: "two" }, NAMES), "3|5");
  assert.equal(verdictSign({ ...verdict, kind: "none", digit: null, runner_up: null }, NAMES), "–");
});

test("the sign has the names of the classes", () => {
  const verdict = { kind: "two", digit: 1, runner_up: 0, text: "" };
  assert.equal(verdictSign(verdict, ["cat", "dog"]), "dog|cat");
});

test("a sign that is wider than a digit is written as a name", () => {
  for (const sign of ["3", "42", "3|5", "–", "狗"]) assert.equal(isName(sign), false, sign);
  for (const sign of ["two", "AB", "dog|cat", "狗|猫"]) assert.equal(isName(sign), true, sign);
});

test("the misfit is in units of whole pixels", () => {
  assert.equal(misfitOf([255, 0, 255], [0, 0, 255]), 1);
  assert.equal(misfitOf([0, 0], [0, 0]), 0);
});

test("each bar lies in the path of its kind", () => {
  const [others, shown, winner] = barPaths([0.5, 0.25, 1, 0, 0, 0, 0, 0, 0, 0], 2, 1);
  assert.ok(others.startsWith("M1.5 100v-50h7v50z"));
  assert.equal(shown, "M11.5 100v-25h7v25z");
  assert.equal(winner, "M21.5 100v-100h7v100z");
});

test("rates of turned digits belong to the network that reads", () => {
  const right = { left: 0.5, right: 0.54, over: 0.25, mirrored: 0.2 };
  assert.equal(
    turningWords({ digits: 600, false: 0.0017, right }),
    "Of 600 validation digits, this network recognised 52 % of those laid on their side, " +
      "25 % of those upside down and 20 % of those mirrored. It was wrong for 0.2 % of " +
      "those that stood upright.",
  );
  assert.match(turningWords(null), /was not measured for this network/);
});

test("an empty pad names the available ways to begin", () => {
  assert.equal(hereWords(true, true), "Draw here.");
  assert.equal(
    hereWords(true, false),
    "There is no sample of these classes here. Draw, or upload a picture.",
  );
});

test("the certainty is the measured accuracy of answers with the same length", () => {
  const clear = { kind: "clear", digit: 8, runner_up: 2 };
  const lengths = [NAMES.map((_, k) => (k === 8 ? 0.76 : k === 2 ? 0.5 : 0.1))];
  const reply = { thing: "digit", classes: NAMES, measure: "length", lengths };
  const certainty = {
    iterations: 3,
    bins: 10,
    right: { 7: 0.837, 8: 0.9947, 9: 0.9994 },
    of: { 7: 92 },
  };
  assert.equal(certaintyAfter(certainty, 3), certainty);
  assert.equal(certaintyAfter(certainty, 2), null);
  assert.equal(certaintyAfter(null, 3), null);
  assert.equal(countAnswers(certainty, 0.76), 92);
  assert.equal(shareRight(certainty, 0.76), 0.837);
  assert.equal(shareRight(certainty, 1), 0.9994);
  assert.equal(shareRight(certainty, 0.2), null);
  assert.equal(shareRight(null, 0.76), null);
  assert.equal(answerWords(clear, reply, 0.837), "This is an 8, probably. Next: 2.");
  assert.equal(answerWords(clear, reply, 0.9947), "This is an 8, almost certainly. Next: 2.");
  assert.equal(answerWords(clear, reply, null), "This is an 8. Next: 2.");
  assert.equal(
    answerWords({ ...clear, kind: "two" }, reply, 0.8),
    "8 or 2: lengths 0.76 and 0.50, both plausible.",
  );
  assert.equal(certaintyWords(clear, "length", 0.955, 0.9994), "length 0.95: right in 99.9 of 100");
  assert.equal(certaintyWords(clear, "length", 0.95, 0.9, 20), "length 0.95: right in 18 of 20");
  assert.equal(certaintyWords(clear, "activation", 0.8, null), "activation 0.80");
});

test("a coupling is listed after each iteration", () => {
  assert.equal(
    couplingWords([17, 5, 0], [0.1, 0.234, 0.678], "7"),
    "Primary capsule of type 17, row 5, column 0: c to 7 is 0.10, then 0.23, then 0.68.",
  );
});
