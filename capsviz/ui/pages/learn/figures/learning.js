/*
 * A recorded training run, step by step: predictions, reconstructions, and how well poses predict a
 * shape's factors.
 */

import { linearScale } from "../../../browser/chart.js";
import { make, setText, svgAppend, svgMake } from "../../../browser/dom.js";
import { PlayButton } from "../../../browser/play.js";
import { text } from "../../../browser/text.js";
import { LEARNING } from "../models/learning.js";
import { Film } from "./animation.js";
import { digitCanvas, digitTables, showDigit } from "./pixels.js";
import { networkSizes, RecordedFigure } from "./recorded.js";
import { figureNumber, svgBar, svgText } from "./shapes.js";

const FACTORS = ["x", "y", "size", "form", "rotation"];
/** Size of the curves: by default, in a wide figure with the poses, and in one without them. */
const NARROW_SIZE = [420, 176];
const SIZE_BESIDE_POSES = [460, 240];
const WIDE_SIZE = [640, 230];
const WIDE_HOST = 600;
const BARS = { width: 240, row: 33 };
/** Time between two steps of the animation, in ms. */
const STEP_TIME = 260;
const percent = (share) => text("percent", { value: figureNumber(100 * share, 1) });

export class LearningFigure extends RecordedFigure {
  static toy = LEARNING;
  static record = "learning";

  build() {
    const { poses } = this.options;
    if (this.host.clientWidth >= WIDE_HOST) {
      this.buildCurves(poses ? SIZE_BESIDE_POSES : WIDE_SIZE);
      if (poses) this.buildPoses();
      this.buildPictures().classList.add("cv-learning-row");
    } else {
      this.buildCurves(NARROW_SIZE);
      this.stage.append(make("div", { className: "cv-break" }));
      this.buildPictures();
      if (poses) this.buildPoses();
    }
    this.buildControls();
    this.veil(...this.stage.children, this.controls, this.lead);
  }

  get network() {
    return this.record ? this.t("small", networkSizes(this.record.network)) : "";
  }

  get last() {
    return this.record.moments.length - 1;
  }

  get at() {
    return Math.min(this.state.at, this.last);
  }

  /** @param {number[]} size */
  buildCurves([width, height]) {
    const { moments } = this.record;
    const [left, right, top, floor] = [70, width - 6, 10, height - 26];
    const svg = this.panel(width, height, this.t("reads"));
    const steps = moments[this.last].step;
    this.x = linearScale([0, steps], [left, right]);
    this.y = linearScale([0, 1], [floor, top]);
    const mark = (x, y, anchor, label) => svgText(x, y, { kind: "cv-muted-text", anchor }, label);
    svg.append(
      svgMake("path", { d: `M${left} ${top}V${floor}H${right}`, class: "cv-axis" }),
      mark(left - 6, top + 8, "end", "100 %"),
      mark(left - 6, floor, "end", "0"),
      mark(right, height - 6, "end", this.t("steps", { count: steps })),
    );
    this.lines = ["accuracy", "plain"].map((name) => {
      const line = svgAppend(svg, "path", { class: `cv-curve cv-learning-${name}` });
      return { name, line };
    });
    this.now = svgAppend(svg, "line", { y1: top, y2: floor, class: "cv-line cv-mark" });
    this.readouts = ["accuracy", "plain"].map((name) => {
      const value = make("b", { data: { testid: `learning-${name}` } });
      const key = make("i", { className: `cv-learning-key cv-learning-${name}` });
      return { name, value, node: make("span", {}, key, this.t(name), " ", value) };
    });
    const legend = make(
      "p",
      { className: "cv-learning-said" },
      ...this.readouts.map((s) => s.node),
    );
    svg.after(legend);
  }

  buildPictures() {
    const { shapes, inputs } = this.record;
    const row = (label, testid) =>
      shapes.map((name) => digitCanvas(this.t(label, { shape: name }), testid));
    this.shown = row("shown");
    this.painted = row("painted", "learning-painted");
    const pair = (k) => make("span", {}, this.shown[k], this.painted[k]);
    const title = make("p", { className: "cv-panel-title" }, this.t("paints"));
    const pairs = make("div", { className: "cv-learning-pairs" }, ...inputs.map((_, k) => pair(k)));
    const pictures = make("div", { className: "cv-learning-pictures" }, title, pairs);
    this.stage.append(pictures);
    return pictures;
  }

  /** How well a capsule's pose predicts the factors of its shape. */
  buildPoses() {
    const svg = this.panel(BARS.width, FACTORS.length * BARS.row + 4, this.t("poses"), {
      worded: true,
    });
    svg.parentElement.classList.add("cv-learning-poses");
    this.bars = FACTORS.map((name, k) => {
      const box = { x: 2, y: k * BARS.row + 17, width: BARS.width - 4, height: 10 };
      return { name, bar: svgBar(svg, { ...box, name: this.t(`factor-${name}`) }) };
    });
  }

  buildControls() {
    const limits = { min: 0, max: this.last, step: 1 };
    const go = (index) => {
      this.film.pause();
      this.do("go", index, this.last);
    };
    this.time = this.range(this.t("time"), limits, go, "learning-time");
    this.timeLabel = make("output", { className: "cv-learning-when" });
    this.controls.append(this.timeLabel);
    this.film = new Film({
      advance: () => this.advance(),
      show: (playing) => this.playButton.show(playing),
    });
    const play = this.leadButton("", () => {}, "learning-play");
    this.playButton = new PlayButton(play, {
      play: () => this.play(),
      pause: () => this.film.pause(),
    });
    this.resetButton();
  }

  play() {
    if (this.at === this.last) this.do("go", 0, this.last);
    this.film.play(STEP_TIME);
  }

  /** @returns {boolean} whether there are further steps */
  advance() {
    if (!this.host.contains(this.stage) || this.at === this.last) return false;
    this.do("go", this.at + 1, this.last);
    return this.at < this.last;
  }

  draw() {
    const { moments, inputs, batch } = this.record;
    const moment = moments[this.at];
    const shown = moments.slice(0, this.at + 1);
    for (const { name, line } of this.lines) {
      const points = shown.map((item) => `${this.x(item.step)} ${this.y(item[name])}`);
      line.setAttribute("d", `M${points.join("L")}`);
    }
    for (const end of ["x1", "x2"]) this.now.setAttribute(end, this.x(moment.step));
    for (const { name, value } of this.readouts) setText(value, percent(moment[name]));
    for (const { name, bar } of this.bars ?? []) bar.show(moment.r2[name]);
    const { ink } = digitTables(this.host);
    inputs.forEach((input, k) => {
      showDigit(this.shown[k], input, ink);
      showDigit(this.painted[k], moment.paintings[k], ink);
    });
    this.time.value = String(this.at);
    const { step } = moment;
    const label = this.t("step", { step, pictures: step * batch });
    this.time.setAttribute("aria-valuetext", label);
    setText(this.timeLabel, label);
  }
}
