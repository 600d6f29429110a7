/*
 * Every picture of the Routing page as one function of (context, width, height, view), on a
 * 2D canvas or an SvgPainter alike. `view` is the page: its data, colours, iteration t of r,
 * chosen digit j and primary capsule i, and what the pointer is on.
 */

import { SvgPainter } from "../../browser/export.js";
import { cssText, tell } from "./scales.js";

const LABEL_SIZE = 11;

/** Small pictures pixel by pixel: in one go on a canvas, as rectangles in SVG. */
function paintPixels(g, x, y, size, side, rgb) {
  if (g instanceof SvgPainter) {
    const cell = size / side;
    for (let row = 0; row < side; row++) {
      for (let column = 0, next; column < side; column = next) {
        const colour = cssText(rgb(row, column));
        next = column + 1;
        while (next < side && cssText(rgb(row, next)) === colour) next++;
        g.fillStyle = colour;
        // A little overlap hides the seams that viewers draw between neighbours.
        g.fillRect(x + column * cell, y + row * cell, (next - column) * cell + 0.2, cell + 0.2);
      }
    }
    return;
  }
  paintPixels.scratch ??= new Map();
  if (!paintPixels.scratch.has(side)) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = side;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    paintPixels.scratch.set(side, { canvas, context, image: context.createImageData(side, side) });
  }
  const { canvas, context, image } = paintPixels.scratch.get(side);
  for (let row = 0, at = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const [red, green, blue] = rgb(row, column);
      image.data[at++] = red;
      image.data[at++] = green;
      image.data[at++] = blue;
      image.data[at++] = 255;
    }
  }
  context.putImageData(image, 0, 0);
  g.imageSmoothingEnabled = false;
  g.drawImage(canvas, x, y, size, size);
}

/** The digit's ink over the map of what feeds one digit capsule. */
function paintDigit(g, x, y, size, j, view) {
  const { data, inks, t, over: overlay } = view;
  const { side } = data;
  const { image } = data.arrays;
  const scale = view.scales.overlay;
  const name = overlay === "couplings" ? "place_couplings" : "place_feed";
  const values = overlay === "off" ? null : data.overlay(name, t, j);
  const ink = inks.inkColour;
  paintPixels(g, x, y, size, side, (row, column) => {
    const at = row * side + column;
    const share = (image[at] / 255) * (values ? 0.78 : 1);
    const below =
      values && data.isSeen(row, column)
        ? scale.colours.rgbAt(scale.position(values[at]))
        : inks.panelColour;
    return [0, 1, 2].map((k) => Math.round(below[k] + share * (ink[k] - below[k])));
  });
}

/** What feeds one digit capsule, on the image; where all capsules see all of it, their tiles. */
export function paintFeed(g, x, y, size, j, view) {
  const { data, inks, t } = view;
  const { capsule, value } = view.scales;
  if (!data.whole) {
    paintDigit(g, x, y, size, j, view);
    return;
  }
  const side = Math.ceil(Math.sqrt(data.types));
  paintPixels(g, x, y, size, side, (row, column) => {
    const type = row * side + column;
    if (type >= data.types) return inks.panelColour;
    return capsule.colours.rgbAt(capsule.position(value(t, type, j)));
  });
}

/** A square of pixels on the digit, seen on any ground. */
function outlineField(g, x, y, cell, place, view, width = 2) {
  const { data, inks } = view;
  const left = x + data.stride * (place % data.grid) * cell;
  const top = y + data.stride * Math.floor(place / data.grid) * cell;
  const size = data.field * cell;
  g.strokeStyle = inks.paper;
  g.lineWidth = width + 2;
  g.strokeRect(left, top, size, size);
  g.strokeStyle = inks.symbols.u;
  g.lineWidth = width;
  g.strokeRect(left, top, size, size);
}

export function drawDigit(g, width, height, view) {
  const { data, inks } = view;
  const cell = width / data.side;
  paintDigit(g, 0, 0, width, view.j, view);
  if (!data.whole) outlineField(g, 0, 0, cell, data.place(view.i), view);
  if (view.hoverCapsule !== null && !data.whole) {
    outlineField(g, 0, 0, cell, data.place(view.hoverCapsule), view, 1.2);
  }
  if (view.pixel) {
    const [row, column] = view.pixel;
    g.strokeStyle = inks.accent;
    g.lineWidth = 2;
    g.strokeRect(column * cell, row * cell, cell, cell);
  }
  if (view.over !== "off") {
    paintLegend(g, 0, width + 8, width, view.scales.overlay, view);
  }
}

/** The ten digit capsules side by side: what feeds each, and its length. */
export function drawCapsules(g, width, height, view) {
  const { data, inks } = view;
  const pitch = width / data.digits;
  const size = Math.min(pitch - 8, height - 34);
  for (let j = 0; j < data.digits; j++) {
    const x = j * pitch + (pitch - size) / 2;
    paintFeed(g, x, 2, size, j, view);
    const isWinner = j === data.winner(view.t);
    g.fillStyle = isWinner ? inks.accent : inks.ink;
    g.font = inks.font(13, "600");
    g.textAlign = "left";
    g.textBaseline = "top";
    g.fillText(String(j), x, size + 8);
    g.textAlign = "right";
    g.font = inks.font(12);
    g.fillText(tell(data.length(view.t, j)), x + size, size + 9);
    g.fillStyle = inks.line;
    g.fillRect(x, size + 26, size, 4);
    g.fillStyle = isWinner ? inks.accent : inks.bar;
    g.fillRect(x, size + 26, size * data.length(view.t, j), 4);
  }
}

// --- couplings by type and place

export function mosaicLayout(width, data) {
  const columns = width >= 440 && !data.whole ? 8 : 4;
  const pitch = Math.floor(width / columns);
  const cell = Math.min(64, Math.max(2, Math.floor((pitch - 6) / data.grid)));
  const tile = cell * data.grid;
  const rows = Math.ceil(data.types / columns);
  const rowPitch = tile + 17;
  return { columns, pitch, cell, tile, rows, rowPitch, height: rows * rowPitch + 34 };
}

function mosaicCell(layout, data, i) {
  const [place, type] = [data.place(i), data.type(i)];
  const x = (type % layout.columns) * layout.pitch + (place % data.grid) * layout.cell;
  const y =
    Math.floor(type / layout.columns) * layout.rowPitch +
    13 +
    Math.floor(place / data.grid) * layout.cell;
  return [x, y];
}

/** The primary capsule under a point, or null; between tiles nothing is meant. */
export function mosaicHit(layout, data, x, y) {
  const column = Math.floor(x / layout.pitch);
  const row = Math.floor(y / layout.rowPitch);
  const type = row * layout.columns + column;
  const [u, v] = [x - column * layout.pitch, y - row * layout.rowPitch - 13];
  if (column >= layout.columns || row >= layout.rows || type >= data.types) return null;
  if (u < 0 || v < -3 || u >= layout.tile + 3 || v >= layout.tile + 3) return null;
  const bound = (value) => Math.min(data.grid - 1, Math.max(0, Math.floor(value / layout.cell)));
  return data.capsule(bound(v) * data.grid + bound(u), type);
}

export function drawMosaics(g, width, height, view) {
  const { data, inks, t, j, scales } = view;
  const layout = mosaicLayout(width, data);
  g.font = inks.font(10);
  g.textAlign = "left";
  g.textBaseline = "alphabetic";
  const chosenType = data.type(view.i);
  for (let type = 0; type < data.types; type++) {
    const [x, y] = mosaicCell(layout, data, type);
    g.fillStyle = type === chosenType ? inks.ink : inks.muted;
    g.fillText(String(type), x, y - 3);
  }
  const gap = layout.cell > 6 ? 1 : 0;
  for (let i = 0; i < data.capsules; i++) {
    const [x, y] = mosaicCell(layout, data, i);
    g.globalAlpha = view.lit && !view.lit.has(data.place(i)) ? 0.18 : 1;
    g.fillStyle = scales.capsule.colour(scales.value(t, i, j));
    g.fillRect(x, y, layout.cell - gap, layout.cell - gap);
    if (layout.cell >= 40) paintValue(g, x, y, layout.cell, scales, scales.value(t, i, j), view);
  }
  g.globalAlpha = 1;
  const outline = (i, lineWidth) => {
    const [x, y] = mosaicCell(layout, data, i);
    g.strokeStyle = inks.paper;
    g.lineWidth = lineWidth + 2;
    g.strokeRect(x - 0.5, y - 0.5, layout.cell, layout.cell);
    g.strokeStyle = inks.symbols.u;
    g.lineWidth = lineWidth;
    g.strokeRect(x - 0.5, y - 0.5, layout.cell, layout.cell);
  };
  outline(view.i, 2);
  if (view.hoverCapsule !== null) outline(view.hoverCapsule, 1.5);
  paintLegend(g, 0, layout.rows * layout.rowPitch + 4, Math.min(260, width), scales.capsule, view);
}

/** A number on its colour. */
function paintValue(g, x, y, size, scales, value, { inks }) {
  const { capsule } = scales;
  const [red, green, blue] = capsule.colours.rgbAt(capsule.position(value));
  g.fillStyle = 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? "#000000" : "#ffffff";
  g.font = inks.font(12);
  g.textAlign = "center";
  g.textBaseline = "middle";
  g.fillText(tell(value, 3), x + size / 2, y + size / 2);
}

export function drawTypes(g, width, height, view) {
  const { data, inks, t, j, scales } = view;
  const { left, top, cellWidth, cellHeight } = typesLayout(width, height, data);
  g.font = inks.font(LABEL_SIZE);
  g.textBaseline = "alphabetic";
  g.textAlign = "center";
  for (let k = 0; k < data.digits; k++) {
    g.fillStyle = k === data.winner(t) ? inks.accent : k === j ? inks.ink : inks.muted;
    g.font = inks.font(LABEL_SIZE, k === j ? "600" : "");
    g.fillText(String(k), left + (k + 0.5) * cellWidth, top - 4);
  }
  g.font = inks.font(9);
  g.textAlign = "right";
  g.textBaseline = "middle";
  for (let type = 0; type < data.types; type++) {
    const y = top + type * cellHeight;
    const chosen = type === data.type(view.hoverCapsule ?? view.i);
    if (chosen || (cellHeight >= 9.5 && type % 2 === 0)) {
      g.fillStyle = chosen ? inks.symbols.u : inks.muted;
      g.fillText(String(type), left - 5, y + cellHeight / 2);
    }
    for (let k = 0; k < data.digits; k++) {
      g.fillStyle = scales.type.colour(scales.typeValue(t, type, k));
      g.fillRect(left + k * cellWidth, y, cellWidth - 1, cellHeight - 1);
    }
    if (chosen) {
      g.strokeStyle = inks.symbols.u;
      g.lineWidth = 1.5;
      g.strokeRect(left - 0.5, y - 0.5, data.digits * cellWidth, cellHeight);
    }
  }
  g.strokeStyle = inks.ink;
  g.lineWidth = 1.5;
  g.strokeRect(left + j * cellWidth - 0.5, top - 0.5, cellWidth, data.types * cellHeight);
  paintLegend(g, left, height - 30, width - left, scales.type, view);
}

export function typesLayout(width, height, data) {
  const [left, top] = [22, 16];
  return {
    left,
    top,
    cellWidth: Math.floor((width - left - 1) / data.digits),
    cellHeight: Math.floor((height - top - 36) / data.types),
  };
}

/** The colours of a scale, with the numbers they stand for. */
function paintLegend(g, x, y, width, scale, view) {
  const { inks } = view;
  const [low] = scale.ticks[0];
  const steps = Math.min(64, Math.floor(width));
  for (let step = 0; step < steps; step++) {
    g.fillStyle = scale.colours.at(low + ((1 - low) * (step + 0.5)) / steps);
    g.fillRect(x + (step * width) / steps, y, width / steps + 0.5, 7);
  }
  g.font = inks.font(LABEL_SIZE);
  g.fillStyle = inks.muted;
  g.textBaseline = "top";
  scale.ticks.forEach(([position, text], k) => {
    const last = k === scale.ticks.length - 1;
    g.textAlign = k === 0 ? "left" : last ? "right" : "center";
    g.fillText(text, x + (width * (position - low)) / (1 - low), y + 11);
  });
}

// --- lines over the iterations

/**
 * A small chart of values over iterations 1..r, the present one marked.
 *
 * @param {{x, y, width, height}} box
 * @param {{title, unit, low, high, digits, series: Array<{values: number[], colour, width}>}}
 *   chart the last of the series is the one whose value is told
 */
function paintChart(g, box, chart, view) {
  const { inks, t, r } = view;
  const { x, y, width, height } = box;
  const { low, high, digits = 2, series } = chart;
  const { zoom } = inks;
  const [top, bottom] = [y + 22 * zoom, y + height - 16 * zoom];
  const [left, right] = [x + 4, x + width - 6];
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
    { title: `${measure} ${mark} of ${j}`, low: 0, high: 1, series: lengths },
    view,
  );

  if (!second) return; // one pass: the page tells its numbers in words
  const others = lines((t, n) => second.value(data, t, n), inks.symbols[second.symbol]);
  const most = Math.max(0.001, ...others.flatMap(({ values }) => values));
  const least = Math.min(0, ...others.flatMap(({ values }) => values));
  paintChart(
    g,
    box(1),
    { title: second.title(j), low: least, high: most, digits: 3, series: others },
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
  const bottom = Math.min(...entropy);
  paintChart(
    g,
    box(3),
    {
      title: "entropy of c",
      low: bottom - 0.1 * (top - bottom) - 1e-3,
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
    { title: `logit b to ${j}`, ...range(logits), series: logits },
    view,
  );
  paintChart(
    g,
    { x: w + 18, y: 0, width: w, height },
    { title: `coupling c to ${j}`, ...range(couplings), digits: 3, series: couplings },
    view,
  );
}

// --- the cloud of votes

/**
 * Which part of the plane is shown, the same for all iterations, and by how much s is drawn
 * shorter to fit in beside the votes.
 */
export function cloudFrame(width, height, view) {
  const { data, j, r } = view;
  const { cloud_points: points, cloud_capsules: capsules, cloud_totals: totals } = data.arrays;
  const low = [0, 0];
  const high = [0, 0];
  const hold = (array, from) => {
    for (const k of [0, 1]) {
      low[k] = Math.min(low[k], array[from + k]);
      high[k] = Math.max(high[k], array[from + k]);
    }
  };
  for (let i = 0; i < data.capsules; i++) hold(points, 2 * (j * data.capsules + i));
  const last = 2 * ((r - 1) * data.digits + j);
  for (let t = 0; t < r; t++) hold(capsules, 2 * (t * data.digits + j));
  const longest = Math.hypot(totals[last], totals[last + 1]);
  const most = 1.02 * Math.max(1, Math.hypot(...high), Math.hypot(...low));
  const shorter = [1, 2, 5, 10, 20, 50].find((n) => longest / n <= most) ?? 100;
  hold([totals[last] / shorter, totals[last + 1] / shorter], 0);
  const room = 26;
  const scale = Math.min(
    (width - 2 * room) / Math.max(0.1, high[0] - low[0]),
    (height - 2 * room) / Math.max(0.1, high[1] - low[1]),
  );
  const cx = width / 2 - (scale * (low[0] + high[0])) / 2;
  const cy = height / 2 + (scale * (low[1] + high[1])) / 2;
  return { scale, shorter, screen: ([a, b]) => [cx + a * scale, cy - b * scale] };
}

export function drawCloud(g, width, height, view) {
  const { data, inks, t, j, scales } = view;
  const { arrays, digits } = data;
  const { scale, shorter, screen } = cloudFrame(width, height, view);
  const [cx, cy] = screen([0, 0]);
  const place = (name, time) => {
    const at = 2 * (time * digits + j);
    return [arrays[name][at], arrays[name][at + 1]];
  };

  g.strokeStyle = inks.line;
  g.lineWidth = 1;
  g.beginPath();
  g.moveTo(0, cy);
  g.lineTo(width, cy);
  g.moveTo(cx, 0);
  g.lineTo(cx, height);
  g.stroke();
  g.setLineDash([3, 4]);
  g.beginPath();
  g.arc(cx, cy, scale, 0, 2 * Math.PI);
  g.stroke();
  g.setLineDash([]);

  const { cloud_points: points } = arrays;
  const order = view.cloudOrder();
  const uniform = 1 / digits;
  const broad = data.capsules < 100 ? 5 : 2.6;
  g.globalAlpha = 0.85;
  for (const i of order) {
    const from = 2 * (j * data.capsules + i);
    const [x, y] = screen([points[from], points[from + 1]]);
    const coupling = data.coupling(t, i, j);
    const faint = view.lit && !view.lit.has(data.place(i));
    g.globalAlpha = faint ? 0.15 : 0.85;
    g.fillStyle = scales.cloud.colour(coupling);
    g.beginPath();
    g.arc(x, y, broad * Math.sqrt(coupling / uniform), 0, 2 * Math.PI);
    g.fill();
    if (scales.cloud.position(coupling) ** 2 < 0.04) {
      g.strokeStyle = inks.bar; // a neutral dot would vanish on the page
      g.lineWidth = 0.5;
      g.stroke();
    }
  }
  g.globalAlpha = 1;
  for (const i of view.hoverCapsule === null ? [view.i] : [view.i, view.hoverCapsule]) {
    const from = 2 * (j * data.capsules + i);
    const [x, y] = screen([points[from], points[from + 1]]);
    g.strokeStyle = inks.symbols.u;
    g.lineWidth = 2;
    g.beginPath();
    g.arc(x, y, 7, 0, 2 * Math.PI);
    g.stroke();
  }
  const { kind } = view;
  const apart = kind.vectors.includes("v");
  // They point the same way: s is drawn broad, v thin on top of it.
  paintPath(g, view, "cloud_totals", 1 / shorter, inks.symbols.s, 6, screen, place);
  if (apart) paintPath(g, view, "cloud_capsules", 1, inks.symbols.v, 2, screen, place);

  const shift = shorter === 1 ? "" : `, drawn at 1/${shorter}`;
  const texts = [
    ["s", `${kind.total}  length ${tell(data.totalLength(t, j))}${shift}`],
    ...(apart ? [["v", `v  length ${tell(data.size(t, j))}`]] : []),
  ];
  g.font = inks.font(12, "600");
  g.textAlign = "left";
  g.textBaseline = "alphabetic";
  texts.forEach(([symbol, text], k) => {
    g.fillStyle = inks.symbols[symbol];
    g.fillText(text, 8, height - 6 - 17 * inks.zoom * k);
  });
  const explained = [0, 1].map((k) => arrays.cloud_explained[2 * j + k]);
  g.font = inks.font(LABEL_SIZE);
  g.fillStyle = inks.muted;
  g.textAlign = "right";
  g.fillText(
    `\u2192 1st component, ${tell(100 * explained[0], 0)} % of variance`,
    width - 4,
    height - 6,
  );
  g.textAlign = "left";
  g.fillText(`\u2191 2nd, ${tell(100 * explained[1], 0)} %`, Math.max(4, cx + 6), 12);
  g.textAlign = "right";
  const rise = Math.min(cx < 70 ? 0.5 : 0.97, (cy - 30) / scale);
  g.fillText(
    "length 1",
    Math.min(width - 4, cx + scale * Math.sqrt(1 - rise * rise) - 6),
    cy - rise * scale,
  );
}

/** An arrow from the origin, with the way its tip has come. */
function paintPath(g, view, name, factor, colour, broad, screen, place) {
  const { t, inks } = view;
  const tip = (time) => screen(place(name, time).map((value) => value * factor));
  const [x0, y0] = screen([0, 0]);
  const [x, y] = tip(t);
  for (const [ground, lineWidth] of [
    [inks.paper, broad + 2],
    [colour, broad],
  ]) {
    g.strokeStyle = ground;
    g.lineWidth = lineWidth;
    g.beginPath();
    g.moveTo(x0, y0);
    g.lineTo(x, y);
    g.stroke();
  }
  for (let time = 0; time < t; time++) {
    const [px, py] = tip(time);
    g.globalAlpha = 0.75;
    g.fillStyle = inks.paper;
    g.beginPath();
    g.arc(px, py, 2 + broad / 3, 0, 2 * Math.PI);
    g.fill();
    g.strokeStyle = colour;
    g.lineWidth = 1.2;
    g.stroke();
  }
  g.globalAlpha = 1;
  g.fillStyle = colour;
  g.beginPath();
  g.arc(x, y, 4.5 + broad / 2, 0, 2 * Math.PI);
  g.fill();
  g.strokeStyle = inks.paper;
  g.lineWidth = 1.5;
  g.stroke();
}

/** Order in which a cloud's dots are drawn: strong couplings last, on top. */
export function orderByCoupling(data, t, j) {
  const order = Array.from({ length: data.capsules }, (_, i) => i);
  return order.sort((one, other) => data.coupling(t, one, j) - data.coupling(t, other, j));
}

// --- the formula's vectors

export function drawVectors(g, width, height, view) {
  const { data, inks, t, i, j, kind } = view;
  const vote = data.vote(i, j);
  const weight = data.weight(t, i, j);
  const rows = [
    ["uhat", "û", vote],
    ["c", kind.weightedVote, vote.map((value) => value * weight)],
    ["s", kind.total, data.vector("totals", t, j)],
    ["v", "v", data.vector("capsules", t, j)],
  ].filter(([name]) => !["s", "v"].includes(name) || kind.vectors.includes(name));
  const [left, right] = [(kind.weightedVote.length > 5 ? 70 : 38) * inks.zoom, 62 * inks.zoom];
  const cell = (width - left - right) / data.dim;
  const pitch = height / rows.length;
  rows.forEach(([symbol, label, values], k) => {
    const y = k * pitch;
    const size = Math.max(1e-9, ...values.map(Math.abs));
    g.font = inks.font(14, "600");
    g.fillStyle = inks.symbols[symbol];
    g.textAlign = "left";
    g.textBaseline = "middle";
    g.fillText(label, 0, y + pitch / 2);
    values.forEach((value, d) => {
      g.fillStyle = inks.signed.at(value / size);
      g.fillRect(left + d * cell, y + 3, cell - 1, pitch - 6);
    });
    g.fillStyle = inks.ink;
    g.font = inks.font(12);
    g.textAlign = "right";
    g.fillText(`‖·‖ ${tell(Math.hypot(...values), 3)}`, width, y + pitch / 2);
  });
}

// --- flow

export function flowPart(view) {
  const name = `${view.from === "places" ? "place" : "type"}_${view.flowOf === "votes" ? "flow" : "feed"}`;
  const count = view.from === "places" ? view.data.places : view.data.types;
  return { name, count };
}

/** Where the bands begin and end: nodes left and right, and 32 x 10 bands between them. */
function flowLayout(width, height, view) {
  const { data, t, r } = view;
  const { name, count } = flowPart(view);
  const value = (time, k, j) => Math.max(0, data.part(name, time, k, j));
  // One scale for all iterations, so that growth is seen.
  let most = 1e-9;
  for (let time = 0; time < r; time++) {
    let sum = 0;
    for (let k = 0; k < count; k++) {
      for (let j = 0; j < data.digits; j++) sum += value(time, k, j);
    }
    most = Math.max(most, sum);
  }
  const [leftGap, rightGap] = [8 * view.inks.zoom, 14 * view.inks.zoom]; // room for a label each
  const perUnit =
    (height - 8 - Math.max((count - 1) * leftGap, (data.digits - 1) * rightGap)) / most;
  const sizes = (outer, inner, of) =>
    Array.from(
      { length: outer },
      (_, a) =>
        perUnit * Array.from({ length: inner }, (_, b) => of(a, b)).reduce((x, y) => x + y, 0),
    );
  const left = sizes(count, data.digits, (k, j) => value(t, k, j));
  const right = sizes(data.digits, count, (j, k) => value(t, k, j));
  const stack = (list) => {
    const free = height - 8 - list.reduce((x, y) => x + y, 0);
    const gap = free / Math.max(1, list.length - 1);
    let y = 4;
    return list.map((size) => {
      const node = { y, size };
      y += size + gap;
      return node;
    });
  };
  const [from, to] = [stack(left), stack(right)];
  const [fromUsed, toUsed] = [from.map(() => 0), to.map(() => 0)];
  const bands = [];
  for (let k = 0; k < count; k++) {
    for (let j = 0; j < data.digits; j++) {
      const size = perUnit * value(t, k, j);
      bands.push({ k, j, size, y0: from[k].y + fromUsed[k], y1: to[j].y + toUsed[j] });
      fromUsed[k] += size;
      toUsed[j] += size;
    }
  }
  const { zoom } = view.inks;
  return { from, to, bands, x0: 58 * zoom, x1: width - 104 * zoom, count, name };
}

export function drawFlow(g, width, height, view) {
  const { data, inks, t, j: chosen } = view;
  const { from, to, bands, x0, x1, count, name } = flowLayout(width, height, view);
  const mid = (x0 + x1) / 2;
  const hovered = view.flowHover;
  const own = view.from === "places" ? data.place(view.i) : data.type(view.i);
  const stands = ({ k, j }) =>
    hovered ? (hovered.side === "left" ? k === hovered.at : j === hovered.at) : j === chosen;
  const paint = (band, colour, alpha) => {
    if (band.size < 0.05) return;
    g.globalAlpha = alpha;
    g.fillStyle = colour;
    g.beginPath();
    g.moveTo(x0, band.y0);
    g.bezierCurveTo(mid, band.y0, mid, band.y1, x1, band.y1);
    g.lineTo(x1, band.y1 + band.size);
    g.bezierCurveTo(mid, band.y1 + band.size, mid, band.y0 + band.size, x0, band.y0 + band.size);
    g.closePath();
    g.fill();
  };
  for (const band of bands) if (!stands(band)) paint(band, inks.bar, 0.28);
  for (const band of bands) {
    if (stands(band)) paint(band, inks.symbols.s, band.k === own ? 1 : 0.62);
  }
  g.globalAlpha = 1;
  g.font = inks.font(10);
  g.textBaseline = "middle";
  g.textAlign = "right";
  from.forEach(({ y, size }, k) => {
    g.fillStyle = k === own ? inks.symbols.u : inks.muted;
    g.fillRect(x0 - 4, y, 4, Math.max(1, size));
    const label =
      view.from === "places" ? `${Math.floor(k / data.grid)}, ${k % data.grid}` : `type ${k}`;
    g.font = inks.font(10, k === own ? "600" : "");
    g.fillText(label, x0 - 9, y + size / 2);
  });
  g.textAlign = "left";
  to.forEach(({ y, size }, j) => {
    const winner = j === data.winner(t);
    g.fillStyle = winner ? inks.accent : inks.ink;
    g.fillRect(x1, y, 5, Math.max(1.5, size));
    g.font = inks.font(14, j === chosen ? "600" : "");
    g.fillText(String(j), x1 + 11, y + size / 2);
    g.font = inks.font(12);
    g.fillStyle = inks.muted;
    let sum = 0;
    for (let k = 0; k < count; k++) sum += data.part(name, t, k, j);
    g.fillText(
      view.flowOf === "votes" ? tell(sum, 1) : `${view.kind.totalMark} ${tell(sum)}`,
      x1 + 26 * inks.zoom,
      y + size / 2,
    );
  });
}

export function flowHit(x, y, width, height, view) {
  const { from, to, x0, x1 } = flowLayout(width, height, view);
  const near = (nodes) => {
    let best = 0;
    nodes.forEach((node, k) => {
      const distance = (one) => Math.abs(one.y + one.size / 2 - y);
      if (distance(node) < distance(nodes[best])) best = k;
    });
    return best;
  };
  if (x < x0 + 24) return { side: "left", at: near(from) };
  if (x > x1 - 24) return { side: "right", at: near(to) };
  return null;
}
