/* A draggable digit, the positions of a transforming auto-encoder's capsules, and its output. */

import { make, setAttributes, setText, svgAppend, svgMake } from "../../../browser/dom.js";
import { number } from "../../../browser/text.js";
import {
  MAX_SHIFT,
  meanMove,
  shiftImage,
  TRANSFORMING,
  TransformingNetwork,
} from "../models/transforming.js";
import { FetchedFigure } from "./fetched.js";
import { figureNumber, svgCells } from "./shapes.js";

/** Units per pixel, and radius of a capsule with presence 1. */
const PIXEL = 12;
const RADIUS = 12;
const INK = { class: "cv-fill cv-ink", "fill-opacity": 0, "shape-rendering": "crispEdges" };

export class TransformingFigure extends FetchedFigure {
  static toy = TRANSFORMING;

  begin() {
    const { engine, transforming } = this.extra;
    this.whenHere(transforming && engine.lessonNetwork(transforming.sha), (file) => {
      this.reader = new TransformingNetwork(file, transforming.unit);
      this.file = file.arrays;
    });
  }

  get network() {
    return this.extra.transforming ? this.t("network") : "";
  }

  /** Shift of the digit to the right and down, in pixels. */
  get shift() {
    return [this.state.right, this.state.down];
  }

  build() {
    const { capsules, side } = this.reader;
    const pixels = { columns: side, size: PIXEL };
    const edge = { x: 0, y: 0, width: side * PIXEL, height: side * PIXEL };
    const panel = (caption) => {
      const svg = this.panel(edge.width, edge.height, caption);
      svg.append(svgMake("rect", { ...edge, class: "cv-frame" }));
      return svg;
    };
    const picture = panel(this.t("picture"));
    this.shown = svgCells(picture, pixels, INK);
    this.expected = buildCircles(picture, capsules, "cv-ring cv-ring-chosen");
    this.recognised = buildCircles(picture, capsules, "cv-fill cv-accent");
    const grip = svgAppend(picture, "rect", { ...edge, fill: "transparent" });
    this.holdPoint(grip, {
      ...{ label: this.t("move"), testid: "transforming-move" },
      ...{ gripped: true, range: [-MAX_SHIFT, MAX_SHIFT], step: [1, 1] },
      position: () => this.shift,
      put: (dx, dy) => this.do("move", dx, dy),
      from: (...point) => point.map((value) => value / PIXEL),
      text: () => {
        const [x, y] = this.shift.map((value) => figureNumber(value, 0));
        return this.t("shift", { x, y });
      },
    });
    this.painted = svgCells(panel(this.t("painted")), pixels, INK);
    const numbers = this.panel(700, 40, "", { wide: true, titled: false });
    this.words = svgAppend(numbers, "text", { x: 12, y: 26, class: "cv-text cv-strong" });
    const { measured, digits } = this.extra.transforming;
    const [followed, low, high] = [measured.followed, ...measured.interval].map((value) =>
      figureNumber(value, 2),
    );
    const note = this.t("measured", { count: digits, found: followed, low, high });
    this.stage.append(make("p", { className: "cv-small cv-muted", data: { detail: "" } }, note));
    const limits = { min: 0, max: 9, step: 1 };
    this.digit = this.range(this.t("digit"), limits, (k) => this.do("choose", k), "digit");
    this.resetButton();
  }

  draw() {
    if (!this.reader) return;
    const { digit } = this.state;
    const { reader, file, shift } = this;
    const bytes = file.images.subarray(digit * reader.pixels, (digit + 1) * reader.pixels);
    const original = Float32Array.from(bytes, (byte) => byte / 255);
    const moved = shiftImage(original, shift);
    const [before, after] = [original, moved].map((image) => reader.recognise(image));
    showPixels(this.shown, moved);
    showPixels(this.painted, reader.generate(before, shift));
    before.forEach(({ p, place }, k) => {
      const origin = [file.home[2 * k], file.home[2 * k + 1]];
      const put = (circle, [x, y], share) => {
        const [cx, cy] = [origin[0] + x, origin[1] + y].map((value) => (PIXEL * value).toFixed(1));
        setAttributes(circle, { cx, cy, r: (RADIUS * Math.sqrt(share)).toFixed(2) });
      };
      put(this.expected[k], [place[0] + shift[0], place[1] + shift[1]], p);
      put(this.recognised[k], after[k].place, after[k].p);
    });
    const [x, y] = shift.map((value) => figureNumber(value, 0));
    const measured = meanMove(before, after).map((value) => figureNumber(value, 1));
    setText(this.words, this.t("moved", { x, y, "found-x": measured[0], "found-y": measured[1] }));
    this.digit.value = String(digit);
  }
}

/** @param {Element[]} cells @param {ArrayLike<number>} image */
function showPixels(cells, image) {
  cells.forEach((cell, i) => {
    const ink = Math.min(1, Math.max(0, image[i])).toFixed(2);
    if (cell.getAttribute("fill-opacity") !== ink) cell.setAttribute("fill-opacity", ink);
  });
}

function buildCircles(svg, count, className) {
  return Array.from({ length: count }, () => svgAppend(svg, "circle", { class: className }));
}
