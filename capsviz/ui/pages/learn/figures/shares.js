/* Couplings of each part: a bar per part, with a segment for each parent. */

import { svgMake } from "../../../browser/dom.js";
import { figureNumber } from "./shapes.js";

const WIDTH = 220;
const ROW = 24;
const LEFT = 22;
const HEIGHT = 19;
/** Narrower segments have no room for their parent's name. */
const NAMED = 20;

/** @param {number} parts */
export function sharesSize(parts) {
  return { width: WIDTH, height: parts * ROW };
}

/**
 * @param {SVGSVGElement} svg of `sharesSize`
 * @param {{parts: number, parents: string[]}} look
 */
export function shareBars(svg, { parts, parents }) {
  const room = WIDTH - LEFT - 2;
  const whole = svgMake("line", { y1: 0, y2: parts * ROW, class: "cv-line cv-mark" });
  const rows = Array.from({ length: parts }, (_, i) => {
    const y = i * ROW + (ROW - HEIGHT) / 2;
    const track = svgMake("rect", { x: LEFT, y, height: HEIGHT, rx: 3, class: "cv-track" });
    const pieces = parents.map((name) => ({
      bar: svgMake("rect", { y, height: HEIGHT, class: "cv-share" }),
      name: svgMake("text", { y: y + 14, class: "cv-share-name", "text-anchor": "middle" }, name),
    }));
    const number = svgMake("text", { x: 4, y: y + 14, class: "cv-text" }, String(i + 1));
    const row = svgMake("g", { role: "img", "data-testid": `shares-${i + 1}` }, number, track);
    for (const { bar, name } of pieces) row.append(bar, name);
    svg.append(row);
    return { row, track, pieces };
  });
  svg.append(whole);

  return {
    /**
     * @param {number[][]} shares [part][parent]
     * @param {number} winner the parent that is ahead, or -1
     */
    show(shares, winner) {
      const sums = shares.map((row) => row.reduce((sum, share) => sum + share, 0));
      const most = Math.max(1, ...sums);
      const unit = room / most; // a mistake may make the couplings sum to more than 1
      for (const end of ["x1", "x2"]) whole.setAttribute(end, String(LEFT + unit));
      whole.style.display = most > 1.005 ? "" : "none";
      rows.forEach(({ row, track, pieces }, i) => {
        track.setAttribute("width", String(unit));
        let x = LEFT;
        pieces.forEach(({ bar, name }, j) => {
          const width = unit * shares[i][j];
          bar.setAttribute("x", x.toFixed(2));
          bar.setAttribute("width", Math.max(0, width - 1.5).toFixed(2));
          bar.classList.toggle("cv-accent", j === winner);
          name.setAttribute("x", (x + width / 2).toFixed(2));
          name.style.display = width < NAMED ? "none" : "";
          x += width;
        });
        const said = parents.map((name, j) => `${name} ${figureNumber(shares[i][j], 2)}`);
        row.setAttribute("aria-label", `${i + 1}: ${said.join(", ")}`);
      });
    },
  };
}
