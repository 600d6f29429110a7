/* A square canvas for drawing by pointer or keyboard, with a history. All of it is synchronous. */

import { tellOfDrawing } from "./answers.js";
import { focusByPointer, tellsRawMoves } from "./dom.js";
import { isEmpty } from "./empty_state.js";
import { densityOf } from "./figure.js";
import { InkCanvas } from "./ink.js";
import { DrawingRaster, PLAIN_SCALE } from "./raster.js";

/** Limits of a drawing, as in capsviz/data/drawing.py. */
const MAX_STROKES = 400;
const MAX_POINTS = 20000;
const MAX_UNDO_STEPS = 200;
/** Closer points are dropped: a third of a raster pixel, in thousandths. */
const NEAREST_POINTS = 3;
/** Minimum time between updates, in ms: fast mice send a thousand events per second. */
const RAW_PAUSE = 4;
/** Steps of the keyboard's pen, in thousandths. */
const KEY_STEP = 20;
const KEY_STEP_FINE = 5;

/**
 * Whether two drawings have the same strokes on the same base.
 * @param {{s: number[][], b: string | null}} a
 * @param {{s: number[][], b: string | null}} b
 */
export function isSameDrawing(a, b) {
  const text = (/** @type {typeof a} */ { s, b }) => JSON.stringify([s, b]);
  return a.s.length === b.s.length && text(a) === text(b);
}

export class DrawingPad {
  /**
   * @param {HTMLCanvasElement} canvas square; its parent contains the keyboard's cursor
   * @param {HTMLElement} cursor moved by the keyboard, visible while the canvas is focused
   * @param {object} listeners
   * @param {(timeStamp: number) => void} listeners.onInk after each change of the raster
   * @param {() => void} listeners.onCommit after each finished change
   * @param {() => void} listeners.onFull if the drawing is at its limits
   */
  constructor(canvas, cursor, { onInk, onCommit, onFull }) {
    this.canvas = canvas;
    this.cursor = cursor;
    this.onInk = onInk;
    this.onCommit = onCommit;
    this.onFull = onFull;
    this.ink = new InkCanvas(canvas);
    this.raster = new DrawingRaster();
    /** @type {{s: number[][], b: string | null}} */
    this.drawing = { s: [], b: null };
    this.past = [];
    this.future = [];
    /** @type {number[] | null} the current stroke */
    this.stroke = null;
    /** @type {number | null} */
    this.pointer = null;
    /** Drawings that the first stroke of ink replaces. @type {{s: number[][], b: string | null}[]} */
    this.examples = [];
    /** Points to add to the current stroke. */
    this.pending = [];
    this.penPosition = [PLAIN_SCALE / 2, PLAIN_SCALE / 2];
    this.width = 85;
    this.erase = false;
    /** Ink index of new strokes, as in `raster.js`. */
    this.tint = 0;
    this.points = 0;
    /** @type {DOMRect | null} */
    this.bounds = null;
    this.colour = this.ink.colour;

    const listen = (name, act) => canvas.addEventListener(name, act.bind(this));
    listen("pointerdown", this.pointerDown);
    if (tellsRawMoves()) listen("pointerrawupdate", this.pointerRaw);
    listen("pointermove", this.pointerMove);
    listen("pointerup", this.pointerUp);
    listen("pointercancel", this.pointerUp);
    listen("lostpointercapture", this.pointerUp);
    listen("keydown", this.key);
    listen("blur", this.lift);
    canvas.addEventListener("contextmenu", (event) => this.stroke && event.preventDefault());
    this.forgetBounds = () => (this.bounds = null);
    window.addEventListener("scroll", this.forgetBounds, { capture: true, passive: true });
    this.resized = new ResizeObserver(() => this.fit());
    this.resized.observe(canvas);
  }

  close() {
    window.removeEventListener("scroll", this.forgetBounds, { capture: true });
    this.resized.disconnect();
  }

  /** Repaint at the element's size, or at its last size while hidden, and in this colour. */
  fit(colour = this.colour) {
    this.colour = colour;
    this.forgetBounds();
    const visibleSide = Math.round(this.canvas.clientWidth * densityOf(this.canvas));
    const side = visibleSide || this.ink.side;
    if (!side || (side === this.ink.side && colour === this.ink.colour)) return;
    this.ink.show(this.drawing, side, colour);
    if (this.stroke) this.ink.grow(this.stroke, 2);
    this.moveCursor();
  }

  /** Set the raster's channels: 1 for ink only, or 3 for colours. @param {number} channels */
  readIn(channels) {
    if (channels === this.raster.channels) return;
    this.lift();
    this.raster = new DrawingRaster(channels);
    this.repaint();
  }

  // --- history

  get busy() {
    return this.stroke !== null;
  }

  get isEmpty() {
    return isEmpty(this.drawing);
  }

  /**
   * Whether the drawing is still an example, compared by strokes: examples also come from links,
   * other networks and undo.
   */
  get isExample() {
    return !this.isEmpty && this.examples.some((each) => isSameDrawing(each, this.drawing));
  }

  /** Replace the drawing; undo restores the old one. */
  replace(drawing) {
    this.lift();
    this.remember();
    this.put(drawing);
    this.onCommit();
  }

  /**
   * Show a drawing, with the steps before and after it.
   * @param {{s: number[][], b: string | null}} drawing
   * @param {{past?: object[], future?: object[]}} [more]
   */
  start(drawing, { past = [], future = [] } = {}) {
    this.stroke = this.pointer = null;
    this.past = past;
    this.future = future;
    this.drawing = drawing;
    this.repaint();
  }

  undo() {
    this.travel(this.past, this.future);
  }

  redo() {
    this.travel(this.future, this.past);
  }

  clear() {
    this.lift();
    if (this.isEmpty) this.onInk(performance.now());
    else this.replace({ s: [], b: null });
  }

  /** Clear the example before the first stroke of the visitor's own drawing. */
  replaceExample() {
    this.remember();
    this.put({ s: [], b: null });
  }

  travel(from, to) {
    this.lift();
    if (!from.length) return;
    to.push(this.drawing);
    this.put(from.pop());
    this.onCommit();
  }

  remember() {
    this.past.push(this.drawing);
    if (this.past.length > MAX_UNDO_STEPS) this.past.shift();
    this.future = [];
  }

  put(drawing) {
    tellOfDrawing();
    this.drawing = drawing;
    this.repaint();
    this.onInk(performance.now());
  }

  repaint() {
    this.points = this.drawing.s.reduce((sum, stroke) => sum + stroke.length / 2 - 1, 0);
    this.raster.load(this.drawing);
    if (this.ink.side) this.ink.show(this.drawing);
  }

  // --- one stroke

  begin(x, y, timeStamp, erase = this.erase) {
    this.lift();
    tellOfDrawing();
    if (!erase && this.isExample) this.replaceExample();
    if (this.drawing.s.length >= MAX_STROKES || this.points >= MAX_POINTS) {
      this.onFull();
      return false;
    }
    this.stroke = [this.width, erase ? 1 : this.tint, x, y];
    this.points += 1;
    this.raster.begin(this.width, this.stroke[1]);
    this.raster.segment(x, y, x, y);
    this.ink.grow(this.stroke, 2);
    this.onInk(timeStamp);
    return true;
  }

  /** Extend the current stroke by points, [x0, y0, x1, y1, ...]. */
  extend(points, timeStamp) {
    const { stroke } = this;
    if (!stroke) return;
    const from = stroke.length;
    for (let i = 0; i < points.length; i += 2) {
      const [x, y] = [points[i], points[i + 1]];
      const [lastX, lastY] = [stroke[stroke.length - 2], stroke[stroke.length - 1]];
      if (Math.max(Math.abs(x - lastX), Math.abs(y - lastY)) < NEAREST_POINTS) continue;
      if (this.points >= MAX_POINTS) {
        this.onFull();
        break;
      }
      stroke.push(x, y);
      this.points += 1;
      this.raster.segment(lastX, lastY, x, y);
    }
    if (stroke.length === from) return;
    this.ink.grow(stroke, from);
    this.onInk(timeStamp);
  }

  /** End the current stroke, if any. */
  lift() {
    if (!this.stroke) return;
    this.remember();
    this.drawing = { s: [...this.drawing.s, this.stroke], b: this.drawing.b };
    this.stroke = this.pointer = null;
    this.raster.end();
    this.ink.keep();
    this.cursor.classList.remove("cv-cursor-down");
    this.onCommit();
  }

  // --- pointer

  /** Position of an event, in thousandths; a stroke may leave the canvas by up to its side. */
  position(event) {
    this.bounds ??= this.canvas.getBoundingClientRect();
    const { left, top, width } = this.bounds;
    const toPlain = (value) =>
      Math.min(2 * PLAIN_SCALE, Math.max(-PLAIN_SCALE, Math.round((value / width) * PLAIN_SCALE)));
    return [toPlain(event.clientX - left), toPlain(event.clientY - top)];
  }

  pointerDown(event) {
    // A pen's other end is its eraser; only the main button of a mouse draws.
    const eraserEnd = event.pointerType === "pen" && (event.buttons & 32) !== 0;
    if (this.pointer !== null || (event.button !== 0 && !eraserEnd)) return;
    event.preventDefault();
    focusByPointer(this.canvas);
    this.forgetBounds();
    const [x, y] = this.position(event);
    if (!this.begin(x, y, event.timeStamp, this.erase || eraserEnd)) return;
    this.pointer = event.pointerId;
    this.pending = [];
    this.raw = false;
    this.laid = event.timeStamp;
    try {
      this.canvas.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is already gone; the next event ends its stroke.
    }
  }

  /** Handle movements before the next frame, in browsers that send them. */
  pointerRaw(event) {
    if (event.pointerId !== this.pointer) return;
    this.raw = true;
    this.collect(event);
    if (event.timeStamp - this.laid >= RAW_PAUSE) this.lay(event.timeStamp);
  }

  pointerMove(event) {
    if (event.pointerId !== this.pointer) return;
    if (!this.raw) this.collect(event);
    this.lay(event.timeStamp);
  }

  pointerUp(event) {
    if (event.pointerId !== this.pointer) return;
    if (event.type === "pointerup") this.pending.push(...this.position(event));
    this.lay(event.timeStamp);
    this.lift();
  }

  collect(event) {
    const events = event.getCoalescedEvents?.() ?? [];
    for (const each of events.length ? events : [event]) this.pending.push(...this.position(each));
  }

  lay(timeStamp) {
    this.laid = timeStamp;
    const points = this.pending;
    this.pending = [];
    if (points.length) this.extend(points, timeStamp);
  }

  // --- keyboard

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? KEY_STEP_FINE : KEY_STEP;
    const moves = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    };
    if (event.key in moves) {
      this.penPosition = this.penPosition.map((value, axis) =>
        Math.min(PLAIN_SCALE, Math.max(0, value + moves[event.key][axis])),
      );
      this.moveCursor();
      if (this.stroke) this.extend(this.penPosition, event.timeStamp);
    } else if (event.key === " ") {
      if (event.repeat) return event.preventDefault();
      if (this.stroke) this.lift();
      else if (this.begin(...this.penPosition, event.timeStamp)) {
        this.cursor.classList.add("cv-cursor-down");
      }
    } else if (event.key === "Escape" && this.stroke) {
      this.lift();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  moveCursor() {
    const [x, y] = this.penPosition;
    this.cursor.style.left = `${x / 10}%`;
    this.cursor.style.top = `${y / 10}%`;
    this.cursor.style.width = `${this.width / 10}%`;
  }
}
