/* Values over the iterations: small charts, on a 2D context or an SvgPainter. */

import { tell } from "./scales.js";

/** Room at the left for the ends of the range, in pixels. */
const AXIS = 38;

/**
 * A small chart of values over iterations 1..r, the present one marked.
 *
 * @param {{x: number, y: number, width: number, height: number}} box
 * @param {{
 *   title: string, unit?: string, low: number, high: number, digits?: number, times?: number,
 *   series: {values: number[], colour: string, width?: number}[],
 * }} chart the last of the series is the one whose value is told, times a factor
 */
function paintChart(g, box, chart, view) {
  const { inks, t, r } = view;
  const { x, y, width, height } = box;
  const { low, high, digits = 2, series } = chart;
  const { zoom } = inks;
  const [top, bottom] = [y + 22 * zoom, y + height - 16 * zoom];
  const [left, right] = [x + AXIS * zoom, x + width - 6];
  const at = (k) => (r === 1 ? (left + right) / 2 : left + ((right - left) * k) / (r - 1));
  const level = (value) => bottom - ((bottom - top) * (value - low)) / (high - low || 1);
  const shown = series[series.length - 1];

  g.textBaseline = "alphabetic";
  g.textAlign = "left";
  g.font = inks.font(12);
  g.fillStyle = inks.muted;
  g.fillText(chart.title, x, y + 11 * zoom);
  g.textAlign = "right";
  g.font = inks.font(13, "600");
  g.fillStyle = shown.colour;
  g.fillText(
    `${tell(shown.values[t] * (chart.times ?? 1), digits)}${chart.unit ?? ""}`,
    x + width,
    y + 11 * zoom,
  );

  g.fillStyle = inks.line;
  g.fillRect(x, bottom, width, 1);
  g.fillRect(at(t) - 0.5, top - 3, 1, bottom - top + 3);
  g.lineJoin = "round";
  for (const { values, colour, width: lineWidth = 1 } of series) {
    g.strokeStyle = colour;
    g.lineWidth = lineWidth;
    g.beginPath();
    for (let k = 0; k < r; k++) {
      if (k) g.lineTo(at(k), level(values[k]));
      else g.moveTo(at(k), level(values[k]));
    }
    g.stroke();
    if (lineWidth > 1) {
      g.fillStyle = colour;
      g.beginPath();
      g.arc(at(t), level(values[t]), 3.5, 0, 2 * Math.PI);
      g.fill();
    }
  }
  g.lineJoin = "miter";
  g.font = inks.font(10);
  g.textAlign = "right";
  g.fillStyle = inks.muted;
  const mark = (value) => `${tell(value * (chart.times ?? 1), chart.times ? 0 : digits)}`;
  g.fillText(mark(high), left - 7, top + 4 * zoom);
  g.fillText(mark(low), left - 7, bottom);
  g.textAlign = "center";
  const step = r > 6 && width < 200 ? 3 : 1;
  for (let k = 0; k < r; k++) {
    if (k % step && k !== t) continue;
    if (k !== t && Math.abs(k - t) < step) continue;
    g.fillStyle = k === t ? inks.ink : inks.muted;
    g.fillText(String(k + 1), at(k), y + height - 3);
  }
}

function overIterations(view, value) {
  return Array.from({ length: view.r }, (_, t) => value(t));
}

export function drawSummaries(g, width, height, view) {
  const { data, inks, j, r } = view;
  const { arrays, digits } = data;
  const columns = width >= 760 ? 4 : 2;
  const rows = 4 / columns;
  const [w, h] = [(width - 18 * (columns - 1)) / columns, (height - 14 * (rows - 1)) / rows];
  const box = (k) => ({
    x: (k % columns) * (w + 18),
    y: Math.floor(k / columns) * (h + 14),
    width: w,
    height: h,
  });
  const winner = data.winner(r - 1);
  const lines = (value, colour, k = j) => [
    ...Array.from({ length: digits }, (_, n) => n)
      .filter((n) => n !== k)
      .map((n) => ({
        values: overIterations(view, (t) => value(t, n)),
        colour: inks.bar,
        width: 1,
      })),
    { values: overIterations(view, (t) => value(t, k)), colour, width: 2.2 },
  ];
  const lengths = lines((t, n) => data.length(t, n), inks.symbols.v);
  const { measure, mark, second } = view.kind;
  paintChart(
    g,
    box(0),
    { title: `${measure} ${mark} of ${data.name(j)}`, low: 0, high: 1, series: lengths },
    view,
  );

  if (!second) return; // one pass: the page tells its numbers in words
  const others = lines((t, n) => second.value(data, t, n), inks.symbols[second.symbol]);
  const most = Math.max(0.001, ...others.flatMap(({ values }) => values));
  const least = Math.min(0, ...others.flatMap(({ values }) => values));
  paintChart(
    g,
    box(1),
    { title: second.title(data.name(j)), low: least, high: most, digits: 3, series: others },
    view,
  );

  const share = overIterations(view, (t) => arrays.favourite[t]);
  paintChart(
    g,
    box(2),
    {
      title: `capsules that favour ${winner}`,
      low: 0,
      high: 1,
      digits: 0,
      times: 100,
      unit: " %",
      series: [{ values: share, colour: inks.symbols.c, width: 2.2 }],
    },
    view,
  );

  const entropy = overIterations(view, (t) => arrays.entropy[t]);
  const top = Math.log2(digits);
  paintChart(
    g,
    box(3),
    {
      title: "entropy of c",
      // From 0: routing moves it by thousandths, which a narrow range would show as a fall.
      low: 0,
      high: top,
      digits: 3,
      unit: " bit",
      series: [{ values: entropy, colour: inks.symbols.c, width: 2.2 }],
    },
    view,
  );
}

/** EM's log-likelihoods reach far below any that matter: the chart ends here. */
const LEAST_LOGIT = 40;

/** One capsule's logits and couplings over the iterations, for its ten parents. */
export function drawPaths(g, width, height, view) {
  const { data, inks, i, j } = view;
  const w = (width - 18) / 2;
  const lines = (value, colour) => [
    ...Array.from({ length: data.digits }, (_, n) => n)
      .filter((n) => n !== j)
      .map((n) => ({
        values: overIterations(view, (t) => value(t, n)),
        colour: inks.bar,
        width: 1,
      })),
    { values: overIterations(view, (t) => value(t, j)), colour, width: 2.2 },
  ];
  const range = (series) => {
    const values = series.flatMap((line) => line.values);
    return { low: Math.max(-LEAST_LOGIT, Math.min(0, ...values)), high: Math.max(0.01, ...values) };
  };
  const logits = lines((t, n) => data.logit(t, i, n), inks.symbols.b);
  const couplings = lines((t, n) => data.coupling(t, i, n), inks.symbols.c);
  paintChart(
    g,
    { x: 0, y: 0, width: w, height },
    { title: `logit b to ${data.name(j)}`, ...range(logits), series: logits },
    view,
  );
  paintChart(
    g,
    { x: w + 18, y: 0, width: w, height },
    { title: `coupling c to ${data.name(j)}`, ...range(couplings), digits: 3, series: couplings },
    view,
  );
}
