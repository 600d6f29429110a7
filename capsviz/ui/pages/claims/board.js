/* The digit's quarters, which can be dragged or moved by the arrow keys. */

import { make, makeButton } from "../../browser/dom.js";
import { ARROW_KEYS } from "../../browser/figure.js";
import { Handles } from "../../browser/handles.js";
import { PixelPicture } from "../../browser/picture.js";
import { text } from "../../browser/text.js";
import { exchange, HALF, nearestPosition, POSITIONS, SIDE } from "./scrambling.js";

const NAMES = ["upper-left", "upper-right", "lower-left", "lower-right"];

/** @typedef {{position: number, dx: number, dy: number}} DraggedQuarter its offset in pixels */

export class Board {
  /**
   * @param {HTMLElement} figure
   * @param {HTMLCanvasElement} canvas
   * @param {{order: () => string, drag: (dragged: DraggedQuarter | null) => void, reorder: (order: string) => void}} callbacks
   */
  constructor(figure, canvas, { order, drag, reorder }) {
    this.figure = figure;
    this.order = order;
    this.drag = drag;
    this.reorder = reorder;
    this.picture = new PixelPicture(canvas, SIDE, SIDE);
    const handles = new Handles(figure);
    this.quarters = POSITIONS.map((_, position) => {
      const quarter = makeButton("cv-claims-quarter", `quarter-${position}`, "", () => {}, {
        aria: { "aria-keyshortcuts": Object.keys(ARROW_KEYS).join(" ") },
      });
      quarter.addEventListener("keydown", (event) => this.key(event, position));
      const grip = make("span", { className: "cv-claims-grip", aria: { "aria-hidden": "true" } });
      handles.add(grip, (event) => this.grab(position, grip, event));
      const [left, top] = POSITIONS[position].map((index) => `${50 * index}%`);
      for (const part of [quarter, grip]) Object.assign(part.style, { left, top });
      figure.append(quarter, grip);
      return { quarter, grip };
    });
    this.name();
  }

  /** Label the quarters for screen readers. */
  name() {
    [...this.order()].forEach((quarter, position) => {
      const label = text("quarter", { quarter: NAMES[Number(quarter)], place: NAMES[position] });
      this.quarters[position].quarter.setAttribute("aria-label", label);
    });
  }

  /** @param {Uint8Array} image @param {Uint32Array} table of colours */
  show(image, table) {
    this.picture.show(image, table);
    this.name();
  }

  /** @param {KeyboardEvent} event @param {number} position */
  key(event, position) {
    const direction = ARROW_KEYS[event.key];
    if (!direction) return;
    event.preventDefault();
    event.stopPropagation();
    const target = POSITIONS.findIndex(
      ([x, y]) =>
        x === POSITIONS[position][0] + direction[0] && y === POSITIONS[position][1] + direction[1],
    );
    if (target < 0) return;
    this.reorder(exchange(this.order(), position, target));
    this.quarters[target].quarter.focus();
  }

  /** @param {number} position @param {any} grip @param {PointerEvent} event */
  grab(position, grip, event) {
    const { width } = this.figure.getBoundingClientRect();
    const [startX, startY] = [event.clientX, event.clientY];
    const offsetOf = ({ clientX, clientY }) => {
      const steps = [clientX - startX, clientY - startY].map((distance) =>
        Math.min(HALF, Math.max(-HALF, Math.round((SIDE * distance) / width))),
      );
      // Not beyond the picture.
      const [dx, dy] = steps.map((step, axis) =>
        POSITIONS[position][axis] ? Math.min(0, step) : Math.max(0, step),
      );
      return { position, dx, dy };
    };
    let dragged = { position, dx: 0, dy: 0 };
    grip.onpointermove = (next) => {
      dragged = offsetOf(next);
      this.drag(dragged);
    };
    grip.onpointerup = grip.onpointercancel = ({ type }) => {
      grip.onpointermove = grip.onpointerup = grip.onpointercancel = null;
      this.drag(null);
      const target =
        type === "pointerup" ? nearestPosition(position, dragged.dx, dragged.dy) : position;
      if (target !== position) this.reorder(exchange(this.order(), position, target));
    };
  }
}
