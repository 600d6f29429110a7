/*
 * Histogram of a dimension's values over real digits, drawn on a 2D context or on the SvgPainter of
 * browser/export.js.
 */

import { drawBox, drawText, textSide } from "../../browser/chart.js";
import { formatPoseValue } from "../../browser/sliders.js";
import { text } from "../../browser/text.js";
import { positionInHistogram } from "./numbers.js";

/** Height on the page, in pixels. */
export const HISTOGRAM_HEIGHT = 150;

/** Position of a dimension's value in the histogram, in pixels. */
export function histogramX({ stats, k, dimension: d }, value, width) {
  const position = positionInHistogram(stats.mean[k][d], stats.std[k][d], value);
  return 4 + Math.max(0, Math.min(1, position)) * (width - 8);
}

/** The histogram as one picture, for a file. */
export function drawHistogram(g, width, height, scene) {
  drawHistogramBars(g, width, height, scene);
  const value = scene.pose[scene.dimension];
  const x = histogramX(scene, value, width);
  drawBox(g, [x - 1.5, 14, 3, height - 36], { fill: scene.inks.ink });
  const style = { colour: scene.inks.ink, align: textSide(x, { left: 0, right: width }) };
  drawText(g, text("now-value", { value: formatPoseValue(value) }), x, 11, style);
}

/** Histogram of the chosen dimension, with the initial value marked. */
export function drawHistogramBars(g, width, height, scene) {
  const { inks, stats, k, dimension: d } = scene;
  const counts = stats.histogram[k][d];
  const [mean, std] = [stats.mean[k][d], stats.std[k][d]];
  const maximum = Math.max(...counts);
  const [left, right, top, bottom] = [4, width - 4, 16, height - 22];
  const xOf = (value) => histogramX(scene, value, width);
  const step = (right - left) / counts.length;
  g.fillStyle = inks.bar;
  counts.forEach((count, i) => {
    const barHeight = (count / maximum) * (bottom - top);
    g.fillRect(left + i * step, bottom - barHeight, Math.max(1, step - 1), barHeight);
  });
  drawBox(g, [left, bottom, right - left, 1], { fill: inks.line });
  const style = { font: inks.font(12), colour: inks.muted, baseline: "alphabetic" };
  for (const [align, z] of Object.entries({ left: -3, center: 0, right: 3 })) {
    const value = mean + z * std;
    drawText(g, formatPoseValue(value), xOf(value), height - 6, { ...style, align });
  }
  g.fillRect(xOf(scene.original[d]) - 0.5, top - 2, 1, bottom - top + 2);
}
