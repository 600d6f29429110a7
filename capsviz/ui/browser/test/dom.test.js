import assert from "node:assert/strict";
import { test } from "node:test";

const events = new EventTarget();
globalThis.addEventListener = events.addEventListener.bind(events);
const { pressedElement, renderAfterPress, setText } = await import("../dom.js");

/** An element with a single text node, with the properties that `setText` uses. */
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

test("setText writes only a changed text", () => {
  const place = holding("0.12");
  setText(/** @type {any} */ (place), "0.12");
  assert.equal(place.firstChild.written, 0);
  setText(/** @type {any} */ (place), "0.13");
  assert.deepEqual([place.textContent, place.firstChild.written], ["0.13", 1]);
});

test("setText fills elements that are empty or hold more than a text", () => {
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

function pressedBox(t, button = {}) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const box = /** @type {any} */ ({ contains: (target) => target === button });
  const shown = [];
  const hear = (type, more = {}) => {
    const event = new Event(type);
    Object.defineProperty(event, "target", { value: button });
    events.dispatchEvent(Object.assign(event, { pointerId: 1, button: 0, ...more }));
  };
  const show = (votes) => renderAfterPress(box, () => shown.push(votes));
  return { button, hear, show, shown };
}

test("a pressed element is rendered after its click, in its latest state", (t) => {
  const { button, hear, show, shown } = pressedBox(t);
  hear("pointerdown");
  show(1);
  show(2);
  hear("pointerup");
  show(3); // released, before the click
  assert.deepEqual([shown, pressedElement()], [[], button]);
  hear("click");
  assert.deepEqual(shown, [], "who hears the click comes first");
  t.mock.timers.tick(0);
  show(4);
  assert.deepEqual([shown, pressedElement()], [[3, 4], null]);
});

test("a press without a click delays no rendering", (t) => {
  const { hear, show, shown } = pressedBox(t);
  for (const end of ["pointerup", "pointercancel", "contextmenu", "keyup"]) {
    hear(end === "keyup" ? "keydown" : "pointerdown", { key: " " });
    show(end);
    hear(end, { key: " " });
    t.mock.timers.tick(300);
    assert.equal(shown.at(-1), end);
    assert.equal(pressedElement(), null);
  }
});

test("a click does not reach a control that replaced the pressed one", (t) => {
  const control = (localName, textContent, href, isConnected = true) => {
    const one = { localName, textContent, href, isConnected, closest: () => one };
    return one;
  };
  const answer = control("button", "10", undefined, false);
  const { hear } = pressedBox(t, answer);
  const clicked = (target) => {
    hear("pointerdown");
    hear("pointerup");
    const event = new Event("click", { cancelable: true });
    Object.defineProperty(event, "target", { value: target });
    events.dispatchEvent(event);
    t.mock.timers.tick(0);
    return !event.defaultPrevented;
  };
  assert.equal(clicked(control("a", "Try it", "/dimensions")), false);
  assert.equal(clicked(control("button", "2")), false);
  assert.equal(clicked(control("button", "10")), true, "the same one, made anew");
  assert.equal(clicked({ closest: () => null }), true, "no control");
  answer.isConnected = true;
  assert.equal(clicked(control("a", "Try it", "/dimensions")), true, "a browser's own rules");
});
