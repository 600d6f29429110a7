/* The gallery: a pose of sixteen values without its position among the 160. */

import { make, setText } from "../../../browser/dom.js";
import { misfitOf, PixelPicture } from "../../../browser/picture.js";
import { SWITCH } from "../models/switch.js";
import { DecoderFigure } from "./decoder.js";
import { captionDigit, digitTables } from "./pixels.js";
import { figureNumber } from "./shapes.js";

/** The capsule whose pose is decoded, and another one with the same pose. */
const DIGITS = [3, 8];

export class MaskFigure extends DecoderFigure {
  static toy = SWITCH;

  build() {
    const pictures = make("div", { className: "cv-picture-row" });
    this.views = DIGITS.map((digit) => captionDigit(pictures, this.t("first", { digit })));
    this.gap = captionDigit(pictures, this.t("difference"));
    this.note = make("p", { className: "cv-muted" });
    this.stage.append(pictures, this.note);
    this.toggle(this.t("switch"));
    this.resetButton();
  }

  draw() {
    if (!this.decoder) return;
    const mistaken = Boolean(this.state.mistaken);
    const { pose } = this.sample(DIGITS[0]);
    // Without its position among the 160, a pose no longer identifies its capsule.
    const [a, b] = DIGITS.map((digit) => this.picture(mistaken ? DIGITS[0] : digit, pose));
    const { ink, difference } = digitTables(this.host);
    [a, b].forEach((bytes, n) => {
      new PixelPicture(this.views[n]).show(bytes, ink);
    });
    new PixelPicture(this.gap).showDifference(a, b, difference);
    setText(this.note, this.t("inputs", { count: mistaken ? 16 : 160 }));
    this.showTell(this.t("tell"), figureNumber(misfitOf(a, b), 1), mistaken);
  }
}
