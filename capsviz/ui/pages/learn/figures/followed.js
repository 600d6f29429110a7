/* A real seven in the bundled network: five of its input capsules, and their couplings. */

import { pressOnly, setAttributes, setText, svgAppend, svgMake } from "../../../browser/dom.js";
import { base64ToBytes } from "../../../browser/raster.js";
import { list, text } from "../../../browser/text.js";
import { FOLLOWED } from "../models/followed.js";
import { CHART, LengthColumns } from "./columns.js";
import { RecordedFigure } from "./recorded.js";
import { figureNumber, svgText } from "./shapes.js";

const DIGIT = 7;
const CLASSES = 10;
const ITERATIONS = [1, 2, 3];
/** Pixels of the image, of an input capsule's receptive field, and their stride. */
const [SIDE, FIELD, STRIDE] = [28, 17, 2];
/** Units of a pixel, of a cell of the table, and of a cell of the map. */
const PIXEL = 10;
const CELL = { width: 38, height: 40, left: 26, top: 24 };
const DOT = 9;
/** Marks a shape as an input capsule, to which the text links. */
const CAPSULE = { "data-shows": "primary-capsule" };

export class FollowedFigure extends RecordedFigure {
  static toy = FOLLOWED;
  static record = "followed";

  build() {
    this.buildPicture();
    this.buildTable();
    this.buildMap();
    const svg = this.panel(CHART.width, CHART.height, this.t("lengths"));
    this.columns = new LengthColumns(svg, [""]);
    this.choices = ITERATIONS.map((count) =>
      this.button(
        this.t("after", { number: count }),
        () => this.do("iterate", count),
        `followed-${count}`,
      ),
    );
    this.resetButton();
  }

  get network() {
    return this.extra.network ?? "";
  }

  /** The seven, with the centres of the five fields, and the selected one's field. */
  buildPicture() {
    const svg = this.panel(SIDE * PIXEL, SIDE * PIXEL, this.t("picture"));
    base64ToBytes(this.record.image).forEach((value, index) => {
      const [x, y] = [index % SIDE, Math.floor(index / SIDE)].map((place) => place * PIXEL);
      const cell = { x, y, width: PIXEL, height: PIXEL, "fill-opacity": (value / 255).toFixed(2) };
      if (value) svg.append(svgMake("rect", { ...cell, class: "cv-fill cv-ink" }));
    });
    const edge = { x: 0.5, y: 0.5, width: SIDE * PIXEL - 1, height: SIDE * PIXEL - 1 };
    const size = FIELD * PIXEL;
    this.field = svgMake("rect", { width: size, height: size, class: "cv-followed-field" });
    svg.append(svgMake("rect", { ...edge, class: "cv-frame" }), this.field);
    this.marks = this.record.parts.map(({ row, column }, n) => {
      const [x, y] = [column, row].map((value) => (value * STRIDE + FIELD / 2) * PIXEL);
      const mark = svgMake(
        "g",
        { class: "cv-vote cv-press", transform: `translate(${x} ${y})`, ...CAPSULE },
        svgMake("circle", { r: 14, class: "cv-vote-dot" }),
        svgMake(
          "text",
          { dy: "0.35em", class: "cv-vote-name", "text-anchor": "middle" },
          String(n + 1),
        ),
      );
      mark.addEventListener("click", () => this.do("choose", n));
      svg.append(mark);
      return mark;
    });
  }

  /** Couplings of the five to the ten classes. */
  buildTable() {
    const { parts } = this.record;
    const { left, top, width, height } = CELL;
    const svg = this.panel(
      left + CLASSES * width,
      top + parts.length * height,
      this.t("couplings"),
    );
    svg.parentElement.classList.add("cv-panel-cells");
    for (let k = 0; k < CLASSES; k++) {
      const kind = k === DIGIT ? "cv-strong" : "";
      svg.append(svgText(left + (k + 0.5) * width, 16, { kind, anchor: "middle" }, k));
    }
    this.cells = parts.map((_, n) => {
      const y = top + n * height;
      const number = svgText(4, y + 0.62 * height, {}, n + 1);
      const row = svgMake("g", { role: "img", "data-testid": `followed-part-${n + 1}` }, number);
      row.classList.add("cv-press");
      row.addEventListener("click", () => this.do("choose", n));
      const cells = Array.from({ length: CLASSES }, (__, k) => {
        const box = { x: left + k * width + 1, y: y + 1, width: width - 2, height: height - 2 };
        const attributes = { class: "cv-followed-cell", "data-shows": "coupling" };
        const cell = svgMake("rect", { ...box, ...attributes, rx: 3 });
        const text = svgMake("text", {
          ...{ x: left + (k + 0.5) * width, y: y + 0.62 * height },
          ...{ class: "cv-followed-number", "text-anchor": "middle" },
        });
        row.append(cell, text);
        return { cell, text };
      });
      svg.append(row);
      return { row, cells };
    });
  }

  /** Couplings of all input capsules to the seven, with a row per type and a column per place. */
  buildMap() {
    const { types, side, parts } = this.record;
    const places = side * side;
    this.count = types * places;
    const label = this.t("map", { count: this.count });
    const svg = this.panel(places * DOT, types * DOT, label);
    svg.dataset.shows = "coupling";
    this.map = Array.from({ length: this.count }, (_, index) => {
      const [x, y] = [Math.floor(index / types) * DOT, (index % types) * DOT];
      const cell = { x, y, width: DOT - 1, height: DOT - 1 };
      return svgAppend(svg, "rect", { ...cell, class: "cv-map-cell" });
    });
    this.rings = parts.map(({ type, row, column }) => {
      const [x, y] = [(row * side + column) * DOT - 2, type * DOT - 2];
      const size = { x, y, width: DOT + 3, height: DOT + 3 };
      return svgAppend(svg, "rect", { ...size, ...CAPSULE, class: "cv-ring" });
    });
  }

  draw() {
    const { parts, all, lengths } = this.record;
    const { part, iteration } = this.state;
    const index = iteration - 1;
    const { row, column } = parts[part];
    setAttributes(this.field, { x: column * STRIDE * PIXEL, y: row * STRIDE * PIXEL });
    parts.forEach(({ couplings }, n) => {
      for (const [node, name] of [
        [this.marks[n], "cv-vote-chosen"],
        [this.rings[n], "cv-ring-chosen"],
        [this.cells[n].row, "cv-followed-chosen"],
      ])
        node.classList.toggle(name, n === part);
      this.cells[n].cells.forEach(({ cell, text: number }, k) => {
        cell.setAttribute("fill-opacity", couplings[index][k].toFixed(3));
        setText(number, figureNumber(couplings[index][k], 2).replace(/^0/, ""));
      });
      const values = list(
        couplings[index].map((c, k) => text("named", { name: k, value: figureNumber(c, 2) })),
        "numbers",
      );
      const label = this.t("part-couplings", { number: n + 1, couplings: values });
      this.cells[n].row.setAttribute("aria-label", label);
    });
    base64ToBytes(all[index]).forEach((value, n) => {
      this.map[n].setAttribute("fill-opacity", Math.min(1, value / 128).toFixed(2));
    });
    this.columns.show(
      [lengths[index]],
      (k) => k === DIGIT,
      (k) => this.t("column", { digit: k, length: figureNumber(lengths[index][k], 2) }),
    );
    pressOnly(this.choices, index);
    this.showTell(
      this.t("tell", { number: part + 1 }),
      figureNumber(parts[part].couplings[index][DIGIT], 2),
      false,
    );
  }
}
