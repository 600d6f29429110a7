/* The gallery: sixteen numbers without their place among the 160. */

import { make, setText } from "../../../browser/dom.js";
import { SWITCH } from "../models/switch.js";
import { DecoderFigure } from "./decoder.js";
import { captionDigit, inkColours, paintDifference, paintDigit } from "./pixels.js";
import { figureNumber } from "./shapes.js";

/** The capsule whose numbers are decoded, and another that is given the same. */
const DIGITS = [3, 8];

export class MaskFigure extends DecoderFigure {
  constructor(host, context, options, kept) {
    super(host, context, SWITCH, options, kept);
  }

  build() {
    const pictures = make("div", { className: "cv-picture-row" });
    this.views = DIGITS.map((digit) => captionDigit(pictures, this.t("first", digit)));
    this.gap = captionDigit(pictures, this.t("difference"));
    this.note = make("p", { className: "cv-muted" });
    this.stage.append(pictures, this.note);
    this.switch = this.toggle(this.t("switch"), (on) => this.do("flip", on));
    this.resetButton();
  }

  draw() {
    if (!this.decoder) return;
    const mistaken = Boolean(this.state.mistaken);
    const { pose } = this.sample(DIGITS[0]);
    // Without its place among the 160, nothing tells which capsule the numbers came from.
    const [a, b] = DIGITS.map((digit) => this.picture(mistaken ? DIGITS[0] : digit, pose));
    const colours = inkColours(this.host);
    paintDigit(this.views[0], a, colours);
    paintDigit(this.views[1], b, colours);
    paintDifference(this.gap, a, b, colours);
    let error = 0;
    for (let p = 0; p < a.length; p++) error += ((a[p] - b[p]) / 255) ** 2;
    setText(this.note, this.t("inputs", mistaken ? 16 : 160));
    this.switch.checked = mistaken;
    this.showTell(this.t("tell"), figureNumber(error, 1), mistaken);
  }
}
