import assert from "node:assert/strict";
import { test } from "node:test";
import { shareAt } from "../../../browser/chart.js";
import { adoptEnglish } from "../../../browser/test/english.js";
import { CURVE_ROOM, markWords, positionOf, scaleOf, stepAt } from "../charts.js";
import { Film } from "../film.js";
import { questionsOf, verdictWords } from "../guess.js";
import { stretch } from "../pictures.js";
import { momentValues, rowsOf } from "../saved.js";
import {
  accuracyWords,
  forkWords,
  lossWords,
  momentWords,
  pinWords,
  stateWords,
} from "../words.js";

adoptEnglish("train");

const lines = (...steps) =>
  Float32Array.from(steps.flatMap((step) => [step, 0.5, 40, 0.002, 1, step]));

function reply(steps, worst) {
  const moments = steps.map((step, i) => ({ step, seconds: step, worst: worst[i], checks: [] }));
  const count = worst.reduce((sum, { length }) => sum + length, 0);
  return {
    header: {
      moments,
      run: "one",
      arrays: [
        ["lengths", "f4", [steps.length, 3]],
        ["worst", "u1", [count, 2, 2]],
        ["lines", "f4", [steps.length, 6]],
      ],
    },
    arrays: {
      lengths: Float32Array.from({ length: 3 * steps.length }, (_, i) => i),
      worst: Uint8Array.from({ length: 4 * count }, (_, i) => i),
      lines: lines(...steps),
    },
  };
}

test("each moment has its own part of the arrays, later replies included", () => {
  const film = new Film(reply([0, 1], [[{}, {}], [{}]]));
  assert.deepEqual([...film.arrays.lengths[1]], [3, 4, 5]);
  assert.deepEqual([...film.arrays.worst[1]], [8, 9, 10, 11]);
  film.add(reply([4], [[]]));
  assert.equal(film.moments.length, 3);
  assert.equal(film.arrays.worst[2].length, 0);
  assert.equal(film.lastStep, 4);
});

test("a step is shown at the moment before it and no step at the newest", () => {
  const film = new Film(reply([0, 10, 20], [[], [], []]));
  assert.equal(film.indexAt(15), 1);
  assert.equal(film.indexAt(null), 2);
  assert.equal(film.line(15).step, 10);
});

test("the axis of a running training ends at the next moment", () => {
  const film = new Film(reply([0, 10, 41], [[], [], []]));
  assert.equal(film.end, 41);
  film.about = { busy: true, settings: { every: 40 } };
  assert.equal(film.end, 80);
});

test("a pointed place on a chart gives the step that is drawn there", () => {
  const x = CURVE_ROOM.left + positionOf(300, 1000) * (500 - CURVE_ROOM.left - CURVE_ROOM.right);
  const stepOf = (offset) => stepAt(shareAt(offset, 500, CURVE_ROOM), 1000);
  assert.equal(stepOf(x), 300);
  assert.equal(stepOf(-5), 0);
  assert.equal(stepOf(900), 1000);
});

test("marks of a chart are short", () => {
  assert.deepEqual([0, 0.01, 0.001, 1e-5, 1e-12].map(markWords), [
    "0",
    "0.01",
    "0.001",
    "10⁻⁵",
    "10⁻¹²",
  ]);
});

test("a logarithmic scale holds all values", () => {
  const { minimum, maximum } = scaleOf(
    [
      {
        name: "a",
        colour: "",
        points: [
          [1, 0.03],
          [2, 4],
        ],
      },
    ],
    true,
  );
  assert.ok(minimum <= 0.03 && maximum >= 4);
});

test("a logarithmic scale has marks before there is anything to draw", () => {
  assert.deepEqual(scaleOf([], true).marks, [0.01, 0.1, 1]);
});

test("a run whose process is gone was interrupted", () => {
  assert.match(stateWords({ state: "running", busy: false, place: 0 }), /interrupted/);
  assert.equal(stateWords({ state: "" }, true), "starts when the processor has time");
  assert.equal(stateWords({ state: "" }), "");
  assert.equal(stateWords({ state: "running", busy: true, place: 0 }), "is training");
  assert.equal(
    stateWords({ state: "waiting", busy: true, place: 2 }),
    "waits for its turn, 2 before it",
  );
  assert.equal(stateWords({ state: "finished", busy: false, place: 0 }), "is finished");
  const settings = { fork: { run: "first", step: 1426 } };
  assert.equal(
    stateWords({ state: "running", busy: true, place: 0, settings }),
    "is training, a fork of first at step 1,426",
  );
});

test("losses before a fork have the weight of the earlier run", () => {
  const film = new Film(reply([0, 10], [[], []]));
  const weights = [
    [4, 0.0005],
    [8, 0.01],
  ];
  film.about.settings = {
    fork: { run: "a", step: 8, weights },
    train: { reconstruction_weight: 1 },
  };
  assert.deepEqual(
    [4, 5, 8, 9].map((step) => film.weightAt(step)),
    [0.0005, 0.01, 0.01, 1],
  );
  film.about.settings.fork = null;
  assert.equal(film.weightAt(4), 1);
});

test("the words of a fork name its changes", () => {
  const routings = { em: "EM over one dense layer" };
  assert.equal(forkWords({}, routings), "as it is");
  assert.equal(forkWords({ reconstruction_weight: 0 }, routings), "with weight 0");
  const both = { routing: "em", reconstruction_weight: 0.01 };
  assert.equal(forkWords(both, routings), "with EM over one dense layer, weight 0.01");
});

test("words of a moment state its step, accuracy and the terms of its loss", () => {
  assert.equal(momentWords({ step: 20, seconds: 3.4 }, 64), "step 20, 1,280 pictures, 3 s");
  assert.equal(momentWords({ step: 20, seconds: null }, 64), "step 20, 1,280 pictures");
  assert.equal(accuracyWords(0.8144), "81.4 %");
  assert.equal(accuracyWords(undefined), "");
  assert.equal(
    lossWords({ margin: 0.1, error: 40 }, 0.0005),
    "loss 0.120 = margin 0.100 + reconstruction 0.0200",
  );
});

test("each moment has its own followed picture", () => {
  const first = reply([0, 1], [[], []]);
  first.header.pins = [0];
  first.header.arrays.push(["pinned_input", "u1", [1, 1, 2]]);
  first.arrays.pinned_input = Uint8Array.from([1, 2]);
  const film = new Film(first);
  const later = reply([4, 8], [[], []]);
  later.header.pins = [4];
  later.header.moments.forEach((moment) => {
    moment.pin = 4;
  });
  later.arrays.pinned_input = Uint8Array.from([3, 4]);
  film.add(later);
  assert.deepEqual(
    film.moments.map((moment) => [...film.pinnedPicture(moment)][0]),
    [1, 1, 3, 3],
  );
});

test("words state since when the visitor's drawing is followed or why it cannot be", () => {
  const said = (about, moment, later = false) => pinWords(about, moment, later);
  assert.equal(said({ own: false }, { pin: 0 }), "");
  assert.match(said({ own: true }, { pin: 0, own: false }), /next moment on/);
  assert.match(said({ own: true }, { pin: 0, own: false }, true), /keeps no weights/);
  assert.match(said({ own: true }, { pin: 1200, own: true }), /from step 1,200 on/);
  assert.match(said({ own: false }, { pin: 0, own: true }), /from the start/);
});

test("guesses are judged once the film has their answers", () => {
  const about = { classes: ["a", "b", "c"], settings: { train: { batch: 64 } } };
  const lines = Array.from({ length: 20 }, (_, i) => ({ step: i + 1, error: 100 - 5 * i }));
  const film = { about, lines, moments: [{ step: 0, accuracy: 0.3 }] };
  const [early, late, first] = questionsOf(film);
  assert.match(early.text, /10 steps \(640 pictures\)/);
  assert.equal(early.truth(film), null);
  film.moments.push({ step: 12, accuracy: 0.7 });
  const found = early.truth(film);
  assert.deepEqual([found.step, early.answers[found.answer]], [12, "65 to 90"]);
  assert.equal(verdictWords(found, 2, early.answers), "Step 12: 70.0 %; as you guessed.");
  assert.match(verdictWords(found, 0, early.answers), /you guessed fewer than 50/);
  assert.equal(late.truth(film), null);
  // The mean of five errors is half the first at the 13th step; nine of ten are told apart later.
  film.moments.push({ step: 16, accuracy: 0.95 });
  assert.deepEqual(first.truth(film), {
    step: 13,
    answer: 1,
    sentence: "reconstructing came first",
  });
});

test("a moment is saved with its numbers and couplings between 0 and 1", () => {
  const film = new Film(reply([0, 3], [[], []]));
  film.about.classes = ["a", "b", "c"];
  film.arrays.couplings = [Uint8Array.from([0]), Uint8Array.from([255])];
  film.moments[1].checks = [{ name: "rate", verdict: "fine", says: "fine", values: {} }];
  const plain = momentValues(film, 1);
  assert.deepEqual(plain.arrays.couplings, [1]);
  assert.deepEqual(plain.arrays.lengths, [3, 4, 5]);
  const rows = rowsOf(film, 1);
  assert.ok(rows.some(([name, value]) => name === "lengths b" && value === 4));
  assert.ok(rows.some(([name, value]) => name === "check rate" && value === "fine"));
});

test("couplings near an even share are stretched over all colours with their range stated", () => {
  const bytes = Uint8Array.from([0.09, 0.1, 0.13], (c) => Math.round(255 * Math.sqrt(c)));
  const { bytes: spread, range } = stretch(bytes, 10);
  const [low, even, high] = Array.from(spread, (byte) => (byte / 255) ** 2);
  assert.ok(low < 0.08 && Math.abs(even - 0.1) < 0.03 && high > 0.95, `${[low, even, high]}`);
  assert.match(range, /0\.09\d? \(pale\) to 0\.1[23]/);
  assert.deepEqual([...stretch(new Uint8Array(), 10).bytes], []);
});
