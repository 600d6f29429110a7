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
    this.single = false;
    this.digits = [0, 1].map((k) => {
      const card = element(`digit-${k}`);
      card.append(part("card").content.cloneNode(true));
      return new OverlapDigit(card, k, listeners);
    });
    const { onChange: onInk, onSettle: onCommit, onFull } = listeners;
    this.sharedPad = new DrawingPad(element("whole"), part("cursor"), { onInk, onCommit, onFull });
    this.sharedPad.width = PEN_SIDE;
  }

  close() {
    for (const digit of this.digits) digit.close();
    this.sharedPad.close();
  }

  get moves() {
    return this.digits.map(({ move }) => move);
  }

  swap() {
    const [first, second] = this.digits;
    [first.move, second.move] = [second.move, first.move];
  }

  /**
   * Take digits in plain form, by default as the first of a new history.
   * @param {any[]} digits
   * @param {any[]} pair waits beneath one drawing of both, unless another does
   * @param {any} histories what `histories` gave: that of a drawing which is another now is over
   */
  start(digits, pair, histories) {
    this.single = digits.length === 1;
    const [sharedHistory, ...digitHistories] = this.pads.map((_, k) =>
      unpackHistory(histories?.[k]),
    );
    if (this.single) {
      const { drawing } = digits[0];
      this.sharedPad.start(drawing, isOf(drawing, sharedHistory) ? sharedHistory : {});
    } else if (sharedHistory) this.sharedPad.start(sharedHistory.present, sharedHistory);
    if (this.single && this.digits.some(({ pad }) => !pad.isEmpty)) return;
    this.replace(this.single ? pair : digits, true);
    if (this.single) return;
    this.digits.forEach(({ pad }, k) => {
      pad.start(pad.drawing, isOf(pad.drawing, digitHistories[k]) ? digitHistories[k] : {});
    });
  }

  /** The history of every pad, short enough to be stored. */
  histories() {
    const largest = MAX_ENTRY_LENGTH / 2 / this.pads.length;
    return this.pads.map(({ past, drawing, future }) =>
      packHistory({ past, present: drawing, future }, largest),
    );
  }

  /** That for both digits first. */
  get pads() {
    return [this.sharedPad, ...this.digits.map(({ pad }) => pad)];
  }

  /**
   * Put two other digits in place.
   * @param {any[]} digits in plain form
   * @param {boolean} [first] of a new history
   */
  replace(digits, first = false) {
    digits.forEach((digit, k) => {
      this.digits[k].replace(digit, first);
    });
  }

  /**
   * Plain digits for links and for the session.
   * @param {number} [maxPoints] drawings of more go as the picture that the network reads
   */
  toPlain(maxPoints = Infinity) {
    if (!this.single) return this.digits.map((digit) => digit.toPlain(maxPoints));
    const { drawing, points, raster } = this.sharedPad;
    const content = points <= maxPoints ? drawing : { s: [], b: bytesToBase64(raster.bytes) };
    return [{ drawing: content, pixels: null, label: null, move: [0, 0] }];
  }

  /** The network's input, the digits that it consists of, and their labels. */
  get pair() {
    return this.single
      ? { ...shrinkDrawing(this.sharedPad.raster.bytes), labels: [null, null] }
      : { ...overlayDigits(this.digits), labels: this.digits.map(({ label }) => label) };
  }

  /** @param {import("./palette.js").Palette} palette */
  fit({ two, css }) {
    this.digits.forEach(({ pad }, k) => {
      pad.fit(two[k]);
    });
    this.sharedPad.fit(css.ink);
  }

  /** The pad that undo and redo speak of. @param {number} active */
  pad(active) {
    return this.single ? this.sharedPad : this.digits[active].pad;
  }
}

/** Whether a history has led to a drawing. @returns {boolean} */
function isOf(drawing, history) {
  return Boolean(history) && JSON.stringify(history.present) === JSON.stringify(drawing);
}
