/* A feature map and its max-pooled output. */

import { setAttributes, setText, svgAppend, svgMake } from "../../../browser/dom.js";
import { POOL, poolBlock } from "../models/pool.js";
import { LessonFigure } from "./figure.js";
import { svgCells, svgText } from "./shapes.js";

const CELL = 36;
const SIDE = 8 * CELL;
const EDGE = 12;

export class PoolFigure extends LessonFigure {
  static toy = POOL;

  build() {
    const map = this.panel(SIDE + 2 * EDGE, SIDE + 2 * EDGE, this.t("map"));
    const pooled = this.panel(SIDE + 2 * EDGE, SIDE + 2 * EDGE, this.t("pooled"));
    pooled.dataset.shows = "max-pooling invariance";
    svgCells(map, { columns: 8, size: CELL, edge: EDGE }, { class: "cv-cell" });
    this.blocks = svgCells(
      pooled,
      { columns: 4, size: 2 * CELL, edge: EDGE },
      { class: "cv-cell" },
    );
    buildLines(map);
    this.bright = svgAppend(map, "rect", {
      width: CELL - 6,
      height: CELL - 6,
      rx: 5,
      class: "cv-fill cv-accent",
    });
    this.holdPoint(this.bright, {
      ...{ label: this.t("bright"), testid: "bright", range: [0, 7], step: [1, 1] },
      position: () => [this.state.column, this.state.row],
      put: (column, row) => this.do("put", row, column),
      from: (...point) => point.map((value) => Math.floor((value - EDGE) / CELL)),
      text: () => this.t("cell", { row: this.state.row, column: this.state.column }),
    });
    const answers = this.panel(620, 84, "", { wide: true, titled: false });
    this.strength = this.answer(answers, 30, "strength", "pooled-answer");
    this.positionText = this.answer(answers, 66, "place", "place-answer");
    this.positionText.classList.add("cv-accent-text");
    this.strength.dataset.shows = "max-pooling";
    this.positionText.dataset.shows = "equivariance";
    this.resetButton();
  }

  answer(panel, y, name, testid) {
    const value = svgText(190, y, { kind: "cv-strong", "data-testid": testid });
    panel.append(svgText(12, y, { kind: "cv-muted-text" }, this.t(name)), value);
    return value;
  }

  draw() {
    const { row, column } = this.state;
    const block = poolBlock({ row, column });
    setAttributes(this.bright, { x: EDGE + 3 + column * CELL, y: EDGE + 3 + row * CELL });
    this.blocks.forEach((cell, n) => {
      cell.classList.toggle("cv-cell-on", n === block);
    });
    setText(this.strength, this.t("strength-pooled", { strength: 1, block: block + 1 }));
    setText(this.positionText, this.t("place-value", { strength: 1, row, column }));
  }
}

/** The edges of the blocks. */
function buildLines(svg) {
  for (let position = EDGE; position <= SIDE + EDGE; position += 2 * CELL) {
    for (const ends of [
      { x1: position, x2: position, y1: EDGE, y2: SIDE + EDGE },
      { y1: position, y2: position, x1: EDGE, x2: SIDE + EDGE },
    ]) {
      svg.append(svgMake("line", { ...ends, class: "cv-line cv-ink", "stroke-width": 2 }));
    }
  }
}
