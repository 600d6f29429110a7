import assert from "node:assert/strict";
import { test } from "node:test";
import { nextRadio, showRadio, walkRadios } from "../radios.js";

test("arrow keys wrap around, Home and End go to the ends and other keys do nothing", () => {
  assert.equal(nextRadio("ArrowRight", 9, 10), 0);
  assert.equal(nextRadio("ArrowDown", 3, 10), 4);
  assert.equal(nextRadio("ArrowLeft", 0, 10), 9);
  assert.equal(nextRadio("ArrowUp", 3, 10), 2);
  assert.equal(nextRadio("Home", 5, 10), 0);
  assert.equal(nextRadio("End", 5, 10), 9);
  assert.equal(nextRadio("Tab", 5, 10), -1);
});

/** Five buttons, of which the middle one is hidden, and their group. */
function foldedGroup() {
  const buttons = Array.from({ length: 5 }, (_, k) => ({
    hidden: k === 2,
    tabIndex: NaN,
    setAttribute() {},
    focus() {
      state.focused = k;
    },
  }));
  const state = { chosen: 1, focused: -1 };
  let hear;
  const group = { addEventListener: (_, act) => (hear = act) };
  const choose = (k) => {
    state.chosen = k;
  };
  walkRadios(/** @type {any} */ (group), /** @type {any} */ (buttons), {
    now: () => state.chosen,
    choose,
  });
  const press = (key, k) =>
    hear({ key, target: buttons[k], preventDefault() {}, stopPropagation() {} });
  return { buttons, state, press };
}

test("arrow keys pass over buttons that are folded away", () => {
  const { state, press } = foldedGroup();
  press("ArrowRight", 1);
  assert.deepEqual(state, { chosen: 3, focused: 3 });
  press("ArrowLeft", 3);
  assert.deepEqual(state, { chosen: 1, focused: 1 });
});

test("the tab key reaches a group whose chosen button is folded away", () => {
  const { buttons } = foldedGroup();
  const stops = (chosen) => {
    showRadio(/** @type {any} */ (buttons), chosen);
    return buttons.flatMap(({ tabIndex }, k) => (tabIndex === 0 ? [k] : []));
  };
  assert.deepEqual(stops(3), [3]);
  assert.deepEqual(stops(2), [0]);
});
