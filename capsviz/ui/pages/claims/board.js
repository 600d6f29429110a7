/* The digit's quarters, which can be dragged or moved by the arrow keys. */

import { make, makeButton } from "../../browser/dom.js";
import { ARROW_KEYS } from "../../browser/figure.js";
import { Handles } from "../../browser/handles.js";
import { PixelPicture } from "../../browser/picture.js";
import { text } from "../../browser/text.js";
import { exchange, HALF, nearestPlace, PLACES, SIDE } from "./scrambling.js";

const NAMES = ["upper-left", "upper-right", "lower-left", "lower-right"];

/** @typedef {{place: number, dx: number, dy: number}} Held */

export class Board {
  /**
   * @param {HTMLElement} figure
   * @param {HTMLCanvasElement} canvas
   * @param {{order: () => string, drag: (held: Held | null) => void, put: (order: string) => void}} acts
   */
  constructor(figure, canvas, { order, drag, put }) {
    this.figure = figure;
    this.order = order;
    this.drag = drag;
    this.put = put;
    this.picture = new PixelPicture(canvas, SIDE, SIDE);
    const handles = new Handles(figure);
    this.quarters = PLACES.map((_, place) => {
      const quarter = makeButton("cv-claims-quarter", `quarter-${place}`, "", () => {}, {
        aria: { "aria-keyshortcuts": Object.keys(ARROW_KEYS).join(" ") },
      });
      quarter.addEventListener("keydown", (event) => this.key(event, place));
      const grip = make("span", { className: "cv-claims-grip", aria: { "aria-hidden": "true" } });
      handles.add(grip, (event) => this.grab(place, grip, event));
      const [left, top] = PLACES[place].map((at) => `${50 * at}%`);
      for (const part of [quarter, grip]) Object.assign(part.style, { left, top });
      figure.append(quarter, grip);
      return { quarter, grip };
    });
    this.name();
  }

  /** Label the quarters for screen readers. */
  name() {
    [...this.order()].forEach((quarter, place) => {
      const words = text("quarter", { quarter: NAMES[Number(quarter)], place: NAMES[place] });
      this.quarters[place].quarter.setAttribute("aria-label", words);
    });
  }

  /** @param {Uint8Array} image @param {Uint32Array} table of colours */
  show(image, table) {
    this.picture.show(image, table);
    this.name();
  }

  /** @param {KeyboardEvent} event @param {number} place */
  key(event, place) {
    const way = ARROW_KEYS[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const goal = PLACES.findIndex(
      ([x, y]) => x === PLACES[place][0] + way[0] && y === PLACES[place][1] + way[1],
    );
    if (goal < 0) return;
    this.put(exchange(this.order(), place, goal));
    this.quarters[goal].quarter.focus();
  }

  /** @param {number} place @param {any} grip @param {PointerEvent} event */
  grab(place, grip, event) {
    const { width } = this.figure.getBoundingClientRect();
    const [startX, startY] = [event.clientX, event.clientY];
    const away = ({ clientX, clientY }) => {
      const steps = [clientX - startX, clientY - startY].map((moved) =>
        Math.min(HALF, Math.max(-HALF, Math.round((SIDE * moved) / width))),
      );
      // Not beyond the picture.
      const [dx, dy] = steps.map((step, axis) =>
        PLACES[place][axis] ? Math.min(0, step) : Math.max(0, step),
      );
      return { place, dx, dy };
    };
    let held = { place, dx: 0, dy: 0 };
    grip.onpointermove = (next) => {
      held = away(next);
      this.drag(held);
    };
    grip.onpointerup = grip.onpointercancel = ({ type }) => {
      grip.onpointermove = grip.onpointerup = grip.onpointercancel = null;
      this.drag(null);
      const goal = type === "pointerup" ? nearestPlace(place, held.dx, held.dy) : place;
      if (goal !== place) this.put(exchange(this.order(), place, goal));
    };
  }
}
