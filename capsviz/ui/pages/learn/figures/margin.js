/* Lesson 6: ten lengths to drag, and the margin loss of each. */

import { put, svgMake } from "../../../browser/dom.js";
import { MARGIN, MOST_LENGTH, marginNumbers } from "../toys/margin.js";
import { LessonFigure } from "./figure.js";
import { figureNumber, shortNumber } from "./shapes.js";

const [LEFT, WIDTH, TOP, ROW] = [64, 280, 30, 36];
const TERMS = LEFT + WIDTH + 28;
const DIGITS = Array.from({ length: 10 }, (_, k) => k);
const NUDGE = 0.01;

export class MarginFigure extends LessonFigure {
  constructor(host, context, options, kept) {
    super(host, context, MARGIN, options, kept);
    const svg = this.panel(560, 424, this.t("lengths"), { wide: true });
    this.marks = [0, 1].map(() => buildMark(svg));
    svg.append(
      svgMake("text", { x: TERMS, y: TOP - 12, class: "cv-text cv-muted-text" }, this.t("term")),
    );
    this.rows = DIGITS.map((k) => this.buildRow(svg, k));
    this.total = svgMake("text", {
      x: LEFT,
      y: TOP + 10 * ROW + 28,
      class: "cv-text cv-strong",
      "data-testid": "margin-total",
    });
    svg.append(this.total);
    if (options.mistake) {
      this.switch = this.toggle(this.t("squared"), (on) => this.do("flip", on));
    }
    this.resetButton();
    this.draw();
  }

  buildRow(svg, k) {
    const y = TOP + k * ROW;
    const press = this.buildKey(k, y);
    const place = { x: LEFT, y: y + 8, height: ROW - 18, rx: 3 };
    const bar = svgMake("rect", { ...place, class: "cv-bar" });
    const grip = svgMake("rect", { y, width: 28, height: ROW, rx: 6, class: "cv-grip-bar" });
    const ends = { y1: y + 4, y2: y + ROW - 6 };
    const line = svgMake("line", { ...ends, class: "cv-line cv-ink", "stroke-width": 3 });
    const bars = { x: TERMS, y: y + 10, height: ROW - 22, rx: 2 };
    const term = svgMake("rect", { ...bars, class: "cv-fill cv-second" });
    const value = svgMake("text", {
      x: 552,
      y: y + ROW / 2 + 4,
      class: "cv-text cv-number-text",
      "text-anchor": "end",
    });
    const track = svgMake("rect", { ...place, width: WIDTH, class: "cv-track" });
    svg.append(press, track, bar, line, grip, term, value);
    this.hold(grip, {
      label: this.t("bar", k),
      testid: `margin-${k}`,
      move: (x) => this.do("drag", k, (x - LEFT) / WIDTH),
      nudge: (dx, dy) => this.do("drag", k, this.state.lengths[k] + NUDGE * (dx - dy)),
      slide: {
        least: 0,
        most: MOST_LENGTH,
        now: () => this.state.lengths[k],
        go: (length) => this.do("drag", k, length),
      },
      text: () => figureNumber(this.state.lengths[k], 2),
    });
    return { press, bar, grip, line, term, value };
  }

  /** The button that says whether a digit is in the picture. */
  buildKey(k, y) {
    const words = {
      x: 28,
      y: y + ROW / 2 + 4,
      class: "cv-text cv-strong",
      "text-anchor": "middle",
    };
    const key = svgMake(
      "g",
      {
        class: "cv-press",
        tabindex: 0,
        role: "switch",
        "aria-label": this.t("present", k),
        "data-testid": `present-${k}`,
      },
      svgMake("rect", { x: 12, y: y + 2, width: 32, height: ROW - 6, rx: 5, class: "cv-key" }),
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
    const { terms, total, bounds } = marginNumbers(this.state);
    this.rows.forEach(({ press, bar, grip, line, term, value }, k) => {
      const end = LEFT + WIDTH * lengths[k];
      press.setAttribute("aria-checked", String(Boolean(present[k])));
      bar.setAttribute("width", (end - LEFT).toFixed(2));
      bar.classList.toggle("cv-accent", Boolean(present[k]));
      grip.setAttribute("x", (end - 14).toFixed(2));
      line.setAttribute("x1", end.toFixed(2));
      line.setAttribute("x2", end.toFixed(2));
      term.setAttribute("width", Math.min(110, 240 * terms[k]).toFixed(2));
      put(value, shortNumber(terms[k]));
    });
    this.marks.forEach(({ line, text }, k) => {
      const x = LEFT + WIDTH * bounds[k];
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
      text.setAttribute("x", x);
      put(text, figureNumber(bounds[k], mistaken ? 3 : 1));
    });
    put(this.total, `${this.t("total")}: ${shortNumber(total)}`);
    if (!this.switch) return;
    this.switch.checked = Boolean(mistaken);
    this.showTell(this.t("tell"), figureNumber(bounds[1], 3), Boolean(mistaken));
  }

  values() {
    const { lengths, present, chosen } = this.state;
    const { terms, total } = marginNumbers(this.state);
    return {
      L_k: `${shortNumber(terms[chosen])} (k = ${chosen})`,
      T_k: String(present[chosen]),
      norm_v_k: figureNumber(lengths[chosen], 2),
      loss: shortNumber(total),
    };
  }
}

function buildMark(svg) {
  const line = svgMake("line", { y1: TOP - 8, y2: TOP + 10 * ROW, class: "cv-line cv-mark" });
  const text = svgMake("text", {
    y: TOP - 12,
    class: "cv-text cv-muted-text",
    "text-anchor": "middle",
  });
  svg.append(line, text);
  return { line, text };
}
