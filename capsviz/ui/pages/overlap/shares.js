/* Assignment of pixels to the two capsules: all pixels, and the one under the pointer. */

import { make, setText } from "../../browser/dom.js";
import { text } from "../../browser/text.js";
import { arrowStep } from "./pair_canvas.js";
import { TwoPicture } from "./pictures.js";
import { inkWords, pixelWords } from "./words.js";

const INKS = ["cv-first-ink", "cv-second-ink", "cv-muted"];

export class Shares {
  /**
   * @param {import("../../browser/dom.js").Find} find
   * @param {number} side of the canvas
   */
  constructor({ element, part }, side) {
    const canvas = element("shares");
    this.canvas = canvas;
    this.mark = part("probe");
    this.bar = part("ink-bar");
    this.text = element("pixel");
    this.side = side;
    /** @type {number[] | null} row and column */
    this.position = null;
    /** @type {import("./reply.js").Reply | null} */
    this.reply = null;
    this.picture = new TwoPicture(canvas, side);
    this.rows = INKS.map((className) => make("div", { className }, make("dt"), make("dd")));
    element("ink").append(...this.rows);
    for (const kind of ["pointermove", "pointerdown"])
      canvas.addEventListener(kind, (event) => this.point(event));
    canvas.addEventListener("focus", () => this.look(this.position ?? [side / 2, side / 2]));
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * @param {import("./reply.js").Reply} reply
   * @param {import("./palette.js").Palette} palette
   */
  show(reply, { inks }) {
    this.reply = reply;
    this.picture.showShares(reply.image, reply.shares, reply.decoded, reply.shown, inks);
    inkWords(reply).forEach(([name, share], k) => {
      const [term, value] = this.rows[k].children;
      setText(term, name);
      setText(value, share);
    });
    [...this.bar.children].forEach((part, k) => {
      /** @type {HTMLElement} */ (part).style.width = `${100 * reply.ink[k]}%`;
    });
    this.showPixel();
  }

  /** @param {PointerEvent} event */
  point(event) {
    const { left, top, width } = this.canvas.getBoundingClientRect();
    const cellOf = (value) => Math.floor((value / width) * this.side);
    this.look([cellOf(event.clientY - top), cellOf(event.clientX - left)]);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = arrowStep(event);
    if (!step) return;
    const [dx, dy] = step;
    const [row, column] = this.position ?? [this.side / 2, this.side / 2];
    this.look([row + dy, column + dx]);
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number[]} position */
  look(position) {
    this.position = position.map((value) => Math.max(0, Math.min(this.side - 1, value)));
    this.showPixel();
  }

  showPixel() {
    const { position, reply, side, mark } = this;
    mark.hidden = !position;
    setText(
      this.text,
      position && reply ? pixelWords(reply, position, side) : text("pixel-unasked"),
    );
    if (!position) return;
    mark.style.top = `${(100 * position[0]) / side}%`;
    mark.style.left = `${(100 * position[1]) / side}%`;
  }
}
