import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptEnglish } from "../../../browser/test/english.js";
import * as words from "../words.js";

adoptEnglish("overlap");

test("the paper's and a network's rows fill the whole table", () => {
  const row = {
    kind: "capsules",
    known: true,
    both_right: 0.9397,
    interval: [0.9349, 0.9442],
    reconstruction_sse: 26.5456,
    winners_sse: 26.8315,
    iou: 0.5744,
    winners_iou: 0.574,
    parameters: 3646096,
  };
  const cells = words.resultWords(row);
  assert.equal(cells.length, words.RESULT_HEADS.length);
  const at = (head) => cells[words.RESULT_HEADS.indexOf(head)];
  assert.equal(at("result-error-true"), "26.55");
  assert.equal(at("result-error-winners"), "26.83");
  assert.equal(at("result-iou-winners"), "0.574");
  assert.equal(words.paperWords("paper", 0.948).length, cells.length);
  assert.ok(words.RESULT_HEADS.every(Boolean), "a column without a name");
  assert.match(words.resultNote(10_000), /told by their labels/);
});

test("missing results have dashes", () => {
  const row = {
    kind: "cnn",
    known: false,
    both_right: 0.9,
    interval: [0.89, 0.91],
    reconstruction_sse: null,
    parameters: 1,
  };
  const cells = words.resultWords(row);
  assert.equal(cells[0], "plain CNN (other weights than here)");
  assert.deepEqual(cells.slice(3, 7), ["–", "–", "–", "–"]);
});

test("the note names the digits that are compared", () => {
  const reply = { labels: [5, 0], shown: [5, 0], winners: [5, 0], forced: false, parts: [1] };
  assert.match(words.truthNote(reply), /reconstructions of the two longest, 5 and 0/);
  const absent = { ...reply, shown: [5, 3], forced: true };
  assert.match(words.truthNote(absent), /There is no 3 here/);
  assert.match(
    words.truthNote({ ...reply, labels: [5, null], forced: true }),
    /classes are unknown/,
  );
  assert.match(words.truthNote({ ...reply, parts: undefined }), /no truth to compare with/);
});

test("places are described in words, with those beyond training marked", () => {
  assert.equal(
    words.placeWords(
      [
        [0, 0],
        [-1, 3],
      ],
      4,
    ),
    "First digit in the middle, second 1 up 3 right (pixels from the middle).",
  );
  assert.match(
    words.placeWords(
      [
        [0, 5],
        [0, 0],
      ],
      4,
    ),
    /^Beyond 4 pixels/,
  );
});

test("bars and ranks follow the lengths and are blank for an empty canvas", () => {
  for (let seed = 0; seed < 200; seed++) {
    const last = Array.from({ length: 10 }, (_, j) => Math.abs(Math.sin(seed * 31 + j * 7.7)));
    const winners = last.map((_, j) => j).sort((a, b) => last[b] - last[a]);
    const reply = { empty: false, lengths: [last], iterations: 1, labels: [3, 8] };
    reply.winners = winners.slice(0, 2);
    const empty = { ...reply, empty: true };
    for (const j of winners) {
      assert.equal(words.lengthWords(reply, j), words.barLength(reply, j).toFixed(2));
      assert.equal(words.rankWords(reply, j).startsWith("1st"), j === winners[0]);
      assert.equal(words.barLength(empty, j), 0);
      assert.equal(words.lengthWords(empty, j), "–");
      assert.equal(words.rankWords(empty, j), "");
    }
  }
});

test("the interval is Wilson's", () => {
  const [low, high] = words.wilson(60, 64);
  assert.ok(Math.abs(low - 0.85) < 1e-3 && Math.abs(high - 0.9754) < 1e-3);
  assert.deepEqual(words.wilson(0, 64)[0], 0);
  assert.equal(words.countWords(60, 64), "93.8 % (85 to 98)");
});

test("an iteration's answer is judged only if both digits are known", () => {
  const lengths = [0.1, 0.9, 0.2, 0.8, 0, 0, 0, 0, 0, 0];
  assert.deepEqual(words.roundWords(lengths, [3, 1]), ["1, 3 ✓", "0.90, 0.80", "0.20"]);
  assert.equal(words.roundWords(lengths, [3, 2])[0], "1, 3 ✗");
  assert.equal(words.roundWords(lengths, [3, null])[0], "1, 3");
});

test("the maps' sentence states the shown quantity", () => {
  const values = [Float32Array.of(0.1, 0.25), Float32Array.of(0.05, 0.5)];
  assert.match(words.mapNote([5, 0], true, 0, values), /every coupling is a tenth/);
  assert.match(words.mapNote([5, 0], true, 2, values), /0\.10 to 0\.25 to the 5, 0\.05 to 0\.50/);
  assert.match(words.mapNote([5, 0], false, 2, values), /s of 5 as long as 0\.35, of 0 .* 0\.55/);
});

test("the verdict claims no more than the network", () => {
  const said = (row, labels = [null, null], present = 0.5) => {
    const lengths = Array.from({ length: 10 }, (_, j) => row[j] ?? 0);
    const winners = [...lengths.keys()]
      .sort((a, b) => lengths[b] - lengths[a] || a - b)
      .slice(0, 2);
    const predicted = winners.filter((j) => lengths[j] >= present);
    const reply = { empty: false, winners, predicted, lengths: [lengths], iterations: 1, labels };
    return words.verdictWords(reply);
  };
  const two = "5 and 8: lengths 0.91 and 0.84";
  assert.equal(said({ 5: 0.91, 8: 0.84 }), `${two}.`);
  assert.equal(said({ 5: 0.91, 8: 0.84 }, [8, 5]), `${two}: both right.`);
  assert.match(said({ 5: 0.91, 3: 0.84 }, [8, 5]), /: one of them right\.$/);
  assert.match(said({ 1: 0.91, 3: 0.84 }, [8, 5]), /: both wrong\.$/);
  const alone = "alone: length 0.96; the next is 0 with 0.32";
  assert.equal(said({ 5: 0.96, 0: 0.32 }, [5, 0]), `5 ${alone}: 5 is right, 0 missed.`);
  assert.equal(said({ 1: 0.96, 0: 0.32 }, [5, 0]), `1 ${alone}: 1 is wrong, 0 and 5 missed.`);
  assert.match(said({ 5: 0.9, 8: 0.2 }, [5, 5]), /with 0\.20: 5 is right\.$/);
  assert.match(said({ 5: 0.9, 8: 0.2 }, [null, 5]), /with 0\.20\.$/);
  assert.equal(
    said({ 5: 0.3, 8: 0.2 }, [5, 8]),
    "no digit: every capsule is short, the longest is 5 with 0.30.",
  );
  assert.equal(words.verdictWords({ empty: true }), "no digit: the canvas is empty.");
});
