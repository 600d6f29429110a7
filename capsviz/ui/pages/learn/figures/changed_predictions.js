/* Test digits that three routing iterations classify differently from one, as measured. */

import { make, pressOnly, setText } from "../../../browser/dom.js";
import { DECIDED } from "../models/changed_predictions.js";
import { CHART, LengthColumns } from "./columns.js";
import { digitCanvas, digitTables, showDigit } from "./pixels.js";
import { RecordedFigure } from "./recorded.js";
import { figureNumber } from "./shapes.js";

/** Iterations to compare, counted from 0. */
const COMPARED_ITERATIONS = [0, 2];

export class VerdictFigure extends RecordedFigure {
  static toy = DECIDED;
  static record = "decided";

  build() {
    const { mended, spoilt } = this.record.drawings;
    this.drawings = [
      ...mended.map((drawing) => ({ ...drawing, kind: "mended" })),
      ...spoilt.map((each) => ({ ...each, kind: "spoilt" })),
    ];
    this.buildCounts();
    this.buildDrawing();
    this.choices = this.drawings.map((_, n) => {
      const button = this.button(String(n + 1), () => this.do("choose", n), `decided-${n}`);
      button.setAttribute("aria-label", this.t("drawing", { number: n + 1 }));
      return button;
    });
    this.resetButton();
  }

  /** The test digits, grouped by how their predictions changed. */
  buildCounts() {
    const { n, digits } = this.record;
    /** @type {[HTMLCanvasElement, string][]} */
    this.pictures = [];
    const kinds = ["mended", "spoilt", "other"].filter((kind) => digits[kind].length);
    const rows = kinds.flatMap((kind) => [
      make("p", { className: "cv-decided-kind" }, this.t(kind, { count: digits[kind].length })),
      make(
        "ul",
        { className: "cv-decided" },
        ...digits[kind].map((digit) => this.showDigit(digit)),
      ),
    ]);
    const title = make("p", { className: "cv-panel-title" }, this.t("measured", { count: n }));
    const unseen = make("p", { className: "cv-small cv-muted" }, this.t("unseen"));
    unseen.hidden = this.pictures.length > 0;
    const box = { className: "cv-panel cv-panel-wide", data: { testid: "decided-digits" } };
    this.stage.append(make("div", box, title, ...rows, unseen));
  }

  /** One test digit: its picture if available, else its number, and both predictions. */
  showDigit({ index, digit, first, last, image }) {
    const values = { number: String(index), label: digit, first, last };
    const name = make("span", { className: "cv-hidden" }, this.t("digit", values));
    const label = image ? this.t("answers", { first, last }) : this.t("number", values);
    const answers = make("span", { aria: { "aria-hidden": "true" } }, label);
    const item = make("li", { title: name.textContent }, name);
    if (image) {
      const attributes = { className: "cv-lesson-digit", aria: { "aria-hidden": "true" } };
      const canvas = make("canvas", attributes);
      this.pictures.push([canvas, image]);
      item.append(canvas);
    }
    item.append(answers);
    return item;
  }

  buildDrawing() {
    this.title = make("p", { className: "cv-panel-title", aria: { role: "status" } });
    this.canvas = digitCanvas("");
    this.stage.append(make("div", { className: "cv-decided-drawing" }, this.title, this.canvas));
    const svg = this.panel(CHART.width, CHART.height, this.t("lengths"));
    this.columns = new LengthColumns(svg, ["cv-decided-0", "cv-decided-1"]);
    const { tried } = this.record;
    const note = this.t("own", { tried, count: this.drawings.length });
    this.stage.append(make("p", { className: "cv-small cv-muted", data: { detail: "" } }, note));
  }

  draw() {
    if (!this.drawings?.length) return;
    const index = Math.min(this.state.which, this.drawings.length - 1);
    const { kind, digit, turn: degrees, image, lengths } = this.drawings[index];
    setText(this.title, this.t(`says-${kind}`, { digit, degrees }));
    this.canvas.setAttribute("aria-label", this.t("picture", { digit, degrees }));
    const { ink } = digitTables(this.host);
    showDigit(this.canvas, image, ink);
    for (const [canvas, pixels] of this.pictures) showDigit(canvas, pixels, ink);
    const readings = COMPARED_ITERATIONS.map((iteration) => lengths[iteration]);
    this.columns.show(
      readings,
      (k, n) => readings[n][k] === Math.max(...readings[n]),
      (k) => {
        const [first, last] = readings.map((reading) => figureNumber(reading[k]));
        return this.t("column", { digit: k, first, last });
      },
    );
    pressOnly(this.choices, index);
    const winner = (row) => row.indexOf(Math.max(...row));
    const [first, last] = COMPARED_ITERATIONS.map((iteration) => winner(lengths[iteration]));
    this.showTell(this.t("tell"), this.t("answers", { first, last }), last !== digit);
  }
}
