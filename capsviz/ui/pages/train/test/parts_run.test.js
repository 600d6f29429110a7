import assert from "node:assert/strict";
import { test } from "node:test";
import { adoptEnglish } from "../../../browser/test/english.js";
import { errorCurves, objectCurves } from "../curves.js";
import { Film } from "../film.js";
import { questionsOf } from "../guess.js";
import { isPartsRun, templatesAt } from "../parts_run.js";
import { objectWords, partsMomentWords } from "../words.js";

adoptEnglish("train");

const found = { beginning: 2, accuracy: 0.9, between: 0.95, within: 0.1 };
const film = new Film({
  header: {
    run: "strokes",
    classes: [],
    settings: { network: "parts", model: { parts: 2, template: 2 }, train: { restarts: 5 } },
    moments: [
      { step: 0, seconds: 0, sse: 60 },
      { step: 9, seconds: 4, sse: 8, ...found },
    ],
    arrays: [
      ["templates", "u1", [2, 2, 2, 2]],
      ["presences", "f4", [2, 2]],
    ],
  },
  arrays: {
    templates: Uint8Array.from({ length: 16 }, (_, i) => i),
    presences: Float32Array.from([0.5, 0.25, 0, 1]),
  },
});

test("each template of a moment has its own pixels and presence", () => {
  const tiles = templatesAt(film, 1).map(({ bytes, presence }) => [[...bytes], presence]);
  assert.deepEqual(tiles, [
    [[8, 9, 10, 11], 0],
    [[12, 13, 14, 15], 1],
  ]);
});

test("the error has a point at every moment and objects from their first step", () => {
  const points = (curves) => curves(film, {}, []).map((curve) => curve.points);
  assert.deepEqual(points(errorCurves), [
    [
      [0, 60],
      [9, 8],
    ],
  ]);
  assert.deepEqual(points(objectCurves), [[[9, 0.9]], [[9, 0.95]], [[9, 0.1]]]);
});

test("a run without labels has no questions and names its stage", () => {
  assert.ok(isPartsRun(film) && !isPartsRun(null));
  assert.deepEqual(questionsOf(film), []);
  const words = film.moments.map((moment) => partsMomentWords(moment, 5));
  assert.deepEqual(words, ["step 0, parts, 0 s", "step 9, objects, beginning 2 of 5, 4 s"]);
  assert.match(objectWords(film.moments[0]), /parts learn first/);
  assert.match(objectWords(film.moments[1]), /90\.0 %.*0\.95.*0\.10/);
});
