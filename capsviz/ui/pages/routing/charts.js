/* Values over the iterations: small charts, on a 2D context or an SvgPainter. */

import { drawChart, drawDisc, drawLine, drawText, linearScale } from "../../browser/chart.js";
import { text } from "../../browser/text.js";
import { tell } from "./scales.js";

/** Space at the left for the range's labels, in pixels. */
const AXIS = 38;
/** Least distance between two labelled iterations, in pixels. */
const MIN_NAME_DISTANCE = 18;
/** Gap between neighbouring charts. */
const GAP = 18;

/**
 * A small chart of values over iterations 1..r, the present one marked.
 *
 * @param {{x: number, y: number, width: number, height: number}} box
 * @param {{
 *   title: string, unit?: string, low: number, high: number, digits?: number, times?: number,
 *   series: {values: number[], colour: string, width?: number}[],
 * }} chart the last of the series is the one whose value is told, times a factor; those with
 *   a width have a dot
 */
function paintChart(g, box, chart, view) {
  const { inks, t, r } = view;
  const { x, y, width, height } = box;
  const { low, high, digits = 2, series } = chart;
  const { zoom } = inks;
  const [top, bottom] = [y + 22 * zoom, y + height - 16 * zoom];
  const [left, right] = [x + AXIS * zoom, x + width - 6];
  const middle = (left + right) / 2;
  const position = r === 1 ? () => middle : linearScale([0, r - 1], [left, right]);
  const scale = linearScale([low, high], [bottom, top]);
  const level = (value) => Math.min(bottom, scale(value)); // logits may lie below the range
  const main = series[series.length - 1];

  g.textBaseline = "alphabetic";
  const value = `${tell(main.values[t] * (chart.times ?? 1), digits)}${chart.unit ?? ""}`;
  const bold = { font: inks.font(13, "600"), colour: main.colour, align: "right" };
  drawText(g, value, x + width, y + 11 * zoom, bold);
  const space = width - g.measureText(value).width - 8;
  const plain = { font: inks.font(12), colour: inks.muted, align: "left", maxWidth: space };
  drawText(g, chart.title, x, y + 11 * zoom, plain);

  g.fillStyle = inks.line;
  g.fillRect(x, bottom, width, 1);
  g.fillRect(position(t) - 0.5, top - 3, 1, bottom - top + 3);
  for (const { values, ...style } of series) {
    const points = values.map((value, k) => [position(k), level(value)]);
    drawLine(g, points, style);
    if (!style.width) continue;
    const [x, y] = points[t];
    drawDisc(g, x, y, 3.5, { fill: style.colour });
  }
  const mark = (value) => `${tell(value * (chart.times ?? 1), chart.times ? 0 : digits)}`;
  const tick = { font: inks.font(10), colour: inks.muted, align: "right" };
  drawText(g, mark(high), left - 7, top + 4 * zoom, tick);
  drawText(g, mark(low), left - 7, bottom, tick);
  const step = markStep(r, right - left, zoom);
  for (let k = 0; k < r; k++) {
    if (k !== t && ((k + 1) % step || Math.abs(k - t) < step)) continue;
    const style = { colour: k === t ? inks.ink : inks.muted, align: "center" };
    drawText(g, String(k + 1), position(k), y + height - 3, style);
  }
}

/** Iterations between two labels on an axis, so that labels do not overlap. */
function markStep(r, width, zoom) {
  const distance = width / Math.max(1, r - 1);
  return [1, 2, 5, 10].find((step) => step * distance >= MIN_NAME_DISTANCE * zoom) ?? 25;
}

function mapIterations(view, value) {
  return Array.from({ length: view.r }, (_, t) => value(t));
}

/** A line for each digit, the chosen one's on top. */
function digitLines(view, value, colour) {
  const others = Array.from({ length: view.data.digits }, (_, n) => n).filter((n) => n !== view.j);
  const values = (n) => mapIterations(view, (t) => value(t, n));
  return [
    ...others.map((n) => ({ values: values(n), colour: view.inks.bar })),
    { values: values(view.j), colour, width: 2.2 },
  ];
}

/** The charts' common range, from 0 or less to `minimum` or more; a floating one fits its values. */
function rangeOf(series, minimum, floats = false) {
  const values = series.flatMap((line) => line.values);
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  if (floats) return { low: lowest, high: Math.max(highest, lowest + minimum), digits: 1 };
  return { low: Math.min(0, lowest), high: Math.max(minimum, highest) };
}

export function drawSummaries(g, width, height, view) {
  const { data, inks, j, r } = view;
  const { arrays, digits } = data;
  const columns = width >= 760 ? 4 : 2;
  const rows = 4 / columns;
  const [w, h] = [(width - GAP * (columns - 1)) / columns, (height - 14 * (rows - 1)) / rows];
  const { measure, mark, second } = view.kind;
  const title = text("chart-measure", { measure, mark, name: data.name(j) });
  const lengths = digitLines(view, (t, n) => data.length(t, n), inks.symbols.v);
  const charts = [{ title, low: 0, high: 1, series: lengths }];
  // After one pass the page shows the other numbers as text.
  if (second) {
    const colour = inks.symbols[second.symbol];
    const series = digitLines(view, (t, n) => second.value(data, t, n), colour);
    const summaryLine = (name) => [
      { values: mapIterations(view, (t) => arrays[name][t]), colour: inks.symbols.c, width: 2.2 },
    ];
    charts.push(
      {
        title: text(second.title, { name: data.name(j) }),
        digits: 3,
        ...rangeOf(series, 0.001, second.floats),
        series,
      },
      {
        title: text("chart-favour", { name: data.name(data.winner(r - 1)) }),
        low: 0,
        high: 1,
        digits: 0,
        times: 100,
        unit: " %",
        series: summaryLine("favourite"),
      },
    );
    const entropy = {
      title: text("chart-entropy"),
      // From 0: in a narrow range, changes by thousandths would look large.
      low: 0,
      high: Math.log2(digits),
      digits: 3,
      unit: text("unit-bit"),
      series: summaryLine("entropy"),
    };
    // Weights that do not sum to 1 over the classes have no entropy.
    if (data.over === "outputs") charts.push(entropy);
  }
  charts.forEach((chart, k) => {
    const [x, y] = [(k % columns) * (w + GAP), Math.floor(k / columns) * (h + 14)];
    paintChart(g, { x, y, width: w, height: h }, chart, view);
  });
}

/** Lengths after each possible number of iterations, with a dot on the prediction. */
export function drawAnswers(g, width, height, { data, inks, t }) {
  const rounds = Array.from({ length: data.iterations }, (_, k) => k);
  const last = data.iterations - 1;
  const order = Array.from({ length: data.digits }, (_, n) => n);
  order.sort((a, b) => data.length(last, b) - data.length(last, a));
  const styles = [
    { colour: inks.accent, width: 3 },
    { colour: inks.ink, width: 2 },
  ];
  g.font = inks.font(12);
  const nameWidths = order.slice(0, styles.length).map((n) => g.measureText(data.name(n)).width);
  const frame = {
    left: AXIS * inks.zoom,
    right: width - Math.min(width / 2, Math.max(...nameWidths) + 14),
    top: 8,
    low: height - 22 * inks.zoom,
  };
  const x = linearScale([1, data.iterations], [frame.left, frame.right]);
  const y = linearScale([0, 1], [frame.low, frame.top]);
  const lines = order.map((n, rank) => ({
    colour: inks.bar,
    ...styles[rank],
    name: "",
    points: rounds.map((k) => [k + 1, data.length(k, n)]),
    end: rank < styles.length ? data.name(n) : undefined,
  }));
  const step = markStep(data.iterations, frame.right - frame.left, inks.zoom);
  const marks = rounds.map((k) => k + 1).filter((k) => k % step === 0);
  const now = { value: t + 1, colour: inks.line };
  drawChart(g, frame, { x, y, levels: [0, 0.5, 1], marks, words: String, lines, now }, inks);
  for (const k of rounds) {
    const lengths = order.map((n) => data.length(k, n));
    drawDisc(g, x(k + 1), y(Math.max(...lengths)), 4, { fill: inks.accent });
  }
}

/** Lowest log-likelihood in a chart: EM's reach far below those that matter. */
const MIN_LOGIT = 40;

/** One capsule's logits and couplings to its parents over the iterations. */
export function drawPaths(g, width, height, view) {
  const { data, inks, i, j } = view;
  const logits = digitLines(view, (t, n) => data.logit(t, i, n), inks.symbols.b);
  const couplings = digitLines(view, (t, n) => data.coupling(t, i, n), inks.symbols.c);
  const charts = [
    { title: text("chart-logit", { name: data.name(j) }), series: logits },
    { title: text("chart-coupling", { name: data.name(j) }), series: couplings, digits: 3 },
  ];
  charts.forEach((chart, k) => {
    const { low, high } = rangeOf(chart.series, 0.01);
    const box = { x: (k * (width + GAP)) / 2, y: 0, width: (width - GAP) / 2, height };
    paintChart(g, box, { ...chart, low: Math.max(-MIN_LOGIT, low), high }, view);
  });
}
