/*
 * The Dimensions page's drawn figures. Each is one function that draws on a 2D context, or on
 * the SvgPainter of browser/export.js in its place.
 */

import { colourTable, cssColours, mixColours } from "../../browser/picture.js";
import { formatPoseValue } from "../../browser/sliders.js";

export const SWEEP_STEPS = 11;
export const SIDE = 28;
/** Half the width of the paper's sweep, and of one that covers real digits, in its unit. */
export const PAPER_REACH = 0.25;
export const DATA_REACH = 3;
/** Measures as the analysis names them, and as they fit over a narrow column. */
export const MEASURES = [
  ["area", "area", "px²"],
  ["length", "length", "px"],
  ["thickness", "thick", "px"],
  ["slant", "slant", "°"],
  ["width", "width", "px"],
  ["height", "height", "px"],
  ["x", "x", "px"],
  ["y", "y", "px"],
  ["rotation", "turn", "°"],
];
const NARROW = 820;

export class DimensionInks {
  constructor(root) {
    const one = (name) => `rgb(${cssColours(root, `--cv-${name}`)[0].join(" ")})`;
    const all = (name) => cssColours(root, `--cv-${name}`);
    this.paper = one("paper");
    this.ink = one("ink");
    this.muted = one("muted");
    this.line = one("line");
    this.bar = one("bar");
    this.accent = one("accent");
    this.font = getComputedStyle(root).fontFamily;
    this.greys = [...all("paper"), ...all("ink")];
    /** From ink lost to ink gained, from a falling to a rising measure. */
    this.signed = [...all("less").reverse(), ...all("more").slice(1)];
    this.greyTable = colourTable(this.greys);
    this.signedTable = colourTable(this.signed);
  }
}

export function sweepLayout(width, page) {
  const table = Boolean(page.known);
  const narrow = width < NARROW;
  const left = narrow ? 20 : page.known ? 230 : 30;
  const heat = narrow ? (width - left) / 9 : 48;
  const beside = !narrow && table ? 9 * heat + 22 : 0;
  const gap = 8;
  const room = (width - left - beside - gap) / (SWEEP_STEPS + 1) - 1;
  const cell = Math.max(16, Math.min(46, Math.floor(room)));
  const top = 22;
  const row = cell + (narrow && page.known ? 17 : 4);
  const change = left + SWEEP_STEPS * (cell + 1) + gap;
  const end = top + 16 * row;
  const heatRow = narrow ? 22 : row;
  return {
    narrow,
    table,
    left,
    cell,
    top,
    row,
    change,
    heat,
    heatRow,
    label: narrow ? 15 : 0,
    heatLeft: narrow ? left : change + cell + 20,
    heatTop: narrow ? end + 40 : top,
    height: narrow && table ? end + 40 + 16 * heatRow + 4 : end + 4,
  };
}

/** Row and column of a point in the sweep figure; column 11 is the change. */
export function sweepHit(layout, x, y) {
  const { left, cell, top, row, change, heat, heatRow, heatLeft, heatTop, table } = layout;
  if (table && x >= heatLeft && y >= heatTop && x < heatLeft + 9 * heat) {
    const at = Math.floor((y - heatTop) / heatRow);
    if (at < 16) return { part: "measure", at, column: Math.floor((x - heatLeft) / heat) };
  }
  const at = Math.floor((y - top) / row);
  if (at < 0 || at >= 16 || x > change + cell) return null;
  if (x < left) return { part: "label", at, column: -1 };
  const column = Math.floor((x - left) / (cell + 1));
  return column < SWEEP_STEPS ? { part: "cell", at, column } : { part: "change", at, column: 11 };
}

/** The sweeps as one picture, for a file. */
export function drawSweep(g, width, height, page) {
  drawSweepFrame(g, width, height, page);
  const layout = sweepLayout(width, page);
  for (let at = 0; at < 16; at++) drawSweepCells(g, layout, page, at);
}

/** What stands around the pictures: heads, labels and the table of measures. */
export function drawSweepFrame(g, width, _height, page) {
  const layout = sweepLayout(width, page);
  const { left, cell, top, change } = layout;
  const { inks, range } = page;
  g.textBaseline = "alphabetic";
  g.fillStyle = inks.muted;
  g.font = `12px ${inks.font}`;
  const heads =
    range === "paper"
      ? ["\u22120.25", "pose", "+0.25"]
      : layout.narrow
        ? ["\u22123 sd", "mean", "+3 sd"]
        : ["mean \u2212 3 sd", "mean", "mean + 3 sd"];
  const last = left + SWEEP_STEPS * (cell + 1) - 1;
  g.textAlign = "left";
  g.fillText(heads[0], left, top - 8);
  g.textAlign = "center";
  g.fillText(heads[1], (left + last) / 2, top - 8);
  g.textAlign = "right";
  g.fillText(heads[2], last, top - 8);
  g.textAlign = "center";
  if (layout.narrow) g.font = `10px ${inks.font}`;
  g.fillText(layout.narrow ? "diff." : "change", change + cell / 2, top - 8);
  page.shownOrder.forEach((d, at) => drawSweepLabel(g, layout, page, d, at));
  if (layout.table) drawMeasures(g, layout, page);
}

function drawSweepLabel(g, layout, page, d, at) {
  const { left, cell, top, row, narrow, label } = layout;
  const { inks } = page;
  const y = top + at * row;
  const chosen = d === page.dimension;
  g.fillStyle = inks.ink;
  g.font = `${chosen ? "700 " : ""}${narrow ? 11 : 13}px ${inks.font}`;
  g.textBaseline = "middle";
  g.textAlign = "right";
  const middle = y + label + cell / 2;
  g.fillText(String(d), narrow ? 15 : 18, middle);
  const text = page.known?.labels[page.k][d];
  if (text) {
    g.textAlign = "left";
    g.fillStyle = text.kind === "clear" ? inks.ink : inks.muted;
    const [x, room] = narrow ? [left, 300] : [26, left - 34];
    g.fillText(fitText(g, page.names[d].text, room), x, narrow ? y + 7 : middle);
  }
  g.textBaseline = "alphabetic";
}

/** Where the pictures of one row lie. */
export function sweepRowBox({ left, change, cell, top, row, label }, at) {
  return { left, top: top + at * row + label, width: change + cell - left, height: cell + 2 };
}

export function drawSweepCells(g, layout, page, at) {
  for (let s = 0; s <= SWEEP_STEPS; s++) drawSweepCell(g, layout, page, page.shownOrder[at], at, s);
}

function drawSweepCell(g, layout, page, d, at, s) {
  const { left, cell, top, row, label, change } = layout;
  const { inks } = page;
  const x = s < SWEEP_STEPS ? left + s * (cell + 1) : change;
  const y = top + at * row + label;
  g.drawImage(page.sheets[d].canvas, s * SIDE, 0, SIDE, SIDE, x, y, cell, cell);
  const cursor = page.cursor && page.cursor.at === at && page.cursor.column === s;
  g.lineWidth = cursor ? 2 : 1;
  g.strokeStyle = cursor ? inks.ink : inks.line;
  g.strokeRect(x + 0.5, y + 0.5, cell - 1, cell - 1);
  // Where the pose on the sliders lies in this row.
  const place = page.placeInSweep(d);
  if (s < SWEEP_STEPS && place !== null && Math.round(place) === s) {
    g.fillStyle = inks.ink;
    g.fillRect(x, y + cell, cell, 2);
  } else if (s < SWEEP_STEPS) {
    g.fillStyle = inks.paper;
    g.fillRect(x, y + cell, cell, 2);
  }
}

/** The table of measures: colour is the effect, the number its R². */
function drawMeasures(g, layout, page) {
  const { heat, heatRow, heatLeft, heatTop, narrow } = layout;
  const { inks, known, k } = page;
  g.font = `${narrow ? 10 : 11}px ${inks.font}`;
  g.textAlign = "center";
  g.fillStyle = inks.muted;
  MEASURES.forEach(([, short], m) => {
    g.fillText(short, heatLeft + (m + 0.5) * heat, heatTop - (narrow ? 6 : 8));
  });
  g.textBaseline = "middle";
  page.shownOrder.forEach((d, at) => {
    const y = heatTop + at * heatRow;
    if (narrow) {
      g.textAlign = "right";
      g.fillStyle = inks.ink;
      g.fillText(String(d), heatLeft - 5, y + heatRow / 2);
    }
    g.textAlign = "center";
    MEASURES.forEach((_, m) => {
      const size = known.effects.slope[k][d][m] / known.effects.yardstick[k][m];
      const r2 = known.effects.r2[k][d][m];
      const place = 0.5 + 0.5 * Math.max(-1, Math.min(1, size));
      const [red, green, blue] = mixColours(inks.signed, place).map(Math.round);
      g.fillStyle = `rgb(${red} ${green} ${blue})`;
      const x = heatLeft + m * heat;
      g.fillRect(x, y + (narrow ? 0 : 1), heat - 1, heatRow - (narrow ? 1 : 3));
      const light = 0.299 * red + 0.587 * green + 0.114 * blue > 140;
      g.fillStyle = light ? "#1c2126" : "#f4f5f7";
      if (r2 >= 0.005) g.fillText(r2.toFixed(2).replace(/^0/, ""), x + heat / 2, y + heatRow / 2);
      const cursor = page.cursor;
      if (cursor?.part === "measure" && cursor.at === at && cursor.column === m) {
        g.lineWidth = 2;
        g.strokeStyle = inks.ink;
        g.strokeRect(x + 1, y + 1, heat - 3, heatRow - 3);
      }
    });
  });
  g.textBaseline = "alphabetic";
}

function fitText(g, text, room) {
  if (g.measureText(text).width <= room) return text;
  let short = text;
  while (short.length > 1 && g.measureText(`${short}\u2026`).width > room)
    short = short.slice(0, -1);
  return `${short.trimEnd()}\u2026`;
}

/** Where a value of the chosen dimension lies across the histogram; pixels. */
export function histogramPlace({ known, k, dimension: d }, value, width) {
  const place = ((value - known.mean[k][d]) / known.std[k][d] + 4) / 8;
  return 4 + Math.max(0, Math.min(1, place)) * (width - 8);
}

/** To which side of its mark a word goes, so that it stays inside. */
export function histogramSide(x, width) {
  return x > width - 60 ? "right" : x < 60 ? "left" : "center";
}

/** The histogram as one picture, for a file. */
export function drawHistogram(g, width, height, page) {
  drawHistogramBars(g, width, height, page);
  const value = page.sliders.pose[page.dimension];
  const x = histogramPlace(page, value, width);
  g.fillStyle = page.inks.ink;
  g.fillRect(x - 1.5, 14, 3, height - 36);
  g.textAlign = histogramSide(x, width);
  g.fillText(`now ${formatPoseValue(value)}`, x, 11);
}

/** How often real digits take each value of the chosen dimension, and where the start lies. */
export function drawHistogramBars(g, width, height, page) {
  const { inks, known, k, dimension: d } = page;
  const counts = known.histogram[k][d];
  const [mean, std] = [known.mean[k][d], known.std[k][d]];
  const most = Math.max(...counts);
  const [left, right, top, bottom] = [4, width - 4, 16, height - 22];
  const across = (value) => histogramPlace(page, value, width);
  const step = (right - left) / counts.length;
  g.fillStyle = inks.bar;
  counts.forEach((count, i) => {
    const tall = (count / most) * (bottom - top);
    g.fillRect(left + i * step, bottom - tall, Math.max(1, step - 1), tall);
  });
  g.fillStyle = inks.line;
  g.fillRect(left, bottom, right - left, 1);
  g.font = `12px ${inks.font}`;
  g.textBaseline = "alphabetic";
  g.fillStyle = inks.muted;
  [
    [-3, "left"],
    [0, "center"],
    [3, "right"],
  ].forEach(([z, align]) => {
    g.textAlign = align;
    g.fillText(formatPoseValue(mean + z * std), across(mean + z * std), height - 6);
  });
  g.fillRect(across(page.sliders.original[d]) - 0.5, top - 2, 1, bottom - top + 2);
}

/** Steps between the two ends, the present place marked. */
export function drawBetween(g, width, _height, page) {
  const { inks, strip } = page;
  const cell = betweenCell(width);
  for (let s = 0; s < SWEEP_STEPS; s++) {
    const x = s * (cell + 1);
    g.drawImage(strip, s * SIDE, 0, SIDE, SIDE, x, 0, cell, cell);
    g.lineWidth = 1;
    g.strokeStyle = inks.line;
    g.strokeRect(x + 0.5, 0.5, cell - 1, cell - 1);
  }
  g.fillStyle = inks.ink;
  const x = page.place * ((SWEEP_STEPS - 1) * (cell + 1)) + cell / 2;
  g.fillRect(x - 1.5, cell + 2, 3, 7);
}

export function betweenCell(width) {
  return Math.max(16, Math.min(76, Math.floor((width + 1) / SWEEP_STEPS) - 1));
}

/** The decoded pose alone, with what it is written beneath. */
export function drawPicture(g, width, height, page) {
  g.drawImage(page.single, 0, 0, SIDE, SIDE, 0, 0, width, height);
}
