/* The gallery: the network's parameters, as a stack. */

import { svgMake } from "../../../browser/dom.js";
import { number } from "../../../browser/text.js";
import { countParts } from "../models/count.js";
import { SWITCH } from "../models/switch.js";
import { LessonFigure } from "./figure.js";
import { svgText } from "./shapes.js";

/** Pixels of one parameter: the stack with the mistake fills the panel. */
const UNIT = 536 / 15_100_000;
const EDGE = 12;
/** Colour of each part. */
const INKS = {
  conv: "ink",
  primary: "bar-second",
  digit: "second",
  decoder: "bar",
  again: "accent",
};

export class CountFigure extends LessonFigure {
  static toy = SWITCH;

  build() {
    this.svg = this.panel(560, 280, "", { wide: true, titled: false });
    this.toggle(this.t("switch"));
    this.resetButton();
  }

  draw() {
    const parts = countParts(this.state);
    const total = parts.reduce((sum, [, count]) => sum + count, 0);
    this.svg.replaceChildren();
    let x = EDGE;
    parts.forEach(([name, count], n) => {
      const width = Math.max(1.5, count * UNIT);
      this.svg.append(...this.part(name, count, { x, width, y: 104 + 36 * n }));
      x += width;
    });
    this.showTell(this.t("tell"), number(total), Boolean(this.state.mistaken));
  }

  part(name, count, { x, width, y }) {
    const attributes = { class: "cv-stack", fill: `var(--cv-${INKS[name]})` };
    return [
      svgMake("rect", { x, y: 16, width, height: 66, ...attributes }),
      svgMake("rect", { x: EDGE, y, width: 14, height: 14, rx: 2, ...attributes }),
      svgText(36, y + 12, {}, this.t(name)),
      svgText(360, y + 12, { kind: "cv-number-text", anchor: "end" }, number(count)),
    ];
  }
}
