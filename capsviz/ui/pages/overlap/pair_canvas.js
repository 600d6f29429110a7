/* The canvas with the two digits, which are dragged by a pointer or moved by arrow keys. */

import { DIGIT_SIDE, placeOnCanvas } from "../../browser/digit_pair.js";
import { focusByPointer, tellsRawMoves } from "../../browser/dom.js";
import { ARROW_KEYS } from "../../browser/figure.js";
import { TwoPicture } from "./pictures.js";

/** Bytes below this count as paper when a digit is grabbed. */
const MIN_GRABBED_INK = 100;

/**
 * The step of an arrow key in columns and rows, or null; keys with modifiers are the browser's.
 * @param {KeyboardEvent} event
 * @returns {[number, number] | null}
 */
export function arrowStep(event) {
  return hasModifier(event) ? null : (ARROW_KEYS[event.key] ?? null);
}

/** @param {KeyboardEvent} event */
function hasModifier({ ctrlKey, metaKey, altKey }) {
  return ctrlKey || metaKey || altKey;
}

/**
 * The digit whose ink is nearest to a point; the active one if both are equally near.
 * @param {Uint8Array[]} images both on the canvas
 * @param {number} side
 * @param {number} x in pixels of the canvas
 * @param {number} y
 * @param {number} active
 */
export function nearestDigit(images, side, x, y, active) {
  const distances = images.map((picture) => {
    let minimum = Infinity;
    for (let i = 0; i < picture.length; i++) {
      if (picture[i] < MIN_GRABBED_INK) continue;
      const [dx, dy] = [(i % side) + 0.5 - x, Math.floor(i / side) + 0.5 - y];
      minimum = Math.min(minimum, dx * dx + dy * dy);
    }
    return Math.max(1, minimum);
  });
  return distances[1 - active] < distances[active] ? 1 - active : active;
}

export class PairCanvas {
  /**
   * @param {import("./index.js").OverlapPage} page
   * @param {import("./composition.js").Composition} composition
   */
  constructor(page, composition) {
    const { geometry, most } = page.server;
    const canvas = page.element("pair-canvas");
    this.page = page;
    this.canvas = canvas;
    /** Around the digits. */
    this.boxes = [page.part("box-0"), page.part("box-1")];
    /** Width of the canvas, and how far a digit may lie from its middle; pixels. */
    this.side = geometry.side;
    this.maxMove = most.move;
    this.composition = composition;
    this.active = 0;
    this.grabbed = null;
    this.images = this.boxes.map(() => new Uint8Array(this.side ** 2));
    this.picture = new TwoPicture(canvas, this.side);
    canvas.addEventListener("pointerdown", (event) => this.grab(event));
    for (const move of [...(tellsRawMoves() ? ["pointerrawupdate"] : []), "pointermove"])
      canvas.addEventListener(move, (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
      canvas.addEventListener(end, (event) => this.release(event));
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  /** The digits as they lie now. @param {import("./pictures.js").TwoInks} inks */
  show(inks) {
    const { composition, side } = this;
    this.images = composition.digits.map(({ small, move }) => placeOnCanvas(small, move));
    this.picture.showTwo(this.images[0], this.images[1], inks);
    const margin = (side - DIGIT_SIDE) / 2;
    composition.moves.forEach(([dy, dx], k) => {
      const { style, classList } = this.boxes[k];
      style.left = `${(100 * (margin + dx)) / side}%`;
      style.top = `${(100 * (margin + dy)) / side}%`;
      classList.toggle("cv-box-active", k === this.active);
    });
  }

  /** @param {PointerEvent} event */
  grab(event) {
    if (this.grabbed || event.button !== 0) return;
    event.preventDefault();
    focusByPointer(this.canvas);
    const { left, top, width } = this.canvas.getBoundingClientRect();
    const scale = width / this.side;
    const [x, y] = [(event.clientX - left) / scale, (event.clientY - top) / scale];
    this.page.activate(nearestDigit(this.images, this.side, x, y, this.active));
    this.grabbed = {
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      scale,
      move: [...this.composition.moves[this.active]],
    };
    this.canvas.classList.add("cv-grabbed");
    try {
      this.canvas.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already.
    }
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (event.pointerId !== this.grabbed?.pointer) return;
    const { x, y, scale, move } = this.grabbed;
    const dy = move[0] + Math.round((event.clientY - y) / scale);
    const dx = move[1] + Math.round((event.clientX - x) / scale);
    this.moveTo([dy, dx], event.timeStamp);
  }

  /** @param {PointerEvent} event */
  release(event) {
    if (event.pointerId !== this.grabbed?.pointer) return;
    this.grabbed = null;
    this.canvas.classList.remove("cv-grabbed");
    this.rest();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = arrowStep(event);
    if (step) {
      const [dx, dy] = step;
      const [row, column] = this.composition.moves[this.active];
      this.moveTo([row + dy, column + dx], event.timeStamp);
    } else if (event.key === " " && !hasModifier(event)) this.page.activate(1 - this.active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number[]} move @param {number} timeStamp */
  moveTo(move, timeStamp) {
    const { maxMove } = this;
    const digit = this.composition.digits[this.active];
    const next = move.map((value) => Math.max(-maxMove, Math.min(maxMove, value)));
    if (next.every((value, axis) => value === digit.move[axis])) return;
    digit.move = next;
    this.page.onMove(timeStamp);
    if (!this.grabbed) this.rest();
  }

  /** A movement is over. */
  rest() {
    this.page.announce();
    this.page.settle();
  }
}
