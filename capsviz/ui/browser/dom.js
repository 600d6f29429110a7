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
  const made = Object.assign(document.createElement(tag), rest);
  Object.assign(made.dataset, data);
  setAttributes(made, aria);
  made.append(...children);
  return made;
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
  const made = make(
    "button",
    { type: "button", className, data, ...properties },
    ...[content].flat(),
  );
  made.addEventListener("click", act);
  return made;
}

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function svgMake(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG_SPACE, tag);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
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

/** Milliseconds after a release: a finger's click comes late, and what it tapped looks pressed for 150. */
const CLICK = 200;
/** What boxes wait to show until nothing in them is pressed. @type {WeakMap<Element, () => void>} */
const waiting = new WeakMap();

/**
 * Make what is in a box anew, but nothing between its press and its release: a button that is
 * replaced meanwhile hears of no click.
 * @param {Element} box
 * @param {() => void} render shows what there is by then
 */
export function renderAfterPress(box, render) {
  const waits = waiting.has(box);
  if (!waits && !box.querySelector(":active")) return render();
  waiting.set(box, render);
  if (waits) return;
  const ending = new AbortController();
  const release = () => {
    ending.abort();
    setTimeout(() => {
      const last = waiting.get(box) ?? render;
      waiting.delete(box);
      renderAfterPress(box, last); // it may be pressed once more
    }, CLICK);
  };
  for (const type of ["pointerup", "pointercancel", "keyup"])
    window.addEventListener(type, release, { capture: true, signal: ending.signal });
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

/**
 * Whether "pointerrawupdate" has this document's coordinates: in a frame of the same site Chromium
 * gives it the top page's.
 */
export function tellsRawMoves() {
  return globalThis.self === globalThis.top;
}

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
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

/**
 * Ways to find what a component's markup names: `part` by "data-part" and `element` by
 * "data-testid" the first, `parts` all.
 * @param {ParentNode} root
 * @returns {{part: (name: string) => any, parts: (name: string) => any[], element: (name: string) => any}}
 */
export function finders(root) {
  return {
    part: (name) => root.querySelector(`[data-part="${name}"]`),
    parts: (name) => [...root.querySelectorAll(`[data-part="${name}"]`)],
    element: (name) => root.querySelector(`[data-testid="${name}"]`),
  };
}
