import assert from "node:assert/strict";
import { test } from "node:test";
import { ClassMode, readMode } from "../class_mode.js";
import { reportRequest } from "../share.js";

test("class mode follows the address or else this tab", () => {
  const stored = { on: true, lean: true, predict: false };
  assert.deepEqual(readMode("", stored), { on: true, lean: true, predict: false });
  assert.deepEqual(readMode("?class=0", stored), { on: false, lean: true, predict: false });
  assert.deepEqual(readMode("?class=1", null), { on: true, lean: false, predict: false });
  assert.deepEqual(readMode("", {}), { on: false, lean: false, predict: false });
});

test("a tab stays in class mode that an address asked for, until it is switched off", () => {
  const given = /** @type {any} */ (globalThis);
  const kept = new Map();
  given.sessionStorage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => kept.set(name, text),
  };
  given.window = new EventTarget();
  given.document = { documentElement: { classList: { toggle: () => {} } } };
  given.history = { state: null, replaceState: (_state, _title, { href }) => goTo(href) };
  const goTo = (href) => {
    given.location = new URL(href);
  };
  /** @param {string} [href] of another page, or the same one for a reload */
  const load = (href = location.href) => {
    goTo(href);
    return new ClassMode(() => {}, new AbortController().signal);
  };
  load("http://app/?class=1&lang=de");
  assert.equal(load("http://app/routing").on, true);
  const mode = load("http://app/?class=1&lang=de");
  mode.change({ on: false });
  assert.equal(location.href, "http://app/?lang=de");
  assert.equal(load().on, false);

  given.top = {};
  assert.equal(load("http://app/?class=1").on, true);
  assert.equal(load("http://app/routing").on, false);
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
