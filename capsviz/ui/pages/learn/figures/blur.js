/* Reconstructions of two networks: one trained with a summed error, one with a mean error. */

import { make, setText } from "../../../browser/dom.js";
import { SWITCH } from "../models/switch.js";
import { digitCanvas, digitTables, showDigit } from "./pixels.js";
import { networkSizes, RecordedFigure } from "./recorded.js";
import { figureNumber } from "./shapes.js";

export class BlurFigure extends RecordedFigure {
  static toy = SWITCH;
  static record = "blur";

  build() {
    this.input = this.buildLine("blur-input", "x");
    const shows = "x_hat decoder reconstruction";
    this.painted = this.buildLine("blur-painted", shows);
    this.note = make("p", { className: "cv-small cv-muted" });
    this.stage.append(this.note);
    this.toggle(this.t("switch"));
    this.tell.dataset.shows = "error";
    this.resetButton();
  }

  get network() {
    return this.record ? this.t("small", networkSizes(this.record.networks)) : "";
  }

  /** @param {string} testid @param {string} shows symbols and terms of the text */
  buildLine(testid, shows) {
    const title = make("p", { className: "cv-panel-title" });
    const canvases = this.record.images.map((_, digit) => digitCanvas(String(digit)));
    const row = make("div", { className: "cv-digit-row", data: { testid, shows } }, ...canvases);
    this.stage.append(make("div", { className: "cv-panel cv-panel-wide" }, title, row));
    return { title, canvases };
  }

  get kind() {
    return this.state.mistaken ? "mean" : "sum";
  }

  draw() {
    const { record } = this;
    const results = record[this.kind];
    const { ink } = digitTables(this.host);
    record.images.forEach((image, k) => {
      showDigit(this.input.canvases[k], image, ink);
      showDigit(this.painted.canvases[k], results.paintings[k], ink);
    });
    setText(this.input.title, this.t("input"));
    setText(this.painted.title, this.t(this.kind));
    const accuracy = figureNumber(100 * results.accuracy, 1);
    const { epochs } = record.recipe;
    const note = { ...networkSizes(record.networks), epochs, accuracy };
    setText(this.note, this.t("network", note));
    this.showTell(this.t("error"), figureNumber(results.error, 1), this.kind === "mean");
  }

  values() {
    return this.record ? { error: figureNumber(this.record[this.kind].error, 1) } : {};
  }
}
