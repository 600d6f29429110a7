/*
 * The composition: two digits, or one drawing that holds both. It changes only here; `plain`
 * and `pair` are its forms for links and for the network.
 */

import { overlayDigits, shrinkDrawing } from "../../browser/digit_pair.js";
import { packHistory, unpackHistory } from "../../browser/history.js";
import { DrawingPad } from "../../browser/pen.js";
import { bytesToBase64 } from "../../browser/raster.js";
import { MAX_ENTRY_LENGTH } from "../../browser/state_sync.js";
import { OverlapDigit } from "./digits.js";

const PEN_SIDE = 80;

export class Composition {
  /**
   * @param {import("../../browser/dom.js").Find} find
   * @param {import("./digits.js").DigitListeners} listeners
   */
  constructor({ element, part }, listeners) {
    this.one = false;
    this.digits = [0, 1].map((k) => {
      const card = element(`digit-${k}`);
      card.append(part("card").content.cloneNode(true));
      return new OverlapDigit(card, k, listeners);
    });
    const { onChange: onInk, onSettle: onCommit, onFull } = listeners;
    this.whole = new DrawingPad(element("whole"), part("cursor"), { onInk, onCommit, onFull });
    this.whole.width = PEN_SIDE;
  }

  close() {
    for (const digit of this.digits) digit.close();
    this.whole.close();
  }

  get moves() {
    return this.digits.map(({ move }) => move);
  }

  swap() {
    const [one, other] = this.digits;
    [one.move, other.move] = [other.move, one.move];
  }

  /**
   * Take digits in plain form, by default as the first of a new history.
   * @param {any[]} digits
   * @param {any[]} pair waits beneath one drawing of both, unless another does
   * @param {any} kept what `histories` gave: that of a drawing which is another now is over
   */
  start(digits, pair, kept) {
    this.one = digits.length === 1;
    const [whole, ...parts] = this.pads.map((_, k) => unpackHistory(kept?.[k]));
    if (this.one) {
      const { drawing } = digits[0];
      this.whole.start(drawing, isOf(drawing, whole) ? whole : {});
    } else if (whole) this.whole.start(whole.present, whole);
    if (this.one && this.digits.some(({ pad }) => !pad.isEmpty)) return;
    this.put(this.one ? pair : digits, true);
    if (this.one) return;
    this.digits.forEach(({ pad }, k) => {
      pad.start(pad.drawing, isOf(pad.drawing, parts[k]) ? parts[k] : {});
    });
  }

  /** The history of every pad, small enough to be kept. */
  histories() {
    const largest = MAX_ENTRY_LENGTH / 2 / this.pads.length;
    return this.pads.map(({ past, drawing, future }) =>
      packHistory({ past, present: drawing, future }, largest),
    );
  }

  /** That for both digits first. */
  get pads() {
    return [this.whole, ...this.digits.map(({ pad }) => pad)];
  }

  /**
   * Put two other digits in place.
   * @param {any[]} digits in plain form
   * @param {boolean} [first] of a new history
   */
  put(digits, first = false) {
    digits.forEach((digit, k) => {
      this.digits[k].put(digit, first);
    });
  }

  /**
   * Plain digits for links and for the session.
   * @param {number} [mostPoints] drawings of more go as the picture that the network reads
   */
  toPlain(mostPoints = Infinity) {
    if (!this.one) return this.digits.map((digit) => digit.toPlain(mostPoints));
    const { drawing, points, raster } = this.whole;
    const kept = points <= mostPoints ? drawing : { s: [], b: bytesToBase64(raster.bytes) };
    return [{ drawing: kept, pixels: null, label: null, move: [0, 0] }];
  }

  /** The picture that the network reads, of what it is made, and what that is said to be. */
  get pair() {
    return this.one
      ? { ...shrinkDrawing(this.whole.raster.bytes), labels: [null, null] }
      : { ...overlayDigits(this.digits), labels: this.digits.map(({ label }) => label) };
  }

  /** @param {import("./palette.js").Palette} palette */
  fit({ two, css }) {
    this.digits.forEach(({ pad }, k) => {
      pad.fit(two[k]);
    });
    this.whole.fit(css.ink);
  }

  /** The pad that undo and redo speak of. @param {number} active */
  pad(active) {
    return this.one ? this.whole : this.digits[active].pad;
  }
}

/** Whether a history has led to a drawing. @returns {boolean} */
function isOf(drawing, history) {
  return Boolean(history) && JSON.stringify(history.present) === JSON.stringify(drawing);
}
