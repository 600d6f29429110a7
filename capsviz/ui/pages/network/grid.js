/* A canvas of many small pictures or units, to select one by pointer or arrow keys. */

import { make } from "../../browser/dom.js";
import { ARROW_KEYS } from "../../browser/figure.js";

export class ChoiceGrid {
  /**
   * @param {object} options
   * @param {string} options.testid
   * @param {string} options.label for screen readers
   * @param {(index: number) => void} options.choose
   * @param {(index: number) => string} options.describe of a cell, for screen readers
   */
  constructor({ testid, label, choose, describe }) {
    this.choose = choose;
    this.describe = describe;
    this.columns = this.count = 1;
    this.index = 0;
    this.canvas = make("canvas", {
      className: "cv-n-grid",
      tabIndex: 0,
      data: { testid },
      aria: { role: "slider", "aria-label": label, "aria-valuemin": 0 },
    });
    this.frame = make("i", { className: "cv-n-frame" });
    this.root = make("div", { className: "cv-n-grid-box" }, this.canvas, this.frame);
    this.canvas.addEventListener("pointerdown", (event) => this.point(event));
    this.canvas.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {number} count @param {number} columns @param {number} index of the selected cell */
  fit(count, columns, index) {
    Object.assign(this, { count, columns, index });
    const rows = Math.ceil(count / columns);
    this.canvas.style.aspectRatio = `${columns} / ${rows}`;
    Object.assign(this.frame.style, {
      left: `${(100 * (index % columns)) / columns}%`,
      top: `${(100 * Math.floor(index / columns)) / rows}%`,
      width: `${100 / columns}%`,
      height: `${100 / rows}%`,
    });
    this.canvas.setAttribute("aria-valuemax", String(count - 1));
    this.canvas.setAttribute("aria-valuenow", String(index));
    this.canvas.setAttribute("aria-valuetext", this.describe(index));
  }

  point({ clientX, clientY }) {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const rows = Math.ceil(this.count / this.columns);
    const column = Math.floor(((clientX - left) / width) * this.columns);
    this.take(Math.floor(((clientY - top) / height) * rows) * this.columns + column);
  }

  key(event) {
    const step = ARROW_KEYS[event.key];
    if (!step) return;
    event.preventDefault();
    this.take(this.index + step[0] + step[1] * this.columns);
  }

  /** @param {number} index */
  take(index) {
    if (index >= 0 && index < this.count && index !== this.index) this.choose(index);
  }
}
