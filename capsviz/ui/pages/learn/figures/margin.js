/* Ten capsule lengths to drag, and the margin loss of each. */

import { setText, svgMake } from "../../../browser/dom.js";
import { MARGIN, MAX_LENGTH, marginNumbers } from "../models/margin.js";
import { LessonFigure } from "./figure.js";
import { figureNumber, shortNumber } from "./shapes.js";

const TOP = 30;
/**
 * Layout in pixels: left edge and width of the bars, row height, and the terms' left edge, width
 * and right edge.
 */
const WIDE = { left: 64, width: 280, row: 36, terms: 372, room: 110, end: 552 };
/** On a phone: a finger needs rows of 44 pixels. */
const NARROW = { left: 56, width: 170, row: 46, terms: 244, room: 50, end: 348 };
const NARROW_HOST = 480;
/** A term of this size fills its column. */
const FULL_TERM = 110 / 240;
const DIGITS = Array.from({ length: 10 }, (_, k) => k);
const NUDGE = 0.01;

export class MarginFigure extends LessonFigure {
  static toy = MARGIN;

  build() {
    this.layout = this.host.clientWidth < NARROW_HOST ? NARROW : WIDE;
    const { left, row, terms, end } = this.layout;
    const svg = this.panel(end + 8, TOP + 10 * row + 34, this.t("lengths"), { wide: true });
    this.marks = [0, 1].map(() => buildMark(svg, row));
    svg.append(
      svgMake("text", { x: terms, y: TOP - 12, class: "cv-text cv-muted-text" }, this.t("term")),
    );
    this.rows = DIGITS.map((k) => this.buildRow(svg, k));
    this.total = svgMake("text", {
      x: left,
      y: TOP + 10 * row + 28,
      class: "cv-text cv-strong",
      "data-testid": "margin-total",
      "data-shows": "loss margin-loss",
    });
    svg.append(this.total);
    if (this.options.mistake) {
      this.switch = this.toggle(this.t(this.options.mistake), (on) => this.do("flip", on));
    }
    this.resetButton();
  }

  buildRow(svg, k) {
    const { left, width, row, terms, end } = this.layout;
    const y = TOP + k * row;
    const press = this.buildKey(k, y);
    const place = { x: left, y: y + 8, height: row - 18, rx: 3 };
    const length = { "data-shows": "norm_v_k" };
    const bar = svgMake("rect", { ...place, ...length, class: "cv-bar" });
    const hold = { y, width: 28, height: row, rx: 6, class: "cv-grip-bar" };
    const grip = svgMake("rect", { ...hold, ...length });
    const ends = { y1: y + 4, y2: y + row - 6 };
    const edge = { ...ends, ...length, class: "cv-line cv-ink", "stroke-width": 3 };
    const line = svgMake("line", edge);
    const bars = { x: terms, y: y + 10, height: row - 22, rx: 2 };
    const cost = { "data-shows": "L_k margin-loss" };
    const term = svgMake("rect", { ...bars, ...cost, class: "cv-fill cv-second" });
    const value = svgMake("text", {
      x: end,
      y: y + row / 2 + 4,
      class: "cv-text cv-number-text",
      "text-anchor": "end",
      ...cost,
    });
    const track = svgMake("rect", { ...place, width, class: "cv-track" });
    svg.append(press, track, bar, line, grip, term, value);
    this.hold(grip, {
      label: this.t("bar", { digit: k }),
      testid: `margin-${k}`,
      move: (x) => this.do("drag", k, (x - left) / width),
      nudge: (dx, dy) => this.do("drag", k, this.state.lengths[k] + NUDGE * (dx - dy)),
      slide: {
        least: 0,
        most: MAX_LENGTH,
        now: () => this.state.lengths[k],
        go: (length) => this.do("drag", k, length),
      },
      text: () => figureNumber(this.state.lengths[k], 2),
    });
    return { press, bar, grip, line, term, value };
  }

  /** The button that says whether a digit is in the picture. */
  buildKey(k, y) {
    const { left, row } = this.layout;
    const words = {
      x: 28,
      y: y + row / 2 + 4,
      class: "cv-text cv-strong",
      "text-anchor": "middle",
    };
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
      svgMake("rect", { y, width: left - 4, height: row, class: "cv-grip" }),
      svgMake("rect", { x: 12, y: y + 2, width: 32, height: row - 6, rx: 5, class: "cv-key" }),
      svgMake("text", words, String(k)),
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
    const { left, width, room } = this.layout;
    const { mistake } = this.options;
    this.rows.forEach(({ press, bar, grip, line, term, value }, k) => {
      const end = left + width * lengths[k];
      press.setAttribute("aria-checked", String(Boolean(present[k])));
      bar.setAttribute("width", (width * compared[k]).toFixed(2));
      bar.classList.toggle("cv-accent", Boolean(present[k]));
      grip.setAttribute("x", (end - 14).toFixed(2));
      line.setAttribute("x1", end.toFixed(2));
      line.setAttribute("x2", end.toFixed(2));
      term.setAttribute("width", (room * Math.min(1, terms[k] / FULL_TERM)).toFixed(2));
      setText(value, shortNumber(terms[k]));
    });
    this.marks.forEach(({ line, text }, k) => {
      const x = left + width * bounds[k];
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
      text.setAttribute("x", x);
      setText(text, figureNumber(bounds[k], mistaken && mistake === "squared" ? 3 : 1));
    });
    setText(this.total, `${this.t("total")}: ${shortNumber(total)}`);
    if (!this.switch) return;
    this.switch.checked = Boolean(mistaken);
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

function buildMark(svg, row) {
  const line = svgMake("line", { y1: TOP - 8, y2: TOP + 10 * row, class: "cv-line cv-mark" });
  const text = svgMake("text", {
    y: TOP - 12,
    class: "cv-text cv-muted-text",
    "text-anchor": "middle",
  });
  svg.append(line, text);
  return { line, text };
}
