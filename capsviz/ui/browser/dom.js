/* Functions to make elements and to set their text. */

/** As `Node.TEXT_NODE`. */
const TEXT = 3;
const SVG_SPACE = "http://www.w3.org/2000/svg";

/**
 * Make an element.
 * @param {string} tag
 * @param {Record<string, any>} [properties] of the element, plus "data" for its dataset and "aria"
 *   for attributes by their full names
 * @param {...(Node | string)} children
 * @returns {any} an element of the tag's class
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
 * Make a button.
 * @param {string} className
 * @param {string} testid "" for none
 * @param {Node | string | (Node | string)[]} content
 * @param {(event: MouseEvent) => void} act
 * @param {Record<string, any>} [properties] further ones, as of `make`
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
 * Call `act` in place of a form's submission.
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
 * Make an SVG element.
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
 * Make an SVG element as the last child of another.
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
 * Set an element's text. An equal text is not written, so that screen readers do not repeat it. A
 * new text overwrites the old text node: replacing the node would make the browser check every rule
 * of the page with `:has`.
 * @param {Element} target
 * @param {string} text
 */
export function setText(target, text) {
  const { firstChild: old, lastChild: last } = target;
  if (old && old === last && old.nodeType === TEXT) {
    if (old.nodeValue !== text) old.nodeValue = text;
  } else if (target.textContent !== text) target.textContent = text;
}

/** Longest time between a release and its click, in ms: touch clicks are late. */
const CLICK = 300;
const CONTROL = "a[href], button, input, select, textarea, summary, [role=button]";
/**
 * The element pressed by each pointer or the space bar, and the control around it, until the click.
 * @type {Map<string | number, {target: Element, control: Element | null, released: boolean}>}
 */
const presses = new Map();
/** Delayed renderings of boxes that contain a pressed element. @type {Map<Element, () => void>} */
const waiting = new Map();

/** @param {string | number} id @param {EventTarget | null} target */
function beginPress(id, target) {
  presses.delete(id); // make it the newest
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
 * Stop a click on a control that appeared under the finger after the press: a lecturer's page
 * change may put a link where an answer was.
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
 * Used instead of ":active", which begins after a touch and ends after its click.
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

/** The element on which the current click began; null without a press. */
export function pressedElement() {
  return newestPress()?.target ?? null;
}

/**
 * Rebuild a box's content, but not between a press and its click: a replaced button gets no click,
 * and a touch's click goes to the button in its place.
 * @param {Element} box
 * @param {() => void} render shows the current content
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
 * Enable a button, or show it as disabled. The attribute "disabled" would take the focus away.
 * @param {HTMLElement} button
 * @param {boolean} enabled
 */
export function enable(button, enabled) {
  button.classList.toggle("cv-disabled", !enabled);
  button.setAttribute("aria-disabled", String(!enabled));
}

/**
 * A canvas's drawing context. Browsers without one are not supported.
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasRenderingContext2DSettings} [settings]
 */
export function contextOf(canvas, settings) {
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", settings));
}

/** Whether this document is not in a frame. */
export function isTopDocument() {
  return globalThis.self === globalThis.top;
}

/**
 * Whether "pointerrawupdate" has this document's coordinates: in a frame of the same site, Chromium
 * passes the top page's.
 */
export const tellsRawMoves = isTopDocument;

/**
 * Focus an element after a pointer's press, without the keyboard's focus ring until the next key.
 * Browsers treat focus by scripts like focus by keyboard.
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
 * @typedef {object} Find functions to find elements of a component's markup
 * @property {(name: string) => any} part the first element by "data-part"
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
 * Call a function of the current page: pages have functions on their roots, such as "linkPlain".
 * @param {string} name of the function
 * @param {...any} args
 * @returns {any} null if no page returns a result
 */
export function askPage(name, ...args) {
  for (const root of document.querySelectorAll(".cv")) {
    const answer = root[name]?.(...args);
    if (answer) return answer;
  }
  return null;
}

/**
 * The element that scrolls another; null if the document does.
 * @param {Element} root
 * @returns {HTMLElement | null}
 */
export function scrollerOf(root) {
  for (let node = root.parentElement; node && node !== document.body; node = node.parentElement)
    if (/auto|scroll/.test(getComputedStyle(node).overflowY)) return node;
  return null;
}
