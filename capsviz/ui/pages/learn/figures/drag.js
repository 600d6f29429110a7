/* Makes the parts of a drawing draggable by pointer and arrow keys. */

import { ARROW_KEYS } from "../../../browser/figure.js";

/** Decimals of the value for screen readers. */
const DECIMALS = 3;

/**
 * Behaviour of a draggable part.
 * @typedef {object} Drag
 * @property {string} label
 * @property {string} testid
 * @property {(x: number, y: number) => void} [press] when it is taken, in the panel's coordinates
 * @property {(x: number, y: number) => void} move to a position in them
 * @property {(dx: number, dy: number, event: KeyboardEvent) => void} nudge by a step
 * @property {Slide} slide the one number that describes its position; for a point in a plane, its x
 * @property {(key: string) => boolean} [key] handles another key; returns whether it did
 * @property {() => string} text its position in words, for screen readers
 *
 * @typedef {object} Point a draggable part that is a point of a plane; the rest as of a `Drag`
 * @property {Drag["label"]} label
 * @property {Drag["testid"]} testid
 * @property {Drag["key"]} [key]
 * @property {Drag["text"]} text
 * @property {() => number[]} position
 * @property {(x: number, y: number) => void} put
 * @property {number[]} range the least and the greatest x
 * @property {number[]} step that an arrow key adds to x and y
 * @property {(x: number, y: number) => number[]} [from] a position from the panel's coordinates
 * @property {boolean} [gripped] whether it moves with the pointer instead of to it
 *
 * @typedef {object} Slide
 * @property {number} min set by Home
 * @property {number} max set by End
 * @property {() => number} value
 * @property {(value: number) => void} set
 */

/**
 * @param {import("../../../browser/handles.js").Handles} handles of its surface
 * @param {any} node of an SVG drawing
 * @param {Drag} drag
 * @returns {() => void} updates it after it may have moved
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
    "aria-valuemin": slide.min,
    "aria-valuemax": slide.max,
  };
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.classList.add("cv-drag");
  node.dataset.testid = testid;
  /** @type {number | null} */
  let grip = null;
  /** Map the screen to the panel as of the drag's start: the page may scroll during the drag. */
  let panel = new DOMMatrix();
  const pointOf = ({ clientX, clientY }) => new DOMPoint(clientX, clientY).matrixTransform(panel);
  handles.add(node, (event) => {
    grip = event.pointerId;
    panel = node.ownerSVGElement.getScreenCTM().inverse();
    const { x, y } = pointOf(event);
    press?.(x, y);
    node.classList.add("cv-dragging");
    node.focus({ preventScroll: true });
  });
  node.addEventListener("pointermove", (event) => {
    if (event.pointerId !== grip) return;
    const { x, y } = pointOf(event);
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
    const step = ARROW_KEYS[event.key];
    const target = { Home: slide.min, End: slide.max }[event.key];
    if (step) nudge(...step, event);
    else if (target !== undefined) slide.set(target);
    else if (!key?.(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  const describe = () => {
    node.setAttribute("aria-valuenow", String(Number(slide.value().toFixed(DECIMALS))));
    node.setAttribute("aria-valuetext", text());
  };
  describe();
  return describe;
}
