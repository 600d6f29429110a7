/*
 * Handles on the picture itself: a digit is moved by its middle and by the knob at the lower left,
 * turned by the knob above it, sized by the one at the lower right. A frame joins the knobs, and
 * each has an icon and a label. A body in three dimensions is turned and tilted by its middle, like a
 * trackball. The sliders do the same for the keyboard.
 */

import { make, svgAppend, svgMake } from "../../browser/dom.js";
import { Handles } from "../../browser/handles.js";
import { makeKnob, observeSizes, putKnobs } from "../../browser/knobs.js";
import { text } from "../../browser/text.js";

/** Pixels of the picture that the networks read, each way. */
const SIDE = 28;
/** How far from the digit's middle its knobs stand, as shares of the picture's side. */
const KNOB_DISTANCES = { rotation: 0.42, scale: 0.51 };
/** The knobs stay on the picture. */
const EDGE = 0.085;
/** Icons of the knobs. */
const SIGNS = /** @type {const} */ ({ move: "move", rotation: "turn", scale: "size" });
const DEGREES = 180 / Math.PI;
/** Degrees by which a drag across the picture turns and tilts a body. */
const DRAG_TURN = 180;
const DRAG_TILT = 120;

/** @typedef {Record<string, number>} Transform */
/** @typedef {"shift" | "move" | "rotation" | "scale"} Handle `shift` is the digit's middle itself */

/** The middle of a digit. @param {Transform} transform @returns {[number, number]} */
const middle = ({ shift_x: x, shift_y: y }) => [0.5 + x / SIDE, 0.5 + y / SIDE];

/** How far from it two of its knobs stand, across and down. @param {Transform} transform */
const knobOffset = ({ scale }) => (KNOB_DISTANCES.scale * scale) / Math.SQRT2;

/**
 * Position of a handle, in shares of the picture's side from its upper left corner.
 * @param {Handle} handle
 * @param {Transform} transform
 * @returns {[number, number]}
 */
export function handlePosition(handle, transform) {
  const [x, y] = middle(transform);
  if (handle === "shift") return [x, y];
  const offset = knobOffset(transform);
  if (handle === "scale") return [x + offset, y + offset];
  if (handle === "move") return [x - offset, y + offset];
  const angle = transform.rotation / DEGREES; // counter-clockwise, as in affNIST
  return [
    x - KNOB_DISTANCES.rotation * Math.sin(angle),
    y - KNOB_DISTANCES.rotation * Math.cos(angle),
  ];
}

/**
 * Transform after a handle is dragged to a position.
 * @param {Handle} handle
 * @param {[number, number]} point in the coordinates of `handlePosition`
 * @param {Transform} transform
 * @returns {Transform} those values that change
 */
export function transformAt(handle, [px, py], transform) {
  const [x, y] = middle(transform);
  if (handle === "shift") return { shift_x: (px - 0.5) * SIDE, shift_y: (py - 0.5) * SIDE };
  if (handle === "move") {
    const offset = knobOffset(transform);
    return transformAt("shift", [px + offset, py - offset], transform);
  }
  if (handle === "scale") return { scale: Math.hypot(px - x, py - y) / KNOB_DISTANCES.scale };
  return { rotation: Math.atan2(x - px, y - py) * DEGREES };
}

export class PictureHandles {
  /** @param {import("./index.js").ViewpointPage} page */
  constructor(page) {
    this.page = page;
    this.figure = page.part("big");
    const frame = svgMake("svg", {
      class: "cv-v-frame",
      viewBox: "0 0 1 1",
      "aria-hidden": "true",
    });
    this.outline = svgAppend(frame, "path", { "vector-effect": "non-scaling-stroke" });
    const overlay = make("div", { className: "cv-v-over" }, frame);
    this.figure.append(overlay);
    const handles = new Handles(this.figure);
    this.knobs = /** @type {Handle[]} */ (["shift", "move", "rotation", "scale"]).map((handle) => {
      const { knob, ...label } = makeKnob(`handle-${handle}`, SIGNS[handle]);
      const canRoll = handle === "shift" || handle === "move";
      handles.add(knob, (event) => {
        const rolls = canRoll && page.factors.turns;
        knob.onpointermove = rolls ? this.roll(event) : this.drag(handle, event);
        knob.onpointerup = knob.onpointercancel = () => {
          knob.onpointermove = null;
          if (rolls) page.factors.rest();
        };
      });
      overlay.append(knob);
      return { handle, knob, ...label };
    });
    this.side = 0;
    observeSizes(this.figure, this.knobs, (side) => {
      this.side = side;
      if (page.view) this.show(page.view.transform);
    });
  }

  /** Moves that drag a handle. @param {Handle} handle @param {PointerEvent} event that began it */
  drag(handle, event) {
    const { page } = this;
    const [x, y] = handlePosition(handle, page.view.transform);
    const [fromX, fromY] = this.pointOf(event);
    return (/** @type {PointerEvent} */ next) => {
      const [px, py] = this.pointOf(next);
      const changes = transformAt(handle, [px + x - fromX, py + y - fromY], page.view.transform);
      for (const [kind, value] of Object.entries(changes)) {
        const [low, high] = page.server.limits[kind];
        page.move(kind, Math.min(high, Math.max(low, value)));
      }
    };
  }

  /** Moves that turn and tilt a body. @param {PointerEvent} event that began it */
  roll(event) {
    let [x, y] = this.pointOf(event);
    return (/** @type {PointerEvent} */ next) => {
      const [px, py] = this.pointOf(next);
      this.page.factors.turn(DRAG_TURN * (px - x), DRAG_TILT * (py - y));
      [x, y] = [px, py];
    };
  }

  /** @param {{clientX: number, clientY: number}} event */
  pointOf({ clientX, clientY }) {
    const { left, top, width } = this.figure.getBoundingClientRect();
    return [(clientX - left) / width, (clientY - top) / width];
  }

  /** @param {Transform} transform */
  show(transform) {
    const knobs = this.knobs.map(({ handle, ...elements }) => {
      const [x, y] = handlePosition(handle, transform).map((value) =>
        Math.min(1 - EDGE, Math.max(EDGE, value)),
      );
      const name = handle === "move" && this.page.factors.turns ? "body" : handle;
      const label = handle === "shift" ? "" : text("handle", { handle: name });
      return { ...elements, place: /** @type {[number, number]} */ ([x, y]), words: label };
    });
    putKnobs(knobs, this.side);
    this.outline.setAttribute("d", framePath(transform));
  }
}

/** The frame that joins the knobs, and the stem of the one that turns. @param {Transform} transform */
function framePath(transform) {
  const [[x, y], [left, bottom], [right], [tx, ty]] = /** @type {Handle[]} */ ([
    "shift",
    "move",
    "scale",
    "rotation",
  ]).map((handle) => handlePosition(handle, transform));
  const halfHeight = bottom - y;
  // The stem starts at the frame, so that it does not cross the ink.
  const share = halfHeight / Math.max(Math.abs(tx - x), Math.abs(ty - y));
  const stem = share < 1 ? `M${x + share * (tx - x)} ${y + share * (ty - y)}L${tx} ${ty}` : "";
  return `M${left} ${y - halfHeight}H${right}V${bottom}H${left}Z${stem}`;
}
