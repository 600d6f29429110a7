/* The canvas on which the two digits lie: dragged by pointer, moved by keys. */

import { DIGIT_SIDE, placeOnCanvas } from "../../browser/digit_pair.js";
import { focusByPointer, tellsRawMoves } from "../../browser/dom.js";
import { TwoPicture } from "./pictures.js";

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
/** Bytes below this are paper to whoever grabs a digit. */
const MIN_GRABBED_INK = 100;

/**
 * The way of an arrow key in rows and columns, or null; keys with modifiers are the browser's.
 * @param {KeyboardEvent} event
 * @returns {number[] | null}
 */
export function arrowStep(event) {
  return hasModifier(event) ? null : (STEPS[event.key] ?? null);
}

/** @param {KeyboardEvent} event */
function hasModifier({ ctrlKey, metaKey, altKey }) {
  return ctrlKey || metaKey || altKey;
}

/**
 * The digit whose ink is nearest to a point; the active one where both are as near.
 * @param {Uint8Array[]} placed both on the canvas
 * @param {number} side
 * @param {number} x in pixels of the canvas
 * @param {number} y
 * @param {number} active
 */
export function nearestDigit(placed, side, x, y, active) {
  const far = placed.map((picture) => {
    let least = Infinity;
    for (let i = 0; i < picture.length; i++) {
      if (picture[i] < MIN_GRABBED_INK) continue;
      const [dx, dy] = [(i % side) + 0.5 - x, Math.floor(i / side) + 0.5 - y];
      least = Math.min(least, dx * dx + dy * dy);
    }
    return Math.max(1, least);
  });
  return far[1 - active] < far[active] ? 1 - active : active;
}

export class PairCanvas {
  /**
   * @param {import("./index.js").OverlapPage} page
   * @param {import("./composition.js").Composition} laid
   */
  constructor(page, laid) {
    const { geometry, most } = page.server;
    const canvas = page.element("pair-canvas");
    this.page = page;
    this.canvas = canvas;
    /** Around the digits. */
    this.boxes = [page.part("box-0"), page.part("box-1")];
    /** Width of the canvas, and how far a digit may lie from its middle; pixels. */
    this.side = geometry.side;
    this.most = most.move;
    this.laid = laid;
    this.active = 0;
    this.grabbed = null;
    this.placed = this.boxes.map(() => new Uint8Array(this.side ** 2));
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
    const { laid, side } = this;
    this.placed = laid.digits.map(({ small, move }) => placeOnCanvas(small, move));
    this.picture.showTwo(this.placed[0], this.placed[1], inks);
    const margin = (side - DIGIT_SIDE) / 2;
    laid.moves.forEach(([down, right], k) => {
      const { style, classList } = this.boxes[k];
      style.left = `${(100 * (margin + right)) / side}%`;
      style.top = `${(100 * (margin + down)) / side}%`;
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
    this.page.activate(nearestDigit(this.placed, this.side, x, y, this.active));
    this.grabbed = {
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      scale,
      move: [...this.laid.moves[this.active]],
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
    const down = move[0] + Math.round((event.clientY - y) / scale);
    const right = move[1] + Math.round((event.clientX - x) / scale);
    this.moveTo([down, right], event.timeStamp);
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
      const move = this.laid.moves[this.active];
      this.moveTo([move[0] + step[0], move[1] + step[1]], event.timeStamp);
    } else if (event.key === " " && !hasModifier(event)) this.page.activate(1 - this.active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number[]} move @param {number} timeStamp */
  moveTo(move, timeStamp) {
    const { most } = this;
    const digit = this.laid.digits[this.active];
    const next = move.map((value) => Math.max(-most, Math.min(most, value)));
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
