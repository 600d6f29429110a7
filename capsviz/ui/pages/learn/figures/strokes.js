/* Two strokes that paint a digit, and how well each of three objects explains them. */

import { setText, svgAppend, svgMake } from "../../../browser/dom.js";
import { number } from "../../../browser/text.js";
import {
  STROKE_COLUMNS,
  STROKE_HALF,
  STROKE_OBJECTS,
  STROKE_PARTS,
  STROKE_ROOM,
  STROKE_ROWS,
  STROKE_TARGET,
  STROKE_THICK,
  STROKES,
  strokeNumbers,
  strokeParts,
  strokePicture,
} from "../models/strokes.js";
import { PlacedFigure } from "./movable_parts.js";
import { figureNumber, svgBar, svgCells } from "./shapes.js";

const LINE_WIDTH = STROKE_THICK;
/** Each stroke's knob is at the end that no object's other stroke crosses. */
const SHAPES = STROKE_HALF.map((half, n) => {
  const end = n === 0 ? -half : half;
  return { d: outline(half), edge: [end, 0], hold: [end, 0] };
});
/** Symbols and terms of an object in the text, and of the poses that it predicts for its parts. */
const OBJECT_TERMS = "object-capsule OV_k OP_km";
const OUTLINE_TERMS = "mu_km sigma_km";
/** Size of a pixel in the panel of pixels. */
const CELL = 12;
/** Rows of the panel of objects. */
const [BAR_TOP, BAR_ROW, WORDS_TOP] = [34, 54, 246];

/** A horizontal stroke with round ends. @param {number} half @returns {string} */
function outline(half) {
  const arc = `a${LINE_WIDTH} ${LINE_WIDTH} 0 0 1`;
  return `M${-half} ${-LINE_WIDTH}H${half}${arc} 0 ${2 * LINE_WIDTH}H${-half}${arc} 0 ${-2 * LINE_WIDTH}Z`;
}

export class StrokesFigure extends PlacedFigure {
  static toy = STROKES;

  get limits() {
    return STROKE_ROOM;
  }

  build() {
    const svg = this.panel(460, 380, this.t("table"));
    if (!this.options.objects) show(strokes(svg, "cv-stroke-target"), STROKE_TARGET);
    this.nodes = STROKE_PARTS.map((name, n) => this.buildPart(svg, name, n, SHAPES[n]));
    for (const node of this.nodes) node.dataset.shows = "part-capsule template T_m pose pose_m";
    if (this.options.objects) this.buildObjects(svg);
    else this.buildPixels();
    this.toggle(this.t("absent"), "absent", "remove", "absent").dataset.shows = "d_m";
    if (this.options.objects) {
      this.toggle(this.t("ignore"), "ignore", "ignore", "ignored");
      this.button(this.t("turn"), () => this.do("turnAll", Math.PI / 12), "turn-all");
    }
    this.resetButton();
  }

  buildPixels() {
    const panel = this.panel(STROKE_COLUMNS * CELL, STROKE_ROWS * CELL, this.t("painted"));
    panel.dataset.shows = "x_hat";
    const paper = { width: STROKE_COLUMNS * CELL, height: STROKE_ROWS * CELL, class: "cv-cell" };
    panel.append(svgMake("rect", paper));
    const pixels = { columns: STROKE_COLUMNS, rows: STROKE_ROWS, size: CELL };
    this.pixels = svgCells(panel, pixels, { class: "cv-fill cv-ink" });
  }

  /** @param {SVGSVGElement} svg of the strokes */
  buildObjects(svg) {
    // In front, so that they are visible. The strokes below can still be dragged.
    const front = svgAppend(svg, "g", {
      "pointer-events": "none",
      "data-shows": `${OBJECT_TERMS} ${OUTLINE_TERMS}`,
    });
    this.expected = strokes(front, "cv-stroke-expected");
    const panel = this.panel(320, 300, this.t("belief"), { worded: true });
    this.bars = [...STROKE_OBJECTS, "none"].map((name, k) =>
      svgBar(panel, {
        ...{ x: 12, y: BAR_TOP + BAR_ROW * k, width: 276, name: this.t(name) },
        shows: name === "none" ? "" : OBJECT_TERMS,
      }),
    );
    this.agreements = [0, 1].map((row) => {
      const attributes = { x: 12, y: WORDS_TOP + 26 * row, class: "cv-text" };
      return svgAppend(panel, "text", { ...attributes, "data-shows": OUTLINE_TERMS });
    });
    this.veil(panel.parentElement, front);
  }

  draw() {
    const { absent, ignored } = this.state;
    show(this.nodes, strokeParts(this.state));
    this.nodes[1].classList.toggle("cv-stroke-absent", absent);
    if (this.pixels) this.drawPixels();
    else this.drawObjects(ignored);
  }

  drawPixels() {
    const { pixels, error } = strokePicture(this.state);
    pixels.forEach((value, p) => {
      this.pixels[p].setAttribute("fill-opacity", value.toFixed(2));
    });
    this.showTell(this.t("error"), figureNumber(error, 1), false);
  }

  /** @param {boolean} ignored whether poses are */
  drawObjects(ignored) {
    const { beliefs, expected, agreement, likeliest } = strokeNumbers(this.state);
    show(this.expected, expected[likeliest]);
    const maximum = Math.max(...beliefs);
    this.bars.forEach((bar, k) => {
      bar.show(beliefs[k]);
      bar.accent(beliefs[k] === maximum && !ignored);
    });
    this.agreements.forEach((text, m) => {
      const fit = agreement[likeliest][m];
      const value = number(fit, 1, { signed: true });
      const [part, object] = [this.t(STROKE_PARTS[m]), this.t(STROKE_OBJECTS[likeliest])];
      setText(text, this.t("agreement", { part, object, value }));
    });
  }
}

/** Both strokes as separate shapes. @param {Element} parent @param {string} className */
function strokes(parent, className) {
  return STROKE_HALF.map((half) =>
    svgAppend(parent, "path", { d: outline(half), class: className }),
  );
}

/** @param {Element[]} nodes @param {import("../models/part_positions.js").Place[]} places */
function show(nodes, places) {
  nodes.forEach((node, n) => {
    const { x, y, angle } = places[n];
    const degrees = ((angle * 180) / Math.PI).toFixed(2);
    node.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${degrees})`);
  });
}
