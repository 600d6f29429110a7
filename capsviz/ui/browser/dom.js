/* Elements and their text: the one way to make them. */

/** As `Node.TEXT_NODE`. */
const TEXT = 3;
const SVG_SPACE = "http://www.w3.org/2000/svg";

/**
 * An element.
 * @param {string} tag
 * @param {Record<string, any>} [properties] of the element; besides "data" for its dataset and
 *   "aria" for attributes, by their full names
 * @param {...(Node | string)} children
 * @returns {any} of the class that belongs to the tag
 */
export function make(tag, properties = {}, ...children) {
  const { data = {}, aria = {}, ...rest } = properties;
  const element = Object.assign(document.createElement(tag), rest);
  Object.assign(element.dataset, data);
  setAttributes(element, aria);
  element.append(...children);
  return element;
}

/**
 * A button.
 * @param {string} className
 * @param {string} testid "" for none
 * @param {Node | string | (Node | string)[]} content
 * @param {(event: MouseEvent) => void} act
 * @param {Record<string, any>} [properties] besides, as `make` has them
 * @returns {HTMLButtonElement}
 */
export function makeButton(className, testid, content, act, properties = {}) {
  const data = testid ? { testid } : {};
  const button = make(
    "button",
    { type: "button", className, data, ...properties },
    ...[content].flat(),
  );
  button.addEventListener("click", act);
  return button;
}

/**
 * Have a script take a form when it is sent.
 * @template {HTMLElement} F
 * @param {F} form
 * @param {() => void} act
 * @returns {F}
 */
export function onSubmit(form, act) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });
  return form;
}

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function svgMake(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG_SPACE, tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/**
 * The same, as the last child of another.
 * @param {Element} parent
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function svgAppend(parent, tag, attributes, ...children) {
  const child = svgMake(tag, attributes, ...children);
  parent.append(child);
  return child;
}

/**
 * Put text in a place; one that stands there already is left, so that screen readers do not
 * say it twice. A new one is written over the old: a text that leaves and one that comes have the
 * browser look for every rule of the page with `:has` that they might concern.
 * @param {Element} target
 * @param {string} text
 */
export function setText(target, text) {
  const { firstChild: old, lastChild: last } = target;
  if (old && old === last && old.nodeType === TEXT) {
    if (old.nodeValue !== text) old.nodeValue = text;
  } else if (target.textContent !== text) target.textContent = text;
}

/** Milliseconds after a release in which its click comes: a finger's comes late. */
const CLICK = 300;
const CONTROL = "a[href], button, input, select, textarea, summary, [role=button]";
/**
 * The element that each pointer, or the space bar, is down on, until its click, and the control
 * that it belongs to.
 * @type {Map<string | number, {target: Element, control: Element | null, released: boolean}>}
 */
const presses = new Map();
/** The next content of boxes in which something is pressed. @type {Map<Element, () => void>} */
const waiting = new Map();

/** @param {string | number} id @param {EventTarget | null} target */
function beginPress(id, target) {
  presses.delete(id); // it is the newest
  presses.set(id, {
    target: /** @type {Element} */ (target),
    control: controlOf(target),
    released: false,
  });
}

function newestPress() {
  return [...presses.values()].at(-1);
}

/** @param {any} target of an event @returns {Element | null} */
function controlOf(target) {
  return target.closest?.(CONTROL) ?? null;
}

/**
 * Keep a click from a control that has come under the finger since its press: a page that a
 * lecturer turns may put a link where an answer was.
 * @param {Event} event
 */
function stopStrayClick(event) {
  const press = newestPress();
  const under = controlOf(event.target);
  if (!press || !under) return;
  const { control, target } = press;
  if ((control ?? target).isConnected !== false) return;
  const traits = ["localName", "textContent", "href"];
  if (control && traits.every((name) => control[name] === under[name])) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** @param {string | number} id */
function release(id) {
  const press = presses.get(id);
  if (!press) return;
  press.released = true;
  setTimeout(() => presses.get(id) === press && endPresses((each) => each === press), CLICK);
}

/** @param {(press: {released: boolean}) => boolean} over */
function endPresses(over) {
  for (const [id, press] of presses) if (over(press)) presses.delete(id);
  for (const [box, render] of waiting) {
    if (isPressed(box)) continue;
    waiting.delete(box);
    render();
  }
}

/** @param {Element} box */
function isPressed(box) {
  return [...presses.values()].some(({ target }) => box.contains(target));
}

/**
 * Not ":active", which begins after a finger's touch and ends after its click.
 * @type {Record<string, (event: any) => unknown>}
 */
const PRESS_EVENTS = {
  pointerdown: ({ button, pointerId, target }) => button || beginPress(pointerId, target),
  pointerup: ({ pointerId }) => release(pointerId),
  keydown: ({ key, target }) => key === " " && beginPress(key, target),
  keyup: ({ key }) => release(key),
  click: () => setTimeout(() => endPresses(({ released }) => released), 0),
  // No click follows these.
  pointercancel: ({ pointerId }) => {
    const press = presses.get(pointerId);
    endPresses((each) => each === press);
  },
  contextmenu: () => endPresses(() => true),
  blur: ({ target }) => target === globalThis && endPresses(() => true),
};
for (const [type, listener] of Object.entries(PRESS_EVENTS)) {
  globalThis.addEventListener?.(type, listener, { capture: true, passive: true });
}
globalThis.addEventListener?.("click", stopStrayClick, { capture: true });

/** The element that the present click began on; null where nothing was down before. */
export function pressedElement() {
  return newestPress()?.target ?? null;
}

/**
 * Make what is in a box anew, but nothing between its press and its click: a button that is
 * replaced meanwhile hears of no click, and a finger's click goes to the one in its place.
 * @param {Element} box
 * @param {() => void} render shows what there is by then
 */
export function renderAfterPress(box, render) {
  if (isPressed(box)) waiting.set(box, render);
  else render();
}

/**
 * Show one of several buttons as pressed.
 * @param {Element[]} buttons
 * @param {number} index -1 for none
 */
export function pressOnly(buttons, index) {
  for (const [n, button] of buttons.entries())
    button.setAttribute("aria-pressed", String(n === index));
}

/**
 * A button that can do nothing now only looks it: disabled, it would lose the focus.
 * @param {HTMLElement} button
 * @param {boolean} enabled
 */
export function enable(button, enabled) {
  button.classList.toggle("cv-disabled", !enabled);
  button.setAttribute("aria-disabled", String(!enabled));
}

/**
 * A canvas's drawing context; a browser without one cannot show any page of ours.
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasRenderingContext2DSettings} [settings]
 */
export function contextOf(canvas, settings) {
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", settings));
}

/** Whether this document stands in no frame. */
export function isTopDocument() {
  return globalThis.self === globalThis.top;
}

/**
 * Whether "pointerrawupdate" has this document's coordinates: in a frame of the same site Chromium
 * gives it the top page's.
 */
export const tellsRawMoves = isTopDocument;

/**
 * Give an element the focus because a pointer went down on it: what shows the keyboard's place
 * there comes with the next key. Browsers take a script's focus for the keyboard's.
 * @param {HTMLElement} element
 */
export function focusByPointer(element) {
  if (!element.classList.contains("cv-by-pointer")) {
    element.classList.add("cv-by-pointer");
    const forget = () => element.classList.remove("cv-by-pointer");
    for (const end of ["keydown", "blur"]) element.addEventListener(end, forget, { once: true });
  }
  element.focus({ preventScroll: true });
}

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

/**
 * @typedef {object} Find ways to find what a component's markup names
 * @property {(name: string) => any} part the first by "data-part"
 * @property {(name: string) => any[]} parts all
 * @property {(name: string) => any} element the first by "data-testid"
 */

/** @param {ParentNode} root @returns {Find} */
export function finders(root) {
  return {
    part: (name) => root.querySelector(`[data-part="${name}"]`),
    parts: (name) => [...root.querySelectorAll(`[data-part="${name}"]`)],
    element: (name) => root.querySelector(`[data-testid="${name}"]`),
  };
}

/**
 * An answer of the page on show: pages have functions on their roots, such as "linkPlain".
 * @param {string} name of the function
 * @param {...any} args
 * @returns {any} null where no page has an answer
 */
export function askPage(name, ...args) {
  for (const root of document.querySelectorAll(".cv")) {
    const answer = root[name]?.(...args);
    if (answer) return answer;
  }
  return null;
}

/**
 * The element around another that scrolls it; null where the document does.
 * @param {Element} root
 * @returns {HTMLElement | null}
 */
export function scrollerOf(root) {
  for (let node = root.parentElement; node && node !== document.body; node = node.parentElement)
    if (/auto|scroll/.test(getComputedStyle(node).overflowY)) return node;
  return null;
}
