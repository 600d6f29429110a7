/* Many small pictures or units in one canvas, of which one is chosen: by pointer or arrow keys. */

import { make } from "../../browser/dom.js";
import { ARROW_KEYS } from "../../browser/figure.js";

export class ChoiceGrid {
  /**
   * @param {object} options
   * @param {string} options.testid
   * @param {string} options.label for screen readers
   * @param {(at: number) => void} options.choose
   * @param {(at: number) => string} options.say of a cell, for screen readers
   */
  constructor({ testid, label, choose, say }) {
    this.choose = choose;
    this.say = say;
    this.across = this.count = 1;
    this.at = 0;
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

  /** @param {number} count @param {number} across cells in a row @param {number} at the chosen one */
  fit(count, across, at) {
    Object.assign(this, { count, across, at });
    const down = Math.ceil(count / across);
    this.canvas.style.aspectRatio = `${across} / ${down}`;
    Object.assign(this.frame.style, {
      left: `${(100 * (at % across)) / across}%`,
      top: `${(100 * Math.floor(at / across)) / down}%`,
      width: `${100 / across}%`,
      height: `${100 / down}%`,
    });
    this.canvas.setAttribute("aria-valuemax", String(count - 1));
    this.canvas.setAttribute("aria-valuenow", String(at));
    this.canvas.setAttribute("aria-valuetext", this.say(at));
  }

  point({ clientX, clientY }) {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const down = Math.ceil(this.count / this.across);
    const column = Math.floor(((clientX - left) / width) * this.across);
    this.take(Math.floor(((clientY - top) / height) * down) * this.across + column);
  }

  key(event) {
    const way = ARROW_KEYS[event.key];
    if (!way) return;
    event.preventDefault();
    this.take(this.at + way[0] + way[1] * this.across);
  }

  /** @param {number} at */
  take(at) {
    if (at >= 0 && at < this.count && at !== this.at) this.choose(at);
  }
}
