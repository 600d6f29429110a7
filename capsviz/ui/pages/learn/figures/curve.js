/* The curve of squash: output length over input length, with the figure's own point. */

import { linearScale } from "../../../browser/chart.js";
import { setAttributes, setText, svgMake } from "../../../browser/dom.js";
import { squashLength } from "../models/maths.js";
import { clampNumber } from "../models/toy.js";
import { svgText } from "./shapes.js";

export const CURVE_SIZE = { width: 360, height: 300 };
const [LEFT, TOP, WIDTH, HEIGHT] = [44, 14, 300, 240];
const SAMPLES = 120;
/** Symbols and terms of the slopes in the text. */
export const SLOPE_TERMS = "jacobian along across";

/**
 * @param {SVGSVGElement} svg
 * @param {{maxInput: number, maxOutput: number, straight: boolean, words: {in: string, out: string}}} options
 *   `maxInput` the longest input, `maxOutput` the longest output drawn, `straight` whether to draw a
 *   linear function
 */
export function squashCurve(svg, { maxInput, maxOutput, straight, words }) {
  const x = linearScale([0, maxInput], [LEFT, LEFT + WIDTH]);
  const y = linearScale([0, maxOutput], [TOP + HEIGHT, TOP]);
  const path = (f) =>
    Array.from({ length: SAMPLES + 1 }, (_, k) => {
      const n = (maxInput * k) / SAMPLES;
      return `${k ? "L" : "M"}${x(n).toFixed(1)} ${y(clampNumber(f(n), 0, maxOutput)).toFixed(1)}`;
    }).join("");
  buildAxes(svg, { maxInput, maxOutput, words });
  const line = svgMake("path", { d: path((n) => n), class: "cv-curve cv-dashed" });
  line.style.display = "none";
  if (straight) svg.append(line);
  const guide = svgMake("path", { class: "cv-guide" });
  const dot = svgMake("circle", { r: 7, class: "cv-fill cv-accent", "data-testid": "curve-dot" });
  svg.append(svgMake("path", { d: path(squashLength), class: "cv-curve" }), guide, dot);
  const text = (attributes) =>
    svgText(LEFT + WIDTH, TOP + HEIGHT - 12, { anchor: "end", ...attributes });
  const slopes = text({ kind: "cv-over", dy: "-1.4em", "data-shows": SLOPE_TERMS });
  const attributes = { "data-testid": "lengths-text", "data-shows": "norm_s norm_v n" };
  const lengths = text({ kind: "cv-strong cv-over", ...attributes });
  svg.append(slopes, lengths);
  return {
    /**
     * @param {{n: number, length: number, lengths: string, slopes: string, straight: boolean}}
     *   point not drawn on the curve if its length is NaN
     */
    show(point) {
      const [cx, cy] = [x(point.n), y(point.length || 0)];
      for (const node of [dot, guide]) {
        node.style.display = Number.isNaN(point.length) ? "none" : "";
      }
      setAttributes(dot, { cx, cy });
      guide.setAttribute("d", `M${cx} ${TOP + HEIGHT}V${cy}H${LEFT}`);
      line.style.display = point.straight ? "" : "none";
      setText(lengths, point.lengths);
      setText(slopes, point.slopes);
    },
  };
}

/** The distance of words depends on their letters, which do not shrink with the drawing. */
function buildAxes(svg, { maxInput, maxOutput, words }) {
  const [right, bottom] = [LEFT + WIDTH, TOP + HEIGHT];
  const text = (x, y, anchor, label, offsets = {}) =>
    svgText(x, y, { kind: "cv-muted-text", anchor, ...offsets }, label);
  svg.append(
    svgMake("path", { d: `M${LEFT} ${TOP}V${bottom}H${right}`, class: "cv-axis" }),
    text(right, bottom, "end", words.in, { dx: "-1em", dy: "1.2em" }),
    text(LEFT + 6, TOP + 10, "start", words.out),
    text(LEFT - 8, TOP + 6, "end", maxOutput),
    text(LEFT - 8, bottom, "end", 0),
    text(right, bottom, "middle", maxInput, { dy: "1.2em" }),
  );
}
