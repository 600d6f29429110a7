/* A seven, and the arrow that describes it. */

import { setAttributes, setText, svgAppend, svgMake } from "../../../browser/dom.js";
import { list } from "../../../browser/text.js";
import {
  MAX_INK,
  SEVEN,
  sevenAngle,
  sevenDegrees,
  sevenTurn,
  sevenVector,
} from "../models/seven.js";
import { LessonFigure } from "./figure.js";
import { figureNumber, svgArrow, vectorText } from "./shapes.js";

const SIDE = 340;
const MIDDLE = SIDE / 2;
/** Radius of the round handle's circle. */
const ORBIT = 128;
/** Terms of the arrow in the text. */
const ARROW_TERMS = "capsule digit-capsule pose presence equivariance invariance squash";
/** Pixels per unit of length. */
const UNIT = 140;

export class SevenFigure extends LessonFigure {
  static toy = SEVEN;

  build() {
    this.buildPicture();
    this.buildCapsule();
    const numbers = this.panel(700, 40, "", { wide: true, titled: false });
    this.words = svgAppend(numbers, "text", { x: 12, y: 26, class: "cv-text cv-strong" });
    const limits = { min: 0, max: 0.99, step: 0.01 };
    this.ink = this.range(this.t("ink"), limits, (ink) => this.do("fade", ink), "ink");
    this.resetButton();
  }

  buildPicture() {
    const svg = this.panel(SIDE, SIDE, this.t("picture"));
    const pen = { d: "M-48 -62 L48 -62 L-14 74", class: "cv-pen" };
    this.seven = svgMake("path", { ...pen, "data-shows": "decoder" });
    this.knob = svgMake("circle", { r: 15, class: "cv-knob" });
    svg.append(circle(ORBIT), this.seven, this.knob);
    this.hold(this.knob, {
      label: this.t("turn"),
      testid: "turn",
      move: (x, y) => this.do("turn", Math.atan2(y - MIDDLE, x - MIDDLE)),
      nudge: (dx, dy) => this.do("turn", this.state.angle + ((dx || dy) * Math.PI) / 24),
      slide: {
        min: 0,
        max: 359,
        value: () => sevenDegrees(this.state),
        set: (degrees) => this.do("turn", sevenAngle(degrees)),
      },
      text: () => this.t("degrees", { degrees: sevenDegrees(this.state) }),
    });
  }

  buildCapsule() {
    const svg = this.panel(SIDE, SIDE, this.t("capsule"));
    svg.append(
      circle(UNIT),
      svgMake("circle", { cx: MIDDLE, cy: MIDDLE, r: 3, class: "cv-fill cv-ink" }),
    );
    this.arrow = svgArrow(svg, "cv-accent", 5, 18, ARROW_TERMS);
    this.tip = svgAppend(svg, "circle", { r: 20, class: "cv-grip" });
    this.hold(this.tip, {
      label: this.t("tip"),
      testid: "tip",
      move: (x, y) => this.do("point", (x - MIDDLE) / UNIT, (y - MIDDLE) / UNIT),
      nudge: (dx, dy) => {
        const [x, y] = sevenVector(this.state);
        this.do("point", x + 0.05 * dx, y + 0.05 * dy);
      },
      slide: {
        min: -MAX_INK,
        max: MAX_INK,
        value: () => sevenVector(this.state)[0],
        set: (x) => this.do("point", x, 0), // a disc's extreme x are at its centre's height
      },
      text: () => this.t("place", this.measures()),
    });
  }

  measures() {
    return { length: figureNumber(this.state.ink), degrees: sevenDegrees(this.state) };
  }

  draw() {
    const { angle, ink } = this.state;
    const [x, y] = sevenVector(this.state);
    const degrees = (sevenTurn(this.state) * 180) / Math.PI;
    this.seven.setAttribute(
      "transform",
      `translate(${MIDDLE} ${MIDDLE}) rotate(${degrees.toFixed(2)})`,
    );
    this.seven.setAttribute("stroke-opacity", ink.toFixed(3));
    const [knobX, knobY] = [Math.cos(angle), Math.sin(angle)].map(
      (value) => MIDDLE + ORBIT * value,
    );
    setAttributes(this.knob, { cx: knobX, cy: knobY });
    const tip = [MIDDLE + UNIT * x, MIDDLE + UNIT * y];
    this.arrow.point(MIDDLE, MIDDLE, tip[0], tip[1]);
    setAttributes(this.tip, { cx: tip[0], cy: tip[1] });
    this.ink.value = String(ink);
    const measures = this.measures();
    const parts = [this.t("length", measures), this.t("angle", measures), vectorText([x, -y])];
    setText(this.words, list(parts, "dots"));
  }

  values() {
    const { ink } = this.state;
    return { norm_v: figureNumber(ink), norm_s: figureNumber(Math.sqrt(ink / (1 - ink))) };
  }
}

function circle(r) {
  return svgMake("circle", { cx: MIDDLE, cy: MIDDLE, r, class: "cv-orbit" });
}
