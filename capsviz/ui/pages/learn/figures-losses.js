/* Figures of lessons 6 and 7 and of the gallery: losses, decoder, shapes, counts. */

import { CapsuleDecoder } from "../../browser/decoder.js";
import { DimensionSliders, loadPoseStatistics } from "../../browser/sliders.js";
import { groupedNumbers, marginTerms } from "./maths.js";
import {
  clampNumber,
  figureNumber,
  htmlNode,
  inkColours,
  LessonFigure,
  makeDraggable,
  paintDifference,
  paintDigit,
  svgNode,
} from "./stage.js";

export class MarginFigure extends LessonFigure {
  static events = ["zero", "both", "switched"];
  static TWO = [0.04, 0.06, 0.05, 0.9, 0.05, 0.08, 0.04, 0.06, 0.9, 0.07];
  static ONE = [0.12, 0.3, 0.08, 0.55, 0.05, 0.42, 0.06, 0.05, 0.68, 0.2];

  constructor(host, context) {
    super(host, context);
    const svg = this.panel(560, 424, this.t("lengths"), true);
    this.svg = svg;
    const [left, width, top, row] = [64, 280, 30, 36];
    Object.assign(this, { left, width, top, row });
    this.marks = [0.1, 0.9].map((share) => {
      const x = left + width * share;
      const line = svgNode("line", {
        x1: x,
        x2: x,
        y1: top - 8,
        y2: top + 10 * row,
        class: "cv-line cv-mark",
      });
      const text = svgNode("text", {
        x,
        y: top - 12,
        class: "cv-text cv-muted-text",
        "text-anchor": "middle",
      });
      svg.append(line, text);
      return { line, text };
    });
    svg.append(
      svgNode(
        "text",
        { x: left + width + 28, y: top - 12, class: "cv-text cv-muted-text" },
        this.t("term"),
      ),
    );
    this.rows = Array.from({ length: 10 }, (_, k) => this.buildRow(k));
    this.total = svgNode("text", {
      x: left,
      y: top + 10 * row + 28,
      class: "cv-text cv-strong",
      "data-testid": "margin-total",
    });
    svg.append(this.total);
    this.mistaken = false;
    this.button(this.t("reset"), () => this.preset(this.options.preset), "margin-reset");
    this.preset();
  }

  set(options) {
    const before = this.options;
    super.set(options);
    if (before.preset !== options.preset) this.preset(options.preset);
    if (options.mistake && !this.switcher) {
      this.switcher = this.toggle(this.t("squared"), false, (on) => {
        this.mistaken = on;
        this.draw();
        this.report("switched");
      });
    }
    if (!options.mistake && this.switcher) {
      this.switcher.remove();
      this.switcher = null;
      this.mistaken = false;
    }
    this.tell.hidden = !options.mistake;
    this.draw();
  }

  preset(name) {
    this.lengths = [...(name === "two" ? MarginFigure.TWO : MarginFigure.ONE)];
    this.present = this.lengths.map((_, k) => k === 3);
    this.chosen = name === "two" ? 8 : 3;
    this.draw();
  }

  buildRow(k) {
    const { svg, left, width, top, row } = this;
    const y = top + k * row;
    const press = svgNode("g", {
      class: "cv-press",
      tabindex: "0",
      role: "switch",
      "aria-label": this.t("present", k),
    });
    press.dataset.testid = `present-${k}`;
    press.append(
      svgNode("rect", { x: 12, y: y + 2, width: 32, height: row - 6, rx: 5, class: "cv-key" }),
      svgNode(
        "text",
        { x: 28, y: y + row / 2 + 4, class: "cv-text cv-strong", "text-anchor": "middle" },
        String(k),
      ),
    );
    const flip = () => {
      this.present[k] = !this.present[k];
      this.chosen = k;
      this.draw();
      this.judge();
    };
    press.addEventListener("click", flip);
    press.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      flip();
    });
    const track = svgNode("rect", {
      x: left,
      y: y + 8,
      width,
      height: row - 18,
      rx: 3,
      class: "cv-track",
    });
    const bar = svgNode("rect", { x: left, y: y + 8, height: row - 18, rx: 3, class: "cv-bar" });
    const grip = svgNode("rect", { y, width: 28, height: row, rx: 6, class: "cv-grip-bar" });
    const line = svgNode("line", {
      y1: y + 4,
      y2: y + row - 6,
      class: "cv-line cv-ink",
      "stroke-width": 3,
    });
    const term = svgNode("rect", {
      x: left + width + 28,
      y: y + 10,
      height: row - 22,
      rx: 2,
      class: "cv-fill cv-second",
    });
    const value = svgNode("text", {
      x: 548,
      y: y + row / 2 + 4,
      class: "cv-text cv-number-text",
      "text-anchor": "end",
    });
    svg.append(press, track, bar, line, grip, term, value);
    makeDraggable(grip, {
      label: this.t("bar", k),
      move: (x) => this.drag(k, (x - left) / width),
      nudge: (dx, dy) => this.drag(k, this.lengths[k] + 0.01 * (dx - dy)),
      text: () => figureNumber(this.lengths?.[k] ?? 0),
    });
    grip.dataset.testid = `margin-${k}`;
    return { press, bar, grip, line, term, value };
  }

  drag(k, length) {
    this.lengths[k] = clampNumber(Math.round(length * 100) / 100, 0, 0.99);
    this.chosen = k;
    this.draw();
    this.judge();
  }

  judge() {
    const total = marginTerms(this.lengths, this.present, this.mistaken).reduce((a, b) => a + b, 0);
    if (total > 1e-9) return;
    this.report("zero");
    if (this.present[3] && this.present[8]) this.report("both");
  }

  draw() {
    if (!this.rows || !this.lengths) return;
    const terms = marginTerms(this.lengths, this.present, this.mistaken);
    const total = terms.reduce((a, b) => a + b, 0);
    this.rows.forEach(({ press, bar, grip, line, term, value }, k) => {
      const end = this.left + this.width * this.lengths[k];
      press.setAttribute("aria-checked", String(this.present[k]));
      bar.setAttribute("width", Math.max(0, end - this.left).toFixed(2));
      bar.classList.toggle("cv-accent", this.present[k]);
      grip.setAttribute("x", (end - 14).toFixed(2));
      line.setAttribute("x1", end.toFixed(2));
      line.setAttribute("x2", end.toFixed(2));
      term.setAttribute("width", Math.min(110, 240 * terms[k]).toFixed(2));
      value.textContent = terms[k] ? figureNumber(terms[k], 3) : "0";
    });
    const bounds = this.mistaken ? [Math.sqrt(0.1), Math.sqrt(0.9)] : [0.1, 0.9];
    this.marks.forEach(({ line, text }, k) => {
      const x = this.left + this.width * bounds[k];
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
      text.setAttribute("x", x);
      text.textContent = figureNumber(bounds[k], this.mistaken ? 2 : 1);
    });
    this.total.textContent = `${this.t("total")}: ${figureNumber(total, 3)}`;
    if (this.options.mistake) {
      this.showTell(this.t("tell"), figureNumber(bounds[1], 3), this.mistaken);
    }
    const k = this.chosen;
    this.numbers = {
      L_k: `${figureNumber(terms[k], 3)} (k = ${k})`,
      T_k: String(Number(this.present[k])),
      norm_v_k: figureNumber(this.lengths[k]),
      loss: figureNumber(total, 3),
    };
    this.changed();
  }

  values() {
    return this.numbers ?? {};
  }
}

function bytesOf(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

function canvasFigure(parent, caption, testid) {
  const canvas = htmlNode("canvas", {
    class: "cv-lesson-digit",
    role: "img",
    "aria-label": caption,
  });
  if (testid) canvas.dataset.testid = testid;
  const words = htmlNode("figcaption", { class: "cv-small" }, caption);
  parent.append(htmlNode("figure", { class: "cv-lesson-picture" }, canvas, words));
  return { canvas, words };
}

export class BlurFigure extends LessonFigure {
  static events = ["switched"];

  constructor(host, context) {
    super(host, context);
    const record = this.extra.blur;
    if (!record) {
      this.stage.append(htmlNode("p", { class: "cv-muted" }, this.t("missing")));
      return;
    }
    this.record = record;
    this.kind = "sum";
    this.lines = ["input", "painted"].map((name) => {
      const title = htmlNode("p", { class: "cv-panel-title" });
      const row = htmlNode("div", { class: "cv-digit-row", "data-testid": `blur-${name}` });
      this.stage.append(htmlNode("div", { class: "cv-panel cv-panel-wide" }, title, row));
      const canvases = record.images.map((_, digit) => {
        const canvas = htmlNode("canvas", {
          class: "cv-lesson-digit",
          role: "img",
          "aria-label": `${digit}`,
        });
        row.append(canvas);
        return canvas;
      });
      return { title, canvases };
    });
    this.note = htmlNode("p", { class: "cv-small cv-muted" });
    this.stage.append(this.note);
    this.toggle(this.t("switch"), false, (on) => {
      this.kind = on ? "mean" : "sum";
      this.draw();
      this.report("switched");
    });
    this.draw();
  }

  draw() {
    const { record, kind } = this;
    if (!record) return;
    const found = record[kind];
    const colours = inkColours(this.host);
    record.images.forEach((image, k) => {
      paintDigit(this.lines[0].canvases[k], bytesOf(image), colours);
      paintDigit(this.lines[1].canvases[k], bytesOf(found.paintings[k]), colours);
    });
    this.lines[0].title.textContent = this.t("input");
    this.lines[1].title.textContent = this.t(kind);
    this.note.textContent = `${this.t("network", record.networks, record.recipe.epochs)} ${this.t("accuracy")}: ${figureNumber(100 * found.accuracy, 1)} %.`;
    this.showTell(this.t("error"), figureNumber(found.error, 1), kind === "mean");
    this.changed();
  }

  values() {
    return this.record ? { error: figureNumber(this.record[this.kind].error, 1) } : {};
  }
}

/** The real decoder; what it needs comes with the page. */
class DecoderFigure extends LessonFigure {
  constructor(host, context) {
    super(host, context);
    this.ready = null;
    const { decoder, samples } = this.extra;
    if (!decoder || !samples?.length) {
      this.stage.append(htmlNode("p", { class: "cv-muted" }, this.t("missing")));
      return;
    }
    this.stage.append(htmlNode("p", { class: "cv-muted" }, this.t("loading")));
    CapsuleDecoder.load(this.extra.decoderUrl, decoder)
      .then((found) => {
        if (!host.isConnected) return;
        this.ready = found;
        this.stage.replaceChildren();
        this.build();
      })
      .catch(() =>
        this.stage.replaceChildren(htmlNode("p", { class: "cv-muted" }, this.t("missing"))),
      );
  }
}

export class DimsFigure extends DecoderFigure {
  static events = ["moved", "several", "other"];

  build() {
    this.moved = new Set();
    const pictures = htmlNode("div", { class: "cv-picture-row" });
    this.before = canvasFigure(pictures, this.t("before"), "lesson-before");
    this.now = canvasFigure(pictures, this.t("picture"), "lesson-decoded");
    this.gap = canvasFigure(pictures, this.t("difference"), "lesson-difference");
    const digits = htmlNode("div", {
      class: "cv-choice-row",
      role: "group",
      "aria-label": this.t("digits"),
    });
    this.keys = this.extra.samples.map((sample, n) => {
      const key = htmlNode("button", { type: "button", class: "cv-button" }, String(sample.digit));
      key.dataset.testid = `lesson-digit-${sample.digit}`;
      key.addEventListener("click", () => this.choose(n, true));
      digits.append(key);
      return key;
    });
    const box = htmlNode("div", { class: "cv-slider-box" });
    this.stage.append(digits, pictures, box);
    this.sliders = new DimensionSliders(box, { onChange: (_, index) => this.slide(index) });
    this.loadLabels();
    this.choose(
      Math.max(
        0,
        this.extra.samples.findIndex((sample) => sample.digit === 2),
      ),
      false,
    );
  }

  loadLabels() {
    if (!this.extra.posesUrl) return;
    loadPoseStatistics(this.extra.posesUrl).then((found) => {
      this.statistics = found;
      if (found && this.host.isConnected) this.show();
    });
  }

  choose(n, byHand) {
    this.sample = this.extra.samples[n];
    this.keys.forEach((key, k) => key.setAttribute("aria-pressed", String(k === n)));
    this.show();
    if (byHand && n !== this.first) this.switchedDigit = true;
    this.first ??= n;
  }

  show() {
    const { digit, pose } = this.sample;
    const mean = this.statistics?.mean[digit] ?? null;
    const std = this.statistics?.std[digit] ?? null;
    this.original = Uint8Array.from(this.ready.decode(digit, pose), (x) => Math.round(x));
    this.sliders.show(digit, pose, mean, std);
    this.paint();
  }

  slide(index) {
    this.paint();
    if (index < 0) return;
    this.moved.add(index);
    this.report("moved");
    if (this.moved.size >= 4) this.report("several");
    if (this.switchedDigit) this.report("other");
  }

  paint() {
    const colours = inkColours(this.host);
    const now = this.ready.decode(this.sample.digit, this.sliders.pose);
    paintDigit(this.before.canvas, this.original, colours);
    paintDigit(this.now.canvas, now, colours);
    paintDifference(this.gap.canvas, this.original, now, colours);
    this.changed();
  }
}

export class MaskFigure extends DecoderFigure {
  static events = ["switched"];

  build() {
    this.mistaken = false;
    const pictures = htmlNode("div", { class: "cv-picture-row" });
    this.views = [3, 8].map((digit) => canvasFigure(pictures, this.t("first", digit)));
    this.gap = canvasFigure(pictures, this.t("difference"));
    this.note = htmlNode("p", { class: "cv-muted" });
    this.stage.append(pictures, this.note);
    this.toggle(this.t("switch"), false, (on) => {
      this.mistaken = on;
      this.draw();
      this.report("switched");
    });
    this.draw();
  }

  draw() {
    const { pose } = this.extra.samples.find((sample) => sample.digit === 3);
    // Without its place among the 160, nothing tells which capsule the numbers came from.
    const [a, b] = [3, 8].map((digit) =>
      Uint8Array.from(this.ready.decode(this.mistaken ? 3 : digit, pose), (x) => Math.round(x)),
    );
    const colours = inkColours(this.host);
    paintDigit(this.views[0].canvas, a, colours);
    paintDigit(this.views[1].canvas, b, colours);
    paintDifference(this.gap.canvas, a, b, colours);
    const error = a.reduce((sum, x, p) => sum + ((x - b[p]) / 255) ** 2, 0);
    this.note.textContent = this.t("inputs", this.mistaken ? 16 : 160);
    this.showTell(this.t("tell"), figureNumber(error, 1), this.mistaken);
    this.changed();
  }
}

export class GroupingFigure extends LessonFigure {
  static events = ["switched"];

  constructor(host, context) {
    super(host, context);
    this.mistaken = false;
    this.index = 40;
    const svg = this.panel(312, 312, this.t("map"));
    this.cells = Array.from({ length: 36 }, (_, n) => {
      const [x, y] = [12 + 48 * (n % 6), 12 + 48 * Math.floor(n / 6)];
      const cell = svgNode("rect", { x, y, width: 48, height: 48, class: "cv-cell" });
      const text = svgNode("text", {
        x: x + 24,
        y: y + 29,
        class: "cv-text cv-strong",
        "text-anchor": "middle",
      });
      svg.append(cell, text);
      return { cell, text };
    });
    const list = this.panel(320, 312, this.t("list"));
    this.lines = Array.from({ length: 8 }, (_, d) => {
      const line = svgNode("text", { x: 8, y: 30 + 36 * d, class: "cv-text" });
      list.append(line);
      return line;
    });
    this.range(
      this.t("capsule"),
      { min: 0, max: 1151, step: 1, value: this.index },
      (index) => {
        this.index = index;
        this.draw();
      },
      "grouping-capsule",
    );
    this.toggle(this.t("switch"), false, (on) => {
      this.mistaken = on;
      this.draw();
      this.report("switched");
    });
    this.draw();
  }

  draw() {
    const numbers = groupedNumbers(this.index, this.mistaken);
    const places = new Map();
    numbers.forEach(({ row, column }) => {
      const at = 6 * row + column;
      places.set(at, (places.get(at) ?? 0) + 1);
    });
    this.cells.forEach(({ cell, text }, at) => {
      cell.classList.toggle("cv-cell-on", places.has(at));
      text.textContent = places.get(at) ?? "";
    });
    this.lines.forEach((line, d) => {
      const { channel, row, column } = numbers[d];
      line.textContent = this.t("row", d + 1, channel, row + 1, column + 1);
    });
    this.showTell(this.t("tell"), String(places.size), places.size > 1);
    this.changed();
  }
}

/** Parameters of the paper's network, layer by layer. */
export const CAPSNET_PARAMETERS = {
  conv: 20_992,
  primary: 5_308_672,
  digit: 1_474_560,
  decoder: 1_411_344,
};

export class CountFigure extends LessonFigure {
  static events = ["switched"];

  constructor(host, context) {
    super(host, context);
    this.mistaken = false;
    this.svg = this.panel(560, 250, "", true);
    this.svg.figureTitle.hidden = true;
    this.toggle(this.t("switch"), false, (on) => {
      this.mistaken = on;
      this.draw();
      this.report("switched");
    });
    this.draw();
  }

  draw() {
    const { conv, primary, digit, decoder } = CAPSNET_PARAMETERS;
    const parts = [
      ["conv", conv],
      ["primary", primary],
      ["digit", digit],
      ["decoder", decoder],
    ];
    if (this.mistaken) parts.push(["again", conv + primary + digit]);
    const total = parts.reduce((sum, [, count]) => sum + count, 0);
    this.svg.replaceChildren();
    const unit = 536 / 15_100_000;
    let x = 12;
    parts.forEach(([name, count], n) => {
      const width = Math.max(1.5, count * unit);
      this.svg.append(
        svgNode("rect", { x, y: 16, width, height: 54, class: `cv-stack cv-stack-${name}` }),
        svgNode("rect", {
          x: 12,
          y: 88 + 30 * n,
          width: 14,
          height: 14,
          rx: 2,
          class: `cv-stack cv-stack-${name}`,
        }),
        svgNode("text", { x: 36, y: 100 + 30 * n, class: "cv-text" }, this.t(name)),
        svgNode(
          "text",
          { x: 360, y: 100 + 30 * n, class: "cv-text cv-number-text", "text-anchor": "end" },
          count.toLocaleString("en"),
        ),
      );
      x += width;
    });
    this.showTell(this.t("tell"), total.toLocaleString("en"), this.mistaken);
    this.changed();
  }
}
