/* The votes for a digit as a cloud, with s and v: on a 2D context or an SvgPainter. */

import { drawDisc, drawLine, drawRule, drawText } from "../../browser/chart.js";
import { text } from "../../browser/text.js";
import { LABEL_SIZE, tell } from "./scales.js";

/** A cloud below this width is nearly square, with its text about s and v above the axis. */
export const NARROW_WIDTH = 400;
/** Height of a line of text, in pixels. */
const LINE = 17;

/** Lines between the plane and that of its axis. @param {number} width */
const linesBelow = (width) => (width < NARROW_WIDTH ? 2 : 0);

/**
 * The visible part of the plane, the same for all iterations, and the factor by which s is
 * shortened to fit in.
 */
export function cloudFrame(width, height, view) {
  const { data, j, r } = view;
  const { cloud_points: points, cloud_capsules: capsules, cloud_totals: totals } = data.arrays;
  const low = [0, 0];
  const high = [0, 0];
  const include = (array, from) => {
    for (const k of [0, 1]) {
      low[k] = Math.min(low[k], array[from + k]);
      high[k] = Math.max(high[k], array[from + k]);
    }
  };
  for (let i = 0; i < data.capsules; i++) include(points, 2 * (j * data.capsules + i));
  const last = 2 * ((r - 1) * data.digits + j);
  for (let t = 0; t < r; t++) include(capsules, 2 * (t * data.digits + j));
  const longest = Math.hypot(totals[last], totals[last + 1]);
  const maximum = 1.02 * Math.max(1, Math.hypot(...high), Math.hypot(...low));
  const divisor = [1, 2, 5, 10, 20, 50].find((n) => longest / n <= maximum) ?? 100;
  include([totals[last] / divisor, totals[last + 1] / divisor], 0);
  const { cloud_gaussian: gaussian } = data.arrays;
  for (let t = 0; gaussian && t < r; t++) {
    const index = t * data.digits + j;
    for (const point of gaussianOutline(totals, gaussian, index)) include(point, 0);
  }
  const margin = 26;
  const plot = height - linesBelow(width) * LINE;
  const scale = Math.min(
    (width - 2 * margin) / Math.max(0.1, high[0] - low[0]),
    (plot - 2 * margin) / Math.max(0.1, high[1] - low[1]),
  );
  const cx = width / 2 - (scale * (low[0] + high[0])) / 2;
  const cy = plot / 2 + (scale * (low[1] + high[1])) / 2;
  return { scale, divisor, screen: ([a, b]) => [cx + a * scale, cy - b * scale] };
}

/** Number of points of a round outline. */
const OUTLINE = 60;

/**
 * One-standard-deviation outline of the Gaussian fitted to a cluster.
 * @param {ArrayLike<number>} means
 * @param {ArrayLike<number>} covariances 2 x 2 each
 * @param {number} index index of the cluster
 * @returns {[number, number][]}
 */
export function gaussianOutline(means, covariances, index) {
  const [xx, xy, , yy] = [0, 1, 2, 3].map((k) => covariances[4 * index + k]);
  // The Cholesky factor maps the unit circle to the outline.
  const a = Math.sqrt(xx);
  const b = xy / a;
  const c = Math.sqrt(Math.max(0, yy - b * b));
  return Array.from({ length: OUTLINE }, (_, k) => {
    const [x, y] = [Math.cos((2 * Math.PI * k) / OUTLINE), Math.sin((2 * Math.PI * k) / OUTLINE)];
    return [means[2 * index] + a * x, means[2 * index + 1] + b * x + c * y];
  });
}

export function drawCloud(g, width, height, view) {
  const { data, inks, t, j, scales } = view;
  const { arrays, digits } = data;
  const { scale, divisor, screen } = cloudFrame(width, height, view);
  const [cx, cy] = screen([0, 0]);
  const pointOf = (name, time) => {
    const index = 2 * (time * digits + j);
    return [arrays[name][index], arrays[name][index + 1]];
  };

  drawRule(g, 0, cy, width, cy, { colour: inks.line });
  drawRule(g, cx, 0, cx, height - linesBelow(width) * LINE - 8, { colour: inks.line });
  g.setLineDash([3, 4]);
  drawDisc(g, cx, cy, scale, { edge: inks.line });
  g.setLineDash([]);

  const { cloud_points: points } = arrays;
  const order = view.cloudOrder();
  const radius = (data.capsules < 100 ? 5 : 2.6) * (width < NARROW_WIDTH ? 0.75 : 1);
  g.globalAlpha = 0.85;
  for (const i of order) {
    const from = 2 * (j * data.capsules + i);
    const [x, y] = screen([points[from], points[from + 1]]);
    const coupling = data.coupling(t, i, j);
    const faint = view.lit && !view.lit.has(data.place(i));
    g.globalAlpha = faint ? 0.15 : 0.85;
    const neutral = scales.cloud.position(coupling) ** 2 < 0.04;
    drawDisc(g, x, y, radius * Math.sqrt(Math.max(coupling, 0) / data.even), {
      fill: scales.cloud.colour(coupling),
      edge: neutral ? inks.bar : "", // otherwise invisible on the page
      width: 0.5,
    });
  }
  g.globalAlpha = 1;
  for (const i of view.hoverCapsule === null ? [view.i] : [view.i, view.hoverCapsule]) {
    const from = 2 * (j * data.capsules + i);
    const [x, y] = screen([points[from], points[from + 1]]);
    drawDisc(g, x, y, 7, { edge: inks.symbols.u, width: 2 });
  }
  if (arrays.cloud_gaussian) paintGaussian(g, view, screen);
  const { kind } = view;
  const hasOutput = kind.vectors.includes("v");
  // They have the same direction: s is a broad line, v a thin one on top.
  paintPath(g, view, "cloud_totals", 1 / divisor, inks.symbols.s, 6, screen, pointOf);
  if (hasOutput) paintPath(g, view, "cloud_capsules", 1, inks.symbols.v, 2, screen, pointOf);

  const total = { vector: kind.total, length: tell(data.totalLength(t, j)), shorter: divisor };
  const texts = [
    ["s", text(divisor === 1 ? "cloud-vector" : "cloud-vector-shorter", total)],
    ...(hasOutput
      ? [["v", text("cloud-vector", { vector: "v", length: tell(data.size(t, j)) })]]
      : []),
  ];
  const lines = width < NARROW_WIDTH ? 1 : 0;
  g.font = inks.font(12, "600");
  g.textBaseline = "alphabetic";
  texts.forEach(([symbol, label], k) => {
    const style = { colour: inks.symbols[symbol], align: "left" };
    drawText(g, label, 8, height - 6 - LINE * inks.zoom * (k + lines), style);
  });
  const [first, second] = [0, 1].map((k) => tell(100 * arrays.cloud_explained[2 * j + k], 0));
  const [left, right] = ["left", "right"].map((align) => ({
    ...{ align, font: inks.font(LABEL_SIZE), colour: inks.muted },
  }));
  drawText(g, text("cloud-axis", { share: first }), width - 4, height - 6, right);
  drawText(g, text("cloud-axis-second", { share: second }), Math.max(4, cx + 6), 12, left);
  const rise = Math.min(cx < 70 ? 0.5 : 0.97, (cy - 30) / scale);
  const edge = Math.min(width - 4, cx + scale * Math.sqrt(1 - rise * rise) - 6);
  drawText(g, text("cloud-circle"), edge, cy - rise * scale, right);
}

/** The cluster's Gaussian at one standard deviation; the previous one is faint. */
function paintGaussian(g, { data, inks, t, j }, screen) {
  const { cloud_totals: means, cloud_gaussian: covariances } = data.arrays;
  for (const time of t ? [t - 1, t] : [t]) {
    const outline = gaussianOutline(means, covariances, time * data.digits + j).map(screen);
    g.globalAlpha = time === t ? 1 : 0.35;
    drawLine(g, outline, { colour: inks.paper, width: 4, closed: true });
    drawLine(g, outline, { colour: inks.symbols.s, width: 2, closed: true });
  }
  g.globalAlpha = 1;
}

/** An arrow from the origin, with the path of its tip. */
function paintPath(g, view, name, factor, colour, lineWidth, screen, pointOf) {
  const { t, inks } = view;
  const tipAt = (time) => screen(pointOf(name, time).map((value) => value * factor));
  const [x0, y0] = screen([0, 0]);
  const [x, y] = tipAt(t);
  drawRule(g, x0, y0, x, y, { colour: inks.paper, width: lineWidth + 2 });
  drawRule(g, x0, y0, x, y, { colour, width: lineWidth });
  for (let time = 0; time < t; time++) {
    const [px, py] = tipAt(time);
    g.globalAlpha = 0.75;
    drawDisc(g, px, py, 2 + lineWidth / 3, { fill: inks.paper, edge: colour, width: 1.2 });
  }
  g.globalAlpha = 1;
  drawDisc(g, x, y, 4.5 + lineWidth / 2, { fill: colour, edge: inks.paper, width: 1.5 });
}

/** Order in which a cloud's dots are drawn: strong couplings last, on top. */
export function orderByCoupling(data, t, j) {
  const order = Array.from({ length: data.capsules }, (_, i) => i);
  return order.sort((a, b) => data.coupling(t, a, j) - data.coupling(t, b, j));
}

// --- the formula's vectors

export function drawVectors(g, width, height, view) {
  const { data, inks, t, i, j, kind } = view;
  const vote = data.vote(i, j);
  const weight = data.weight(t, i, j);
  const weighted = kind.weightedVote ?? text("weighted-vote");
  const rows = [
    ["uhat", "û", vote],
    ["c", weighted, vote.map((value) => value * weight)],
    ["s", kind.total, data.vector("totals", t, j)],
    ["v", "v", data.vector("capsules", t, j)],
  ].filter(([name]) => !["s", "v"].includes(name) || kind.vectors.includes(name));
  const [left, right] = [(weighted.length > 5 ? 70 : 38) * inks.zoom, 62 * inks.zoom];
  const cell = (width - left - right) / data.dim;
  const pitch = height / rows.length;
  rows.forEach(([symbol, label, values], k) => {
    const y = k * pitch;
    const size = Math.max(1e-9, ...values.map(Math.abs));
    const bold = { font: inks.font(14, "600"), colour: inks.symbols[symbol], align: "left" };
    drawText(g, label, 0, y + pitch / 2, { ...bold, baseline: "middle" });
    values.forEach((value, d) => {
      g.fillStyle = inks.signed.at(value / size);
      g.fillRect(left + d * cell, y + 3, cell - 1, pitch - 6);
    });
    const plain = { font: inks.font(12), colour: inks.ink, align: "right" };
    drawText(g, `‖·‖ ${tell(Math.hypot(...values), 3)}`, width, y + pitch / 2, plain);
  });
}
