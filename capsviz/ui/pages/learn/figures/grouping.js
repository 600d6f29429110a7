/* The gallery: the eight values of a primary capsule. */

import { setText, svgMake } from "../../../browser/dom.js";
import { GROUPING, grouping, PRIMARY_CAPSULES } from "../models/grouping.js";
import { LessonFigure } from "./figure.js";
import { svgText } from "./shapes.js";

const GRID = 6;
const CELL = 48;
const EDGE = 12;

export class GroupingFigure extends LessonFigure {
  static toy = GROUPING;

  build() {
    const map = this.panel(312, 312, this.t("map"));
    this.cells = Array.from({ length: GRID * GRID }, (_, n) => buildCell(map, n));
    const list = this.panel(320, 312, this.t("list"));
    this.lines = Array.from({ length: 8 }, (_, d) => svgText(8, 30 + 36 * d));
    list.append(...this.lines);
    const limits = { min: 0, max: PRIMARY_CAPSULES - 1, step: 1 };
    const choose = (capsule) => this.do("choose", capsule);
    this.slider = this.range(this.t("capsule"), limits, choose, "grouping-capsule");
    this.toggle(this.t("switch"));
    this.resetButton();
  }

  draw() {
    const { numbers, places } = grouping(this.state);
    this.cells.forEach(({ cell, text }, index) => {
      cell.classList.toggle("cv-cell-on", places.has(index));
      setText(text, String(places.get(index) ?? ""));
    });
    this.lines.forEach((line, d) => {
      const { channel, row, column } = numbers[d];
      setText(line, this.t("row", { number: d + 1, channel, row, column }));
    });
    this.slider.value = String(this.state.capsule);
    this.showTell(this.t("tell"), String(places.size), places.size > 1);
  }
}

function buildCell(svg, n) {
  const [x, y] = [EDGE + CELL * (n % GRID), EDGE + CELL * Math.floor(n / GRID)];
  const cell = svgMake("rect", { x, y, width: CELL, height: CELL, class: "cv-cell" });
  const text = svgText(x + CELL / 2, y + 29, { kind: "cv-strong", anchor: "middle" });
  svg.append(cell, text);
  return { cell, text };
}
