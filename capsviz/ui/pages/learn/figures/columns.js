/* Lengths of the ten capsules as columns: a bar for each of one or more images. */

import { svgMake } from "../../../browser/dom.js";

const FLOOR = 102;
const MAX_HEIGHT = 96;
/** Width of a class, and of its bars within it. */
const [WIDE, BARS] = [42, 32];
export const CHART = { width: 10 * WIDE, height: 128 };

export class LengthColumns {
  /**
   * @param {SVGElement} svg
   * @param {string[]} classes of each reading's bars
   * @param {number} [first] number under the first column
   */
  constructor(svg, classes, first = 0) {
    this.columns = Array.from({ length: 10 }, (_, k) => buildColumn(svg, k, classes, k + first));
  }

  /**
   * @param {number[][]} readings lengths of the ten
   * @param {(k: number, n: number) => boolean} isMarked whether a bar has the accent's colour
   * @param {(k: number) => string} nameOf a column, for screen readers
   */
  show(readings, isMarked, nameOf) {
    this.columns.forEach(({ bars, row }, k) => {
      bars.forEach((bar, n) => {
        const tall = MAX_HEIGHT * readings[n][k];
        bar.setAttribute("y", String(FLOOR - tall));
        bar.setAttribute("height", String(tall));
        bar.classList.toggle("cv-accent", isMarked(k, n));
      });
      row.setAttribute("aria-label", nameOf(k));
    });
  }
}

/** @param {SVGElement} svg @param {number} k @param {string[]} classes @param {number} label */
function buildColumn(svg, k, classes, label) {
  const [x, room] = [k * WIDE, BARS / classes.length];
  const bars = classes.map((name, n) =>
    svgMake("rect", { x: x + 4 + (room + 1) * n, width: room - 1, class: `cv-bar ${name}` }),
  );
  const name = { x: x + 20, y: CHART.height - 6, class: "cv-text", "text-anchor": "middle" };
  const row = svgMake("g", { role: "img" }, ...bars, svgMake("text", name, String(label)));
  svg.append(row);
  return { bars, row };
}
