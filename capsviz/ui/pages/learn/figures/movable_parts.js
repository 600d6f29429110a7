/* Base of figures whose parts are moved by dragging and turned by a knob. */

import { svgAppend, svgMake } from "../../../browser/dom.js";
import { partPlace } from "../models/part_positions.js";
import { LessonFigure } from "./figure.js";
import { placeText } from "./shapes.js";

/** The step of an arrow key, across and down. */
const STEP = [6, 6];
/** A part at a smaller angle than this snaps upright. */
const SNAP = 0.09;

/** @typedef {{d: string, edge: number[], hold: number[]}} Shape outline, stem and knob of a part */

/** @param {{angle: number}} part @returns {number} whole degrees, 0 to 359 */
function degreesOf({ angle }) {
  return Math.round((angle * 180) / Math.PI + 720) % 360;
}

function partText(part) {
  return `${placeText([part.x, part.y])}, ${degreesOf(part)}°`;
}

/** A figure whose toy has the acts `place` and `turnAll`. */
export class PlacedFigure extends LessonFigure {
  /** @type {import("../models/part_positions.js").Room} */
  get limits() {
    throw new Error("each figure has its own");
  }

  /**
   * @param {Element} svg
   * @param {string} name for screen readers
   * @param {number} n
   * @param {Shape} shape
   */
  buildPart(svg, name, n, { d, edge, hold }) {
    const body = svgMake("path", { d, class: `cv-part-shape cv-part-${n}` });
    const stem = svgMake("line", {
      x1: edge[0],
      y1: edge[1],
      x2: hold[0],
      y2: hold[1],
      class: "cv-line cv-ink",
      "stroke-width": 2,
    });
    const knob = svgMake("circle", { cx: hold[0], cy: hold[1], r: 11, class: "cv-knob" });
    const group = svgAppend(svg, "g", { class: "cv-part" }, stem, body, knob);
    this.holdBody(body, name, n);
    this.holdKnob(knob, name, n, Math.atan2(hold[1], hold[0]));
    return group;
  }

  holdBody(body, name, n) {
    this.holdPoint(body, {
      ...{ label: this.t("part", { part: this.t(name) }), testid: name },
      ...{ gripped: true, range: this.limits.x, step: STEP },
      position: () => {
        const { x, y } = partPlace(this.state, n);
        return [x, y];
      },
      put: (x, y) => this.do("place", n, { ...partPlace(this.state, n), x, y }),
      text: () => partText(partPlace(this.state, n)),
      key: (pressedKey) => {
        const direction = { "+": 1, "=": 1, "-": -1 }[pressedKey];
        if (direction) this.turn(n, (direction * Math.PI) / 12);
        return Boolean(direction);
      },
    });
  }

  holdKnob(knob, name, n, upright) {
    this.hold(knob, {
      label: this.t("handle", { part: this.t(name) }),
      testid: `${name}-turn`,
      move: (x, y) => {
        const position = partPlace(this.state, n);
        let angle = Math.atan2(y - position.y, x - position.x) - upright;
        const quarter = (Math.round(angle / (Math.PI / 2)) * Math.PI) / 2;
        if (Math.abs(angle - quarter) < SNAP) angle = quarter;
        this.do("place", n, { ...position, angle });
      },
      nudge: (dx, dy) => this.turn(n, ((dx || dy) * Math.PI) / 24),
      slide: {
        min: 0,
        max: 359,
        value: () => degreesOf(partPlace(this.state, n)),
        set: (degrees) => {
          const position = partPlace(this.state, n);
          this.do("place", n, { ...position, angle: (degrees * Math.PI) / 180 });
        },
      },
      text: () => `${degreesOf(partPlace(this.state, n))}°`,
    });
  }

  turn(n, angle) {
    const position = partPlace(this.state, n);
    this.do("place", n, { ...position, angle: position.angle + angle });
  }
}
