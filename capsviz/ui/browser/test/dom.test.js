import assert from "node:assert/strict";
import { test } from "node:test";
import { renderAfterPress, setText } from "../dom.js";

/** An element whose only child is a text, as far as `put` looks at it. */
function holding(value) {
  const only = { nodeType: 3, written: 0, value };
  Object.defineProperty(only, "nodeValue", {
    get: () => only.value,
    set: (text) => {
      only.written++;
      only.value = text;
    },
  });
  const refuse = () => assert.fail("the text was put in anew");
  return Object.defineProperty({ firstChild: only, lastChild: only }, "textContent", {
    get: () => only.value,
    set: refuse,
  });
}

test("a text is written over the one before, and the same one not at all", () => {
  const place = holding("0.12");
  setText(/** @type {any} */ (place), "0.12");
  assert.equal(place.firstChild.written, 0);
  setText(/** @type {any} */ (place), "0.13");
  assert.deepEqual([place.textContent, place.firstChild.written], ["0.13", 1]);
});

test("what is empty, or holds more than a text, is filled", () => {
  const text = { nodeType: 3, nodeValue: "a" };
  for (const place of [
    { firstChild: null, lastChild: null, textContent: "" },
    { firstChild: text, lastChild: { nodeType: 1 }, textContent: "ab" },
    { firstChild: { nodeType: 1 }, lastChild: { nodeType: 1 }, textContent: "b" },
  ]) {
    setText(/** @type {any} */ (place), "new");
    assert.equal(place.textContent, "new");
  }
});

test("what is pressed is made anew after its click, as it is known by then", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const events = new EventTarget();
  const { window } = globalThis;
  globalThis.window = /** @type {any} */ (events);
  t.after(() => {
    globalThis.window = window;
  });
  let pressed = true;
  const box = /** @type {any} */ ({ querySelector: () => (pressed ? {} : null) });
  const shown = [];
  for (const votes of [1, 2]) renderAfterPress(box, () => shown.push(votes));
  pressed = false;
  renderAfterPress(box, () => shown.push(3)); // in their order
  events.dispatchEvent(new Event("pointerup"));
  assert.deepEqual(shown, [], "the click is still to come");
  t.mock.timers.tick(200);
  renderAfterPress(box, () => shown.push(4));
  assert.deepEqual(shown, [3, 4]);
});
