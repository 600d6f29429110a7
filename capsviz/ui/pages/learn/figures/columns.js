/* Lengths of the ten capsules as columns: a bar for each of one or more images. */

import { setAttributes, svgAppend, svgMake } from "../../../browser/dom.js";
import { svgText } from "./shapes.js";

/** Space above the bars, and below them for their numbers. */
const [ABOVE, BELOW] = [6, 26];
/** Width of a class, and of its bars within it. */
const [WIDE, BARS] = [42, 32];
export const CHART = { width: 10 * WIDE, height: 128 };

export class LengthColumns {
  /**
   * @param {SVGElement} svg
   * @param {string[]} classes of each reading's bars
   * @param {{first?: number, height?: number}} [options] number below the first column, and height of
   *   the chart
   */
  constructor(svg, classes, { first = 0, height = CHART.height } = {}) {
    this.floor = height - BELOW;
    this.columns = Array.from({ length: 10 }, (_, k) =>
      buildColumn(svg, { k, height, label: k + first }, classes),
    );
  }

  /**
   * @param {number[][]} readings lengths of the ten
   * @param {(k: number, n: number) => boolean} isMarked whether a bar has the accent's colour
   * @param {(k: number) => string} nameOf a column, for screen readers
   */
  show(readings, isMarked, nameOf) {
    this.columns.forEach(({ bars, row }, k) => {
      bars.forEach((bar, n) => {
        const barHeight = (this.floor - ABOVE) * readings[n][k];
        setAttributes(bar, { y: String(this.floor - barHeight), height: String(barHeight) });
        bar.classList.toggle("cv-accent", isMarked(k, n));
      });
      row.setAttribute("aria-label", nameOf(k));
    });
  }
}

/**
 * @param {SVGElement} svg
 * @param {{k: number, height: number, label: number}} column
 * @param {string[]} classes
 */
function buildColumn(svg, { k, height, label }, classes) {
  const [x, barWidth] = [k * WIDE, BARS / classes.length];
  const bars = classes.map((name, n) =>
    svgMake("rect", {
      x: x + 4 + (barWidth + 1) * n,
      width: barWidth - 1,
      class: `cv-bar ${name}`,
    }),
  );
  const name = svgText(x + 20, height - 6, { anchor: "middle" }, label);
  const row = svgAppend(svg, "g", { role: "img" }, ...bars, name);
  return { bars, row };
}
