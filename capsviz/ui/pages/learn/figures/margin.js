/* Ten capsule lengths to drag, and the margin loss of each. */

import { setAttributes, setText, svgMake } from "../../../browser/dom.js";
import { MARGIN, MAX_LENGTH, marginNumbers } from "../models/margin.js";
import { LessonFigure } from "./figure.js";
import { figureNumber, shortNumber, svgText } from "./shapes.js";

const TOP = 30;
/**
 * Layout in pixels: the number of rows in a column, their height and width, the distance between
 * columns (0 for a single one); the width of a digit's button; in a row, the boxes of its length and
 * its term at full width, and the baseline of the term's number.
 */
const WIDE_LAYOUT = {
  rows: 10,
  row: 36,
  rowWidth: 552,
  columnStep: 0,
  key: 60,
  bar: { x: 64, y: 8, width: 280, height: 18 },
  term: { x: 372, y: 10, width: 110, height: 14 },
  number: 22,
};
/** On a phone, a finger needs rows of 44 pixels, of which ten do not fit the screen. */
const NARROW_LAYOUT = {
  rows: 5,
  row: 53,
  rowWidth: 160,
  columnStep: 168,
  key: 53,
  bar: { x: 65, y: 4, width: 81, height: 24 },
  term: { x: 65, y: 36, width: 54, height: 8 },
  number: 45,
};
const NARROW_HOST = 480;
/** Term at which its bar has the full width. */
const FULL_TERM = 110 / 240;
const DIGITS = Array.from({ length: 10 }, (_, k) => k);
const KEY_STEP = 0.01;

export class MarginFigure extends LessonFigure {
  static toy = MARGIN;

  build() {
    this.layout = this.host.clientWidth < NARROW_HOST ? NARROW_LAYOUT : WIDE_LAYOUT;
    const { rows, row, rowWidth, columnStep, bar, term } = this.layout;
    const bottom = TOP + rows * row;
    const shape = { wide: true, titled: !columnStep };
    const svg = this.panel(columnStep + rowWidth + 8, bottom + 34, this.t("lengths"), shape);
    const columns = Array.from({ length: DIGITS.length / rows }, (_, index) =>
      svgMake("g", { transform: `translate(${index * columnStep} 0)` }),
    );
    svg.append(...columns);
    this.marks = columns.flatMap((column) =>
      [0, 1].map((k) => ({ k, ...buildMark(column, this.layout) })),
    );
    this.rows = DIGITS.map((k) => this.buildRow(columns[Math.floor(k / rows)], k));
    const muted = { kind: "cv-muted-text" };
    if (columnStep) {
      // Terms below the lengths have no column head: a legend names them.
      const swatch = {
        x: columnStep + bar.x,
        y: bottom + 19,
        width: 12,
        height: term.height,
        rx: 2,
      };
      svg.append(svgMake("rect", { ...swatch, class: "cv-fill cv-second" }));
      svg.append(svgText(swatch.x + 18, bottom + 28, muted, this.t("term")));
    } else svg.append(svgText(term.x, TOP - 12, muted, this.t("term")));
    const attributes = { "data-testid": "margin-total", "data-shows": "loss margin-loss" };
    this.total = svgText(columnStep ? 2 : bar.x, bottom + 28, { kind: "cv-strong", ...attributes });
    svg.append(this.total);
    if (this.options.mistake) this.toggle(this.t(this.options.mistake));
    this.resetButton();
  }

  buildRow(column, k) {
    const { row, rowWidth, columnStep, bar: barBox, term: termBox, number } = this.layout;
    const y = TOP + (k % this.layout.rows) * row;
    const press = this.buildKey(k, y);
    const trackBox = { ...barBox, y: y + barBox.y, rx: 3 };
    const length = { "data-shows": "norm_v_k" };
    const { width, ...barRect } = trackBox;
    const bar = svgMake("rect", { ...barRect, ...length, class: "cv-bar" });
    const gripRect = { y, width: 28, height: row, rx: 6, class: "cv-grip-bar" };
    const grip = svgMake("rect", { ...gripRect, ...length });
    const ends = { y1: trackBox.y - 4, y2: trackBox.y + trackBox.height + 4 };
    const edge = { ...ends, ...length, class: "cv-line cv-ink", "stroke-width": 3 };
    const line = svgMake("line", edge);
    const cost = { "data-shows": "L_k margin-loss" };
    const bars = { x: termBox.x, y: y + termBox.y, height: termBox.height, rx: 2 };
    const term = svgMake("rect", { ...bars, ...cost, class: "cv-fill cv-second" });
    const value = svgText(rowWidth, y + number, { kind: "cv-number-text", anchor: "end", ...cost });
    const track = svgMake("rect", { ...trackBox, class: "cv-track" });
    column.append(press, track, bar, line, term, value, grip);
    const left = (k < this.layout.rows ? 0 : columnStep) + barBox.x;
    this.hold(grip, {
      label: this.t("bar", { digit: k }),
      testid: `margin-${k}`,
      move: (x) => this.do("drag", k, (x - left) / width),
      nudge: (dx, dy) => this.do("drag", k, this.state.lengths[k] + KEY_STEP * (dx - dy)),
      slide: {
        min: 0,
        max: MAX_LENGTH,
        value: () => this.state.lengths[k],
        set: (length) => this.do("drag", k, length),
      },
      text: () => figureNumber(this.state.lengths[k], 2),
    });
    return { press, bar, grip, line, term, value };
  }

  /** The button that sets whether a digit is in the picture. */
  buildKey(k, y) {
    const { row, key: width } = this.layout;
    const height = Math.min(row - 6, 44);
    const textStyle = { kind: "cv-strong", anchor: "middle" };
    const key = svgMake(
      "g",
      {
        class: "cv-press",
        tabindex: 0,
        role: "switch",
        "aria-label": this.t("present", { digit: k }),
        "data-testid": `present-${k}`,
        "data-shows": "T_k",
      },
      svgMake("rect", { y, width, height: row, class: "cv-grip" }),
      svgMake("rect", { x: width / 2 - 18, y: y + 2, width: 36, height, rx: 5, class: "cv-key" }),
      svgText(width / 2, y + height / 2 + 7, textStyle, k),
    );
    key.addEventListener("click", () => this.do("mark", k));
    key.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      this.do("mark", k);
    });
    return key;
  }

  draw() {
    const { lengths, present, mistaken } = this.state;
    const { terms, total, bounds, compared } = marginNumbers(this.state, this.options);
    const { bar: track, term: column } = this.layout;
    const { mistake } = this.options;
    this.rows.forEach(({ press, bar, grip, line, term, value }, k) => {
      const end = track.x + track.width * lengths[k];
      press.setAttribute("aria-checked", String(Boolean(present[k])));
      bar.setAttribute("width", (track.width * compared[k]).toFixed(2));
      bar.classList.toggle("cv-accent", Boolean(present[k]));
      grip.setAttribute("x", (end - 14).toFixed(2));
      setAttributes(line, { x1: end.toFixed(2), x2: end.toFixed(2) });
      term.setAttribute("width", (column.width * Math.min(1, terms[k] / FULL_TERM)).toFixed(2));
      setText(value, shortNumber(terms[k]));
    });
    this.marks.forEach(({ k, path, text }) => {
      const x = track.x + track.width * bounds[k];
      path.setAttribute("transform", `translate(${x} 0)`);
      text.setAttribute("x", x);
      setText(text, figureNumber(bounds[k], mistaken && mistake === "squared" ? 3 : 1));
    });
    setText(this.total, this.t("total", { loss: shortNumber(total) }));
    if (!mistake) return;
    const tell = mistake === "squared" ? bounds[1] : Math.max(...compared);
    this.showTell(this.t(`tell-${mistake}`), figureNumber(tell, 3), Boolean(mistaken));
  }

  values() {
    const { present, chosen } = this.state;
    const { terms, total, compared } = marginNumbers(this.state, this.options);
    return {
      L_k: `${shortNumber(terms[chosen])} (k = ${chosen})`,
      T_k: String(present[chosen]),
      norm_v_k: figureNumber(compared[chosen], 2),
      loss: shortNumber(total),
    };
  }
}

/** A margin across the lengths of a column, and its number above them. */
function buildMark(column, { rows, row, bar, columnStep }) {
  // In two columns, numbers are below the lengths.
  const cells = Array.from({ length: rows }, (_, n) => `M0 ${TOP + n * row}v${bar.height + 8}`);
  const d = columnStep ? `M0 ${TOP - 8}v8${cells.join("")}` : `M0 ${TOP - 8}V${TOP + rows * row}`;
  const path = svgMake("path", { d, class: "cv-line cv-mark" });
  const text = svgText(0, TOP - 12, { kind: "cv-muted-text", anchor: "middle" });
  column.append(path, text);
  return { path, text };
}
