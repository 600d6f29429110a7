/* The sixteen values of a sample digit's pose, and the decoder's reconstruction. */

import { make, makeButton } from "../../../browser/dom.js";
import { PixelPicture } from "../../../browser/picture.js";
import { DimensionSliders } from "../../../browser/sliders.js";
import { DIMS } from "../models/dims.js";
import { DecoderFigure } from "./decoder.js";
import { captionDigit, digitTables } from "./pixels.js";

export class DimsFigure extends DecoderFigure {
  static toy = DIMS;

  build() {
    const pictures = make("div", { className: "cv-picture-row", data: { stays: "" } });
    this.before = captionDigit(pictures, this.t("before"), "lesson-before");
    this.current = captionDigit(pictures, this.t("picture"), "lesson-decoded");
    this.gap = captionDigit(pictures, this.t("difference"), "lesson-difference");
    this.current.dataset.shows = "decoder";
    this.keys = this.extra.samples.map(({ digit }) => this.buildKey(digit));
    const aria = { role: "group", "aria-label": this.t("digits") };
    const digits = make("div", { className: "cv-choice-row", aria }, ...this.keys);
    const box = make("div", { className: "cv-slider-box", data: { shows: "pose capsule" } });
    this.stage.append(digits, pictures, box);
    this.sliders = new DimensionSliders(box, {
      onChange: (pose, index) => {
        if (!this.drawing) this.do("slide", pose, index);
      },
    });
    this.resetButton();
    this.loadStatistics();
  }

  buildKey(digit) {
    const choose = () => this.do("choose", digit);
    return makeButton("cv-button", `lesson-digit-${digit}`, String(digit), choose);
  }

  async loadStatistics() {
    this.statistics = await this.extra.engine.poses(this.extra.poses);
    if (this.statistics && this.host.contains(this.stage)) this.draw();
  }

  draw() {
    if (!this.decoder) return;
    const { digit, pose } = this.sample(this.state.digit);
    this.keys.forEach((key, n) => {
      key.setAttribute("aria-pressed", String(this.extra.samples[n].digit === digit));
    });
    this.drawSliders(digit, pose);
    const { ink, difference } = digitTables(this.host);
    const [before, current] = [this.picture(digit, pose), this.picture(digit, this.sliders.pose)];
    new PixelPicture(this.before).show(before, ink);
    new PixelPicture(this.current).show(current, ink);
    new PixelPicture(this.gap).showDifference(before, current, difference);
  }

  /** The sliders report every change, including changes made here. */
  drawSliders(digit, pose) {
    const { statistics } = this;
    this.drawing = true;
    this.sliders.show(digit, pose, statistics?.mean[digit] ?? null, statistics?.std[digit] ?? null);
    const targetPose = Float32Array.from(this.state.pose ?? pose);
    if (targetPose.some((value, d) => value !== this.sliders.pose[d])) this.sliders.set(targetPose);
    this.drawing = false;
  }
}
