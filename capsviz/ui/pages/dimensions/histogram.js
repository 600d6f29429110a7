/*
 * Histogram of a dimension's values over real digits, drawn on a 2D context or on the SvgPainter of
 * browser/export.js.
 */

import { drawBox, drawText, textSide } from "../../browser/chart.js";
import { formatPoseValue } from "../../browser/sliders.js";
import { text } from "../../browser/text.js";
import { placeInHistogram } from "./numbers.js";

/** Height on the page, in pixels. */
export const HISTOGRAM_HEIGHT = 150;

/** Position of a dimension's value in the histogram, in pixels. */
export function histogramPlace({ known, k, dimension: d }, value, width) {
  const place = placeInHistogram(known.mean[k][d], known.std[k][d], value);
  return 4 + Math.max(0, Math.min(1, place)) * (width - 8);
}

/** The histogram as one picture, for a file. */
export function drawHistogram(g, width, height, scene) {
  drawHistogramBars(g, width, height, scene);
  const value = scene.pose[scene.dimension];
  const x = histogramPlace(scene, value, width);
  drawBox(g, [x - 1.5, 14, 3, height - 36], { fill: scene.inks.ink });
  const look = { colour: scene.inks.ink, align: textSide(x, { left: 0, right: width }) };
  drawText(g, text("now-value", { value: formatPoseValue(value) }), x, 11, look);
}

/** Histogram of the chosen dimension, with the initial value marked. */
export function drawHistogramBars(g, width, height, scene) {
  const { inks, known, k, dimension: d } = scene;
  const counts = known.histogram[k][d];
  const [mean, std] = [known.mean[k][d], known.std[k][d]];
  const most = Math.max(...counts);
  const [left, right, top, bottom] = [4, width - 4, 16, height - 22];
  const across = (value) => histogramPlace(scene, value, width);
  const step = (right - left) / counts.length;
  g.fillStyle = inks.bar;
  counts.forEach((count, i) => {
    const tall = (count / most) * (bottom - top);
    g.fillRect(left + i * step, bottom - tall, Math.max(1, step - 1), tall);
  });
  drawBox(g, [left, bottom, right - left, 1], { fill: inks.line });
  const look = { font: inks.font(12), colour: inks.muted, baseline: "alphabetic" };
  for (const [align, z] of Object.entries({ left: -3, center: 0, right: 3 })) {
    const value = mean + z * std;
    drawText(g, formatPoseValue(value), across(value), height - 6, { ...look, align });
  }
  g.fillRect(across(scene.original[d]) - 0.5, top - 2, 1, bottom - top + 2);
}
