/*
 * Histogram of a dimension's values over real digits, drawn on a 2D context or on the SvgPainter of
 * browser/export.js.
 */

import { textSide } from "../../browser/chart.js";
import { formatPoseValue } from "../../browser/sliders.js";
import { text } from "../../browser/text.js";

/** Height on the page, in pixels. */
export const HISTOGRAM_HEIGHT = 150;

/** Position of a dimension's value in the histogram, in pixels. */
export function histogramPlace({ known, k, dimension: d }, value, width) {
  const place = ((value - known.mean[k][d]) / known.std[k][d] + 4) / 8;
  return 4 + Math.max(0, Math.min(1, place)) * (width - 8);
}

/** The histogram as one picture, for a file. */
export function drawHistogram(g, width, height, scene) {
  drawHistogramBars(g, width, height, scene);
  const value = scene.pose[scene.dimension];
  const x = histogramPlace(scene, value, width);
  g.fillStyle = scene.inks.ink;
  g.fillRect(x - 1.5, 14, 3, height - 36);
  g.textAlign = textSide(x, { left: 0, right: width });
  g.fillText(text("now-value", { value: formatPoseValue(value) }), x, 11);
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
  g.fillStyle = inks.line;
  g.fillRect(left, bottom, right - left, 1);
  g.font = inks.font(12);
  g.textBaseline = "alphabetic";
  g.fillStyle = inks.muted;
  for (const [align, z] of Object.entries({ left: -3, center: 0, right: 3 })) {
    g.textAlign = align;
    g.fillText(formatPoseValue(mean + z * std), across(mean + z * std), height - 6);
  }
  g.fillRect(across(scene.original[d]) - 0.5, top - 2, 1, bottom - top + 2);
}
