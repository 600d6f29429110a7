/* The gallery: ten numbers of this project's own model, without a mistake and with it. */

import { make, setText } from "../../../browser/dom.js";
import { SWITCH } from "../models/switch.js";
import { CHART, LengthColumns } from "./columns.js";
import { RecordedFigure } from "./recorded.js";
import { figureNumber } from "./shapes.js";

/** Effects whose bars are not lengths: they are scaled by the largest. */
const SCALED_EFFECTS = ["winner", "rounds"];
/** Symbols in the text that an effect's switch changes. */
const SWITCH_TERMS = {
  squash: "squash norm_s",
  batch: "b a u_hat",
  unit: "W c u_hat s norm_s",
  winner: "error x x_hat",
};
/** Height of the chart, the figure's only content. */
const HEIGHT = 230;

export class EffectsFigure extends RecordedFigure {
  static toy = SWITCH;

  get record() {
    return this.extra.effects?.[this.options.effect];
  }

  build() {
    this.name = String(this.options.effect);
    this.scaled = SCALED_EFFECTS.includes(this.name);
    /** The first column is moment 1 of a training, or the capsule of 0. */
    this.first = this.name === "winner" ? 1 : 0;
    const svg = this.panel(CHART.width, HEIGHT, this.t(`bars-${this.name}`), { wide: true });
    if (!this.scaled) svg.dataset.shows = "v norm_v";
    const options = { first: this.first, height: HEIGHT };
    this.columns = new LengthColumns(svg, ["cv-decided-0", "cv-decided-1"], options);
    this.note = make("p", { className: "cv-small cv-muted" });
    this.stage.append(this.note);
    const toggle = this.toggle(this.t(`switch-${this.name}`));
    toggle.dataset.shows = SWITCH_TERMS[this.name] ?? "";
    this.resetButton();
  }

  get network() {
    return this.record ? this.t(this.name === "winner" ? "small" : "shipped") : "";
  }

  draw() {
    const { right, mistaken, tell } = this.record;
    const bad = Boolean(this.state.mistaken);
    const scale = this.scaled ? 1 / Math.max(...right, ...mistaken) : 1;
    const scaled = (numbers) => numbers.map((number) => scale * number);
    const hidden = mistaken.map(() => 0);
    const decimals = this.first ? 1 : 3;
    this.columns.show(
      bad ? [scaled(right), scaled(mistaken)] : [hidden, scaled(right)],
      () => false,
      (k) => {
        const [without, mended] = [right[k], mistaken[k]].map((value) =>
          figureNumber(value, decimals),
        );
        const kind = `${this.first ? "moment" : "capsule"}-${bad ? "both" : "one"}`;
        return this.t(kind, { number: k + this.first, without, with: mended });
      },
    );
    setText(this.note, this.t(bad ? "colours" : "compare"));
    this.showTell(this.t(`tell-${this.name}`), figureNumber(tell[Number(bad)], decimals), bad);
  }
}
