import assert from "node:assert/strict";
import { test } from "node:test";
import { readMode } from "../class_mode.js";
import { reportRequest } from "../share.js";

test("class mode follows the address or else this tab", () => {
  const stored = { on: true, lean: true, predict: false };
  assert.deepEqual(readMode("", stored), { on: true, lean: true, predict: false });
  assert.deepEqual(readMode("?class=0", stored), { on: false, lean: true, predict: false });
  assert.deepEqual(readMode("?class=1", null), { on: true, lean: false, predict: false });
  assert.deepEqual(readMode("", {}), { on: false, lean: false, predict: false });
});

test("a report has the chosen capsule and its pose if there is one", () => {
  const settings = { model: "dynamic", capsule: 3 };
  const about = (view) => reportRequest({ drawing: null, settings, view });
  assert.equal(about({ capsule: 5, dimension: 1 }).settings.capsule, 3);
  assert.deepEqual(about({ pose: [1], capsule: 5 }).view, { pose: [1] });
  assert.equal(about({ pose: [1], capsule: 5 }).settings.capsule, 5);
  assert.equal(about({ pose: null }).settings.capsule, 3);
  const without = { drawing: null, settings: null, view: {} };
  assert.deepEqual(reportRequest(without, settings).settings, settings);
  assert.deepEqual(reportRequest(without).view, { pose: null });
});
