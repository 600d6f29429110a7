/* Makes the parts of a drawing draggable by pointer and arrow keys. */

import { ARROW_KEYS } from "../../../browser/figure.js";

/** Decimals of the value that screen readers are given. */
const DECIMALS = 3;

/**
 * Behaviour of a draggable part.
 * @typedef {object} Drag
 * @property {string} label
 * @property {string} testid
 * @property {(x: number, y: number) => void} [press] when it is taken, in the panel's coordinates
 * @property {(x: number, y: number) => void} move to a place in them
 * @property {(dx: number, dy: number, event: KeyboardEvent) => void} nudge by a step
 * @property {Slide} slide the one number that describes its position; for a point in a plane, its x
 * @property {(key: string) => boolean} [key] another key; whether it did anything
 * @property {() => string} text its position in words, for screen readers
 *
 * @typedef {object} Point a draggable part that is a point of a plane; the rest as of a `Drag`
 * @property {Drag["label"]} label
 * @property {Drag["testid"]} testid
 * @property {Drag["key"]} [key]
 * @property {Drag["text"]} text
 * @property {() => number[]} at
 * @property {(x: number, y: number) => void} put
 * @property {number[]} room the least and the greatest x
 * @property {number[]} step that an arrow key adds to x and y
 * @property {(x: number, y: number) => number[]} [from] a place by the panel's coordinates
 * @property {boolean} [gripped] whether it moves as the pointer does, and not to the pointer
 *
 * @typedef {object} Slide
 * @property {number} least where Home puts it
 * @property {number} most where End puts it
 * @property {() => number} now
 * @property {(value: number) => void} go
 */

/**
 * @param {import("../../../browser/handles.js").Handles} handles of its surface
 * @param {any} node of an SVG drawing
 * @param {Drag} drag
 * @returns {() => void} to be called when it may have moved
 */
export function makeDraggable(
  handles,
  node,
  { label, testid, press, move, nudge, slide, key, text },
) {
  const attributes = {
    tabindex: 0,
    role: "slider",
    "aria-label": label,
    "aria-valuemin": slide.least,
    "aria-valuemax": slide.most,
  };
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.classList.add("cv-drag");
  node.dataset.testid = testid;
  /** @type {number | null} */
  let grip = null;
  /** From the screen to the panel as it was when the drag began: the page may scroll meanwhile. */
  let panel = new DOMMatrix();
  const placeOf = ({ clientX, clientY }) => new DOMPoint(clientX, clientY).matrixTransform(panel);
  handles.add(node, (event) => {
    grip = event.pointerId;
    panel = node.ownerSVGElement.getScreenCTM().inverse();
    const { x, y } = placeOf(event);
    press?.(x, y);
    node.classList.add("cv-dragging");
    node.focus({ preventScroll: true });
  });
  node.addEventListener("pointermove", (event) => {
    if (event.pointerId !== grip) return;
    const { x, y } = placeOf(event);
    move(x, y);
  });
  const release = (event) => {
    if (event.pointerId !== grip) return;
    grip = null;
    node.classList.remove("cv-dragging");
  };
  node.addEventListener("pointerup", release);
  node.addEventListener("pointercancel", release);
  node.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ARROW_KEYS[event.key];
    const goal = { Home: slide.least, End: slide.most }[event.key];
    if (way) nudge(...way, event);
    else if (goal !== undefined) slide.go(goal);
    else if (!key?.(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  const describe = () => {
    node.setAttribute("aria-valuenow", String(Number(slide.now().toFixed(DECIMALS))));
    node.setAttribute("aria-valuetext", text());
  };
  describe();
  return describe;
}
