/* One measurement as a row for each network: the number and its 95 % interval. */

import { linearScale } from "../../../browser/chart.js";
import { make } from "../../../browser/dom.js";
import { STATIC } from "../models/static.js";
import { LessonFigure } from "./figure.js";

/** Space left beyond the least and the largest bound, as a share of the range. */
const MARGIN = 0.1;

/**
 * @typedef {object} MeasuredRow
 * @property {string} series
 * @property {string} at
 * @property {string} label of the series
 * @property {string} condition in the visitor's language
 * @property {number} value
 * @property {number | null} low
 * @property {number | null} high
 * @property {string} text
 */

export class MeasuredFigure extends LessonFigure {
  static toy = STATIC;

  build() {
    const { measure, at, series, only } = this.options;
    const {
      of: material,
      share,
      rows,
      title = "",
    } = { ...this.extra.measures[measure], ...this.options };
    /** @type {MeasuredRow[]} */
    const visibleRows = rows.filter(
      (row) =>
        (at === undefined || row.at === at) &&
        (series === undefined || row.series === series) &&
        (only === undefined || only.includes(row.at)),
    );
    const scale = scaleOf(visibleRows, share);
    const nameOf = (row) => (series === undefined ? row.label : row.condition);
    const items = visibleRows.map((row) => rowOf(row, nameOf(row), scale));
    const list = make("ul", { className: "cv-measured", data: { testid: "measured" } }, ...items);
    const box = make(
      "div",
      { className: "cv-panel cv-panel-wide" },
      make("p", { className: "cv-panel-title" }, title),
      list,
      make("p", { className: "cv-small cv-muted" }, this.t("of", { material })),
    );
    this.stage.append(box);
    this.veil(list);
  }
}

/**
 * Positions along a row in percent; shares keep to their range, other numbers begin at 0.
 * @param {MeasuredRow[]} rows
 * @param {boolean} share
 */
function scaleOf(rows, share) {
  const ends = rows.flatMap(({ value, low, high }) => [low ?? value, high ?? value]);
  const [minimum, maximum] = [Math.min(...ends), Math.max(...ends)];
  const margin = MARGIN * (maximum - minimum);
  return share
    ? linearScale([Math.max(0, minimum - margin), Math.min(1, maximum + margin)], [0, 100])
    : linearScale([0, maximum + margin], [0, 100]);
}

/** @param {MeasuredRow} row @param {string} name @param {(value: number) => number} scale */
function rowOf({ value, low, high, text }, name, scale) {
  const track = make("span", { className: "cv-measured-track", aria: { "aria-hidden": "true" } });
  if (low !== null && high !== null) {
    const interval = make("i");
    interval.style.left = `${scale(low)}%`;
    interval.style.width = `${scale(high) - scale(low)}%`;
    track.append(interval);
  }
  const dot = make("b");
  dot.style.left = `${scale(value)}%`;
  track.append(dot);
  return make("li", {}, make("span", {}, name), track, make("span", {}, text));
}
