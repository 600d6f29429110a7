/* Line charts: scales, axes, lines and their legend, on a 2D context or an SvgPainter. */

import { pointOn } from "./figure.js";
import { makeScrubbable } from "./scrub.js";
import { number } from "./text.js";

/** Gap between a chart and its labels, and sizes of its legend, in pixels. */
const LABEL_GAP = 6;
const LEGEND = { y: 9, mark: 22, gap: 16, minWidth: 60 };
/** A label closer than this to an end of its axis is aligned to the inside, in pixels. */
const EDGE = 40;
/** Minimum distance between two labels at lines' ends, in pixels. */
const MIN_NAME_DISTANCE = 13;

/**
 * @typedef {object} Look
 * @property {string} colour
 * @property {number} [width] in pixels
 * @property {number[]} [dash]
 * @property {boolean} [closed]
 *
 * @typedef {Look & {name: string, points: number[][], end?: string}} Line `points` are values of x
 *   and y; a line without a name is not in the legend; `end` is the label at its end
 *
 * @typedef {{left: number, right: number}} Span of a chart, or its margins; pixels
 *
 * @typedef {object} Chart
 * @property {(value: number) => number} x from values to pixels
 * @property {(value: number) => number} y
 * @property {number[]} levels labelled values of y
 * @property {(value: number) => string} [unit] formats a level
 * @property {number[]} marks labelled values of x
 * @property {(value: number) => string} words formats a mark
 * @property {Line[]} lines the first lies on top
 * @property {{value: number, colour: string}} now marked value of x
 */

/**
 * Linear map from values to pixels.
 * @param {number[]} values first and last
 * @param {number[]} pixels
 * @returns {(value: number) => number}
 */
export function linearScale([first, last], [start, end]) {
  return (value) => start + ((end - start) * (value - first)) / (last - first || 1);
}

/** @param {any} g @param {number[][]} points @param {boolean} [closed] */
export function tracePath(g, points, closed = false) {
  g.beginPath();
  points.forEach(([x, y], k) => {
    if (k) g.lineTo(x, y);
    else g.moveTo(x, y);
  });
  if (closed) g.closePath();
}

/** Draw a line through points. @param {any} g @param {number[][]} points @param {Look} look */
export function drawLine(g, points, { colour, width = 1, dash = [], closed }) {
  g.save();
  g.strokeStyle = colour;
  g.lineWidth = width;
  g.lineJoin = "round";
  g.setLineDash(dash);
  tracePath(g, points, closed);
  g.stroke();
  g.restore();
}

/** Draw a straight line. @param {any} g @param {Look} style */
export function drawRule(g, x0, y0, x1, y1, style) {
  const ends = [x0, y0, x1, y1];
  drawLine(g, [ends.slice(0, 2), ends.slice(2)], style);
}

/**
 * Draw a disc, its edge, or both.
 * @param {any} g
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {{fill?: string, edge?: string, width?: number}} look `width` of the edge, in pixels
 */
export function drawDisc(g, x, y, radius, { fill, edge, width = 1 }) {
  g.beginPath();
  g.arc(x, y, radius, 0, 2 * Math.PI);
  if (fill) {
    g.fillStyle = fill;
    g.fill();
  }
  if (edge) {
    g.strokeStyle = edge;
    g.lineWidth = width;
    g.stroke();
  }
}

/**
 * Draw a box, its edge, or both.
 * @param {any} g
 * @param {number[]} box left, top, width and height
 * @param {{fill?: string, edge?: string, width?: number}} look `width` of the edge, in pixels
 */
export function drawBox(g, box, { fill, edge, width = 1 }) {
  if (fill) {
    g.fillStyle = fill;
    g.fillRect(...box);
  }
  if (edge) {
    g.strokeStyle = edge;
    g.lineWidth = width;
    g.strokeRect(...box);
  }
}

/**
 * Draw text. Properties missing from `look` stay as the context has them.
 * @param {any} g
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {{colour?: string, font?: string, align?: string, baseline?: string, maxWidth?: number}} look
 *   `maxWidth` in pixels
 */
export function drawText(g, text, x, y, { colour, font, align, baseline, maxWidth }) {
  if (font) g.font = font;
  if (colour) g.fillStyle = colour;
  if (align) g.textAlign = align;
  if (baseline) g.textBaseline = baseline;
  g.fillText(text, x, y, maxWidth);
}

/**
 * Draw a chart with its axes, below its legend.
 * @param {any} g with the font of the labels
 * @param {Span & {top: number, low: number}} frame
 * @param {Chart} chart
 * @param {any} inks
 */
export function drawChart(g, frame, chart, inks) {
  const { left, right, top, low } = frame;
  const { x, y, levels, unit = (value) => number(value), marks, words, lines, now } = chart;
  const colour = inks.muted;
  for (const value of levels) {
    drawRule(g, left, y(value), right, y(value), { colour: inks.line });
    const style = { colour, align: "right", baseline: "middle" };
    drawText(g, unit(value), left - LABEL_GAP, y(value), style);
  }
  for (const value of marks) {
    const style = { colour, align: textSide(x(value), frame), baseline: "top" };
    drawText(g, words(value), x(value), low + LABEL_GAP, style);
  }
  for (const { points, ...style } of lines.toReversed()) {
    const pixels = points.map(([xValue, yValue]) => [x(xValue), y(yValue)]);
    drawLine(g, pixels, style);
  }
  drawRule(g, x(now.value), top, x(now.value), low, { colour: now.colour, width: 1.5 });
  drawLegend(g, lines, frame, inks);
  drawEnds(g, chart, frame);
}

/** Draw labels at the lines' ends, right of the chart, without overlaps. */
function drawEnds(g, { lines, y }, { right }) {
  const ends = lines
    .filter(({ end }) => end)
    .map((line) => ({ ...line, position: y(line.points.at(-1)[1]) }));
  let labelY = -Infinity;
  for (const { position, colour, end } of ends.sort((a, b) => a.position - b.position)) {
    labelY = Math.max(position, labelY + MIN_NAME_DISTANCE);
    drawText(g, end, right + LABEL_GAP, labelY, { colour, align: "left", baseline: "middle" });
  }
}

/** Draw the legend; entries without room are left out. */
function drawLegend(g, lines, { left, right }, inks) {
  const { y, mark, gap, minWidth } = LEGEND;
  const textStyle = { colour: inks.ink, align: "left", baseline: "middle" };
  let x = left;
  for (const { name, ...style } of lines) {
    if (!name || x > right - minWidth) continue;
    drawRule(g, x, y, x + mark, y, style);
    drawText(g, name, x + mark + LABEL_GAP, y, textStyle);
    x += mark + LABEL_GAP + g.measureText(name).width + gap;
  }
}

/** Alignment of a label at x, so that it stays inside the chart. */
export function textSide(x, { left, right }) {
  return x > right - EDGE ? "right" : x < left + EDGE ? "left" : "center";
}

/**
 * Position of the pointer on a chart, 0 to 1.
 * @param {number} offset from the figure's left, in pixels
 * @param {number} width of the figure
 * @param {Span} margins
 */
export function shareAt(offset, width, { left, right }) {
  return Math.min(1, Math.max(0, (offset - left) / (width - left - right)));
}

/**
 * Call `go` where the chart is pressed, and as the pointer moves.
 * @param {HTMLCanvasElement} canvas
 * @param {Span} margins
 * @param {(share: number) => void} go
 */
export function scrubChart(canvas, margins, go) {
  makeScrubbable(canvas, (event) => {
    const { x, width } = pointOn(canvas, event);
    go(shareAt(x, width, margins));
  });
}
