/* Two overlapping test digits, and the ten capsules after each recorded routing iteration. */

import { make, pressOnly } from "../../../browser/dom.js";
import { PAIR } from "../models/pair.js";
import { CHART, LengthColumns } from "./columns.js";
import { captionDigit, digitTables, showDigit } from "./pixels.js";
import { RecordedFigure } from "./recorded.js";
import { figureNumber } from "./shapes.js";

export class PairFigure extends RecordedFigure {
  static toy = PAIR;
  static record = "pair";

  build() {
    const { digits, rounds, pairs } = this.record;
    const row = make("div", { className: "cv-picture-row" });
    this.stage.append(row);
    this.both = captionDigit(row, this.t("both"));
    this.painted = digits.map((digit) => captionDigit(row, this.t("painted", { digit })));
    const svg = this.panel(CHART.width, CHART.height, this.t("lengths"));
    this.columns = new LengthColumns(svg, [""]);
    const note = this.t("note", { count: pairs });
    this.stage.append(make("p", { className: "cv-small cv-muted", data: { detail: "" } }, note));
    this.choices = rounds.map((count, n) =>
      this.button(this.t("after", { count }), () => this.do("choose", n), `pair-${n}`),
    );
    this.resetButton();
  }

  draw() {
    const { digits, image, painted, lengths, longest, rounds } = this.record;
    const { which } = this.state;
    const { ink } = digitTables(this.host);
    showDigit(this.both, image, ink);
    for (const [n, canvas] of this.painted.entries()) showDigit(canvas, painted[which][n], ink);
    this.columns.show(
      [lengths[which]],
      (k) => digits.includes(k),
      (k) => this.t("column", { digit: k, length: figureNumber(lengths[which][k]) }),
    );
    pressOnly(this.choices, which);
    this.showTell(this.t("tell", { count: rounds[which] }), figureNumber(longest[which], 3), false);
  }
}
