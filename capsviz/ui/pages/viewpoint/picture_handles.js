/*
 * Handles on the picture itself: by its middle a digit is moved, by the knob above it turned, by the
 * one at its corner made larger or smaller. A body in three dimensions turns and tilts under its
 * middle like a trackball. The sliders do the same for the keyboard.
 */

import { make } from "../../browser/dom.js";
import { Handles } from "../../browser/handles.js";

/** Pixels of the picture that the networks read, each way. */
const SIDE = 28;
/** How far from the digit's middle its knobs stand, as shares of the picture's side. */
const FAR = { rotation: 0.42, scale: 0.4 };
/** The knobs stay on the picture. */
const EDGE = 0.06;
const DEGREES = 180 / Math.PI;
/** Degrees that a drag over the whole picture turns a body, and tilts it. */
const ACROSS = 180;
const DOWN = 120;

/** @typedef {Record<string, number>} Transform */
/** @typedef {"shift" | "rotation" | "scale"} Handle */
/** @typedef {{turn: (across: number, down: number) => void, rest: () => void}} Body in degrees */

/** The middle of a digit. @param {Transform} transform @returns {[number, number]} */
const middle = ({ shift_x: x, shift_y: y }) => [0.5 + x / SIDE, 0.5 + y / SIDE];

/**
 * Position of a handle, in shares of the picture's side from its upper left corner.
 * @param {Handle} handle
 * @param {Transform} transform
 * @returns {[number, number]}
 */
export function handlePlace(handle, transform) {
  const [x, y] = middle(transform);
  if (handle === "shift") return [x, y];
  if (handle === "scale") {
    const away = (FAR.scale * transform.scale) / Math.SQRT2;
    return [x + away, y + away];
  }
  const turn = transform.rotation / DEGREES; // counter-clockwise, as in affNIST
  return [x - FAR.rotation * Math.sin(turn), y - FAR.rotation * Math.cos(turn)];
}

/**
 * Transform after a handle is dragged to a position.
 * @param {Handle} handle
 * @param {[number, number]} place in the coordinates of `handlePlace`
 * @param {Transform} transform
 * @returns {Transform} those values that change
 */
export function transformAt(handle, [px, py], transform) {
  const [x, y] = middle(transform);
  if (handle === "shift") return { shift_x: (px - 0.5) * SIDE, shift_y: (py - 0.5) * SIDE };
  if (handle === "scale") return { scale: Math.hypot(px - x, py - y) / FAR.scale };
  return { rotation: Math.atan2(x - px, y - py) * DEGREES };
}

export class PictureHandles {
  /**
   * @param {HTMLElement} figure holds the picture
   * @param {Record<string, [number, number]>} limits of each transform
   * @param {{
   *   now: () => Transform, move: (kind: string, value: number) => void,
   *   body: () => Body | null,
   * }} acts `body` is what its middle turns; null for flat pictures
   */
  constructor(figure, limits, { now, move, body }) {
    this.figure = figure;
    const handles = new Handles(figure);
    this.knobs = /** @type {Handle[]} */ (["shift", "rotation", "scale"]).map((handle) => {
      const data = { testid: `handle-${handle}` };
      const knob = make("span", {
        className: "cv-v-handle",
        data,
        aria: { "aria-hidden": "true" },
      });
      handles.add(knob, (event) => {
        const ball = handle === "shift" && body();
        if (ball) {
          this.roll(knob, ball, event);
          return;
        }
        const held = this.placeOf(event).map((at, axis) => at - handlePlace(handle, now())[axis]);
        knob.onpointermove = (next) => {
          const [px, py] = this.placeOf(next);
          const goal = transformAt(handle, [px - held[0], py - held[1]], now());
          for (const [kind, value] of Object.entries(goal)) {
            const [low, high] = limits[kind];
            move(kind, Math.min(high, Math.max(low, value)));
          }
        };
        knob.onpointerup = knob.onpointercancel = () => {
          knob.onpointermove = null;
        };
      });
      figure.append(knob);
      return { handle, knob };
    });
  }

  /**
   * A drag turns and tilts a body.
   * @param {HTMLElement} knob
   * @param {Body} body
   * @param {PointerEvent} event that began it
   */
  roll(knob, body, event) {
    let [x, y] = this.placeOf(event);
    knob.onpointermove = (next) => {
      const [px, py] = this.placeOf(next);
      body.turn(ACROSS * (px - x), DOWN * (py - y));
      [x, y] = [px, py];
    };
    knob.onpointerup = knob.onpointercancel = () => {
      knob.onpointermove = null;
      body.rest();
    };
  }

  /** @param {{clientX: number, clientY: number}} event */
  placeOf({ clientX, clientY }) {
    const { left, top, width } = this.figure.getBoundingClientRect();
    return [(clientX - left) / width, (clientY - top) / width];
  }

  /** @param {Transform} transform */
  show(transform) {
    for (const { handle, knob } of this.knobs) {
      const [x, y] = handlePlace(handle, transform).map((at) =>
        Math.min(1 - EDGE, Math.max(EDGE, at)),
      );
      Object.assign(knob.style, { left: `${100 * x}%`, top: `${100 * y}%` });
    }
  }
}
