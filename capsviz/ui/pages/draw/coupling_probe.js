/*
 * One primary capsule: its coupling coefficients after each iteration, in numbers, and a mark on its
 * cell. It is chosen by pointer, finger or key; until then it is the one with the largest coefficient.
 */

import { setText } from "../../browser/dom.js";
import { ARROW_KEYS } from "../../browser/figure.js";
import { couplingOf } from "../../browser/picture.js";
import { setSymbols } from "../../browser/symbols.js";
import { couplingWords } from "./words.js";

/** Pixels that a key may skip: the gap between two tiles. */
const GAP = 2;

export class CouplingProbe {
  /**
   * @param {HTMLElement} container the strip
   * @param {HTMLElement} line says the numbers
   * @param {() => import("./strip.js").Step[]} steps of the strip
   */
  constructor(container, line, steps) {
    this.line = line;
    this.steps = steps;
    /** The capsule that is pointed at; negative for the one with the largest coefficient. */
    this.capsule = -1;
    /** @type {any} */
    this.reply = null;
    const point = (/** @type {PointerEvent} */ event) => this.point(event);
    container.addEventListener("pointermove", point);
    container.addEventListener("pointerdown", point);
    line.addEventListener("keydown", (event) => this.step(event));
    // Otherwise each movement of the pen would be read aloud.
    line.addEventListener("focus", () => line.setAttribute("aria-live", "polite"));
    line.addEventListener("blur", () => line.removeAttribute("aria-live"));
  }

  /** @param {PointerEvent} event */
  point({ target, clientX, clientY }) {
    const step = this.steps().find(({ canvas }) => canvas === target);
    if (!step?.picture || !this.reply) return;
    const { left, top, width, height } = step.canvas.getBoundingClientRect();
    const [x, y] = [(clientX - left) / width, (clientY - top) / height];
    this.choose(
      step.picture.capsuleAt(Math.floor(x * step.canvas.width), Math.floor(y * step.canvas.height)),
    );
  }

  /** @param {KeyboardEvent} event */
  step(event) {
    const [dx, dy] = ARROW_KEYS[event.key] ?? [];
    const picture = this.steps()[0]?.picture;
    if (dx === undefined || !picture || !this.reply) return;
    event.preventDefault();
    const capsule = this.current;
    const [x, y] = picture.pixelOf(capsule);
    for (let distance = 1; distance <= GAP; distance++) {
      const next = picture.capsuleAt(x + distance * dx, y + distance * dy);
      if (next !== capsule) return this.choose(next);
    }
  }

  /** @param {number} capsule */
  choose(capsule) {
    if (capsule === this.capsule) return;
    this.capsule = capsule;
    this.draw();
  }

  /** The capsule whose numbers are shown. */
  get current() {
    const { couplings, inCapsules, iterations } = this.reply;
    if (this.capsule >= 0 && this.capsule < inCapsules) return this.capsule;
    const last = couplings.subarray((iterations - 1) * inCapsules);
    return last.reduce((/** @type {number} */ best, c, i) => (c > last[best] ? i : best), 0);
  }

  /** @param {any} reply */
  show(reply) {
    this.reply = reply;
    this.draw();
  }

  draw() {
    const { reply } = this;
    if (!reply.inCapsules) return setText(this.line, "");
    const { current: capsule } = this;
    const steps = this.steps().slice(0, reply.iterations);
    const { picture } = steps[0];
    if (!picture) return;
    const numbers = steps.map((_, t) =>
      couplingOf(reply.couplings[t * reply.inCapsules + capsule]),
    );
    const sentence = couplingWords(picture.placeOf(capsule), numbers, reply.classes[reply.capsule]);
    setSymbols(this.line, sentence);
    const { width, height } = picture.image;
    const [x, y] = picture.pixelOf(capsule);
    for (const { mark } of steps) {
      mark.style.left = `${(100 * x) / width}%`;
      mark.style.top = `${(100 * y) / height}%`;
      mark.style.width = `${100 / width}%`;
      mark.style.height = `${100 / height}%`;
    }
  }
}
