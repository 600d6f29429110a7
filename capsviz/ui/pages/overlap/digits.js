/*
 * One of the two digits: a small pad to draw it on, samples and test digits to choose from, and its
 * label.
 */

import { tellOfDrawing } from "../../browser/answers.js";
import { digitOf } from "../../browser/digit_pair.js";
import { finders } from "../../browser/dom.js";
import { DrawingPad } from "../../browser/pen.js";
import { base64ToBytes, bytesToBase64, RASTER_SIDE } from "../../browser/raster.js";
import { text } from "../../browser/text.js";

/**
 * @typedef {object} DigitListeners
 * @property {(eventTime: number) => void} onChange after each change of ink, class or place
 * @property {() => void} onSettle when it is finished
 * @property {(k: number) => void} onActive
 * @property {() => void} onFull
 */

export class OverlapDigit {
  /** @param {HTMLElement} card @param {number} k @param {DigitListeners} listeners */
  constructor(card, k, { onChange, onSettle, onActive, onFull }) {
    this.card = card;
    this.onChange = onChange;
    this.part = finders(card).part;
    /** @type {Uint8Array | null} the picture, where there are no strokes */
    this.pixels = null;
    /** @type {number | null} */
    this.label = null;
    this.move = [0, 0];
    /** @type {Uint8Array | null} its strokes in MNIST's form, once somebody asked */
    this.normalised = null;
    this.pad = new DrawingPad(this.part("canvas"), this.part("cursor"), {
      onInk: (eventTime) => this.onInk(eventTime),
      onCommit: onSettle,
      onFull,
    });
    this.name(k);
    this.part("undo").addEventListener("click", () => this.pad.undo());
    this.part("clear").addEventListener("click", () => this.pad.clear());
    this.part("active").addEventListener("click", () => onActive(k));
    card.addEventListener("pointerdown", () => onActive(k));
    const label = this.part("label");
    label.append(...Array.from({ length: 10 }, (_, digit) => new Option(`${digit}`, `${digit}`)));
    label.addEventListener("change", () => {
      this.label = label.value === "" ? null : Number(label.value);
      onChange(performance.now());
      onSettle();
    });
  }

  /** Two cards from one template: each control says whose it is. */
  name(k) {
    const values = { which: k ? "second" : "first" };
    this.part("active").textContent = text("digit", values);
    this.part("canvas").dataset.testid = `pad-${k}`;
    this.part("canvas").setAttribute("aria-label", text("digit-canvas", values));
    this.part("label").dataset.testid = `label-${k}`;
    this.part("whose").textContent = text("digit-whose", values);
    this.part("samples").setAttribute("aria-label", text("digit-samples", values));
    for (const act of ["undo", "clear"])
      this.part(act).setAttribute("aria-label", text(`digit-${act}`, values));
  }

  close() {
    this.pad.close();
  }

  /** A stroke makes it a drawing without a label. */
  onInk(eventTime) {
    this.pixels = null;
    this.label = null;
    this.normalised = null;
    this.show();
    this.onChange(eventTime);
  }

  /** Put another digit in place; undo brings the old ink back. */
  replace({ drawing, pixels, label, move }, first = false) {
    this.pixels = pixels ? base64ToBytes(pixels) : null;
    const ink = this.pixels ? { s: [], b: bytesToBase64(wideRaster(this.pixels)) } : drawing;
    if (first) this.pad.start(ink);
    else {
      tellOfDrawing();
      this.pad.lift();
      this.pad.remember();
      this.pad.drawing = ink;
      this.pad.repaint();
    }
    this.label = label ?? null;
    this.move = [...(move ?? this.move)];
    this.normalised = null;
    this.show();
  }

  /** Its picture of 28 x 28 bytes. */
  get small() {
    if (this.pixels) return this.pixels;
    this.normalised ??= digitOf(this.pad.raster.bytes);
    return this.normalised;
  }

  toPlain(maxPoints = Infinity) {
    const { label, move } = this;
    const hasStrokes = !this.pixels && this.pad.points <= maxPoints && !this.pad.drawing.b;
    const pixels = hasStrokes ? null : bytesToBase64(this.small);
    return { drawing: pixels ? null : this.pad.drawing, pixels, label, move: [...move] };
  }

  show() {
    this.part("label").value = this.label === null ? "" : String(this.label);
  }
}

/** A square picture of bytes on the canvas's raster, in crisp pixels. */
function wideRaster(pixels) {
  const side = Math.sqrt(pixels.length);
  const raster = new Uint8Array(RASTER_SIDE * RASTER_SIDE);
  const scaled = (index) => Math.floor(((index + 0.5) * side) / RASTER_SIDE);
  for (let i = 0; i < raster.length; i++) {
    raster[i] = pixels[scaled(Math.floor(i / RASTER_SIDE)) * side + scaled(i % RASTER_SIDE)];
  }
  return raster;
}
