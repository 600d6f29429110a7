/* The gallery: where the place of a capsule is added to its vote. */

import { svgMake } from "../../../browser/dom.js";
import { PLACE_GRID, PLACE_TOY, placedVote, placeTell } from "../toys/place.js";
import { LessonFigure } from "./figure.js";
import { matrixEquation } from "./matrices.js";
import { figureNumber, svgArrow } from "./shapes.js";

const SIDE = 300;
const CELL = SIDE / PLACE_GRID;
/** Pixels of a frame's side of length 1. */
const UNIT = 60;

export class PlaceFigure extends LessonFigure {
  constructor(host, context, options, kept) {
    super(host, context, PLACE_TOY, options, kept);
    const grid = this.panel(SIDE, SIDE, this.t("grid"));
    for (let n = 0; n < PLACE_GRID ** 2; n++) {
      const [x, y] = [CELL * (n % PLACE_GRID), CELL * Math.floor(n / PLACE_GRID)];
      grid.append(svgMake("rect", { x, y, width: CELL, height: CELL, class: "cv-cell" }));
    }
    this.frame = ["cv-accent", "cv-second"].map((colour) => svgArrow(grid, colour));
    this.part = svgMake("circle", { r: 12, class: "cv-knob" });
    grid.append(this.part);
    this.holdPart();
    const names = [this.t("vote"), this.t("place"), this.t("placed")];
    this.equation = matrixEquation(this.stage, names, ["+", "="]);
    this.switch = this.toggle(this.t("switch"), (on) => this.do("flip", on));
    this.resetButton();
    this.draw();
  }

  holdPart() {
    const cell = (at) => Math.floor(at / CELL);
    this.hold(this.part, {
      label: this.t("part"),
      testid: "place-part",
      move: (x, y) => this.do("move", cell(x), cell(y)),
      nudge: (dx, dy) => this.do("move", this.state.column + dx, this.state.row + dy),
      slide: {
        least: 0,
        most: PLACE_GRID - 1,
        now: () => this.state.column,
        go: (column) => this.do("move", column, this.state.row),
      },
      text: () => this.t("at", this.state.row + 1, this.state.column + 1),
    });
  }

  draw() {
    const matrices = placedVote(this.state);
    const placed = matrices[2];
    const [x, y] = [0, 1].map((k) => SIDE * placed[k][2]);
    this.frame.forEach((arrow, k) => {
      arrow.point(x, y, x + UNIT * placed[0][k], y + UNIT * placed[1][k]);
    });
    this.part.setAttribute("cx", String(CELL * (this.state.column + 0.5)));
    this.part.setAttribute("cy", String(CELL * (this.state.row + 0.5)));
    this.equation.show(matrices, this.t("sum"));
    this.switch.checked = Boolean(this.state.mistaken);
    const turned = placeTell(this.state);
    this.showTell(this.t("tell"), `${figureNumber(turned, 1)}°`, Math.abs(turned) > 0.05);
  }
}
