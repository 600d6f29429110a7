import assert from "node:assert/strict";
import { test } from "node:test";

/** Elements with the properties that the fold uses. */
globalThis.document = /** @type {any} */ ({
  createElement: () => ({
    dataset: {},
    attributes: {},
    listeners: {},
    setAttribute(name, value) {
      this.attributes[name] = value;
    },
    append() {},
    addEventListener(name, act) {
      this.listeners[name] = act;
    },
  }),
});
const { ClassFold } = await import("../class_fold.js");

function foldOf(count) {
  const classes = Array.from({ length: count }, (_, k) => `Sign ${k}`);
  const rows = classes.map(() => [{ hidden: false }]);
  const fold = new ClassFold(/** @type {any} */ ({ before() {} }));
  fold.adopt(classes, /** @type {any} */ (rows));
  const shown = () => rows.flatMap(([{ hidden }], k) => (hidden ? [] : [k]));
  return { fold, shown };
}

test("few classes are all shown, without a search", () => {
  const { fold, shown } = foldOf(20);
  fold.show(new Array(20).fill(0), 3);
  assert.equal(fold.label.hidden, true);
  assert.equal(shown().length, 20);
});

test("of many classes the largest and the chosen one are shown", () => {
  const { fold, shown } = foldOf(196);
  const sizes = Array.from({ length: 196 }, (_, k) => k / 196);
  fold.show(sizes, 4);
  assert.equal(fold.label.hidden, false);
  assert.deepEqual(shown(), [4, ...Array.from({ length: 12 }, (_, n) => 184 + n)]);
});

test("a search shows all that have its letters, whatever their numbers are", () => {
  const { fold, shown } = foldOf(60);
  fold.show(new Array(60).fill(0), -1);
  fold.field.value = " sIGn 5";
  fold.field.listeners.input();
  assert.deepEqual(shown(), [5, ...Array.from({ length: 10 }, (_, n) => 50 + n)]);
  fold.field.value = "";
  fold.field.listeners.input();
  assert.equal(shown().length, 12);
});
