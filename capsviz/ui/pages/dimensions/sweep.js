/*
 * The sweeps of all dimensions: layout and drawing, on a 2D context or on the SvgPainter of
 * browser/export.js.
 */

import { drawBox, drawText } from "../../browser/chart.js";
import { mixColours } from "../../browser/picture.js";
import { shortName } from "../../browser/sliders.js";
import { text as message, number } from "../../browser/text.js";
import { measuresOf, positionInSweep, SWEEP_STEPS } from "./poses.js";

/** @import { Scene } from "./poses.js" */

/** Smallest width of a figure with labels beside the pictures, and with the table of measures. */
const [WIDE, WITH_TABLE] = [480, 820];
/** Smallest and largest side of a picture, and gap between two rows, in pixels. */
const [SMALL, LARGE, GAP] = [16, 46, 4];
/** Height of a name above its pictures, and gap to the next name, in pixels. */
const [NAME, NEXT] = [20, 12];

/**
 * @param {number} width of the figure, in pixels
 * @param {Pick<Scene, "stats" | "order" | "plain"> & {rowHeight?: number}} scene `rowHeight`: height of a row
 *   of the sliders beside the figure, 0 without them
 */
export function sweepLayout(width, scene) {
  const rows = scene.order.length;
  const table = Boolean(scene.stats) && !scene.plain;
  const narrow = width < (table ? WITH_TABLE : WIDE);
  const left = narrow ? 20 : table ? 230 : scene.stats ? 156 : 30;
  const heat = narrow ? (width - left) / 9 : 48;
  const tableWidth = !narrow && table ? 9 * heat + 22 : 0;
  const gap = 8;
  const available = (width - left - tableWidth - gap) / (SWEEP_STEPS + 1) - 1;
  const maximum = scene.rowHeight ? scene.rowHeight - GAP : LARGE;
  const cell = Math.max(SMALL, Math.min(maximum, Math.floor(available)));
  const top = 22;
  const rowHeight = scene.rowHeight || cell + (narrow && scene.stats ? NAME + NEXT : GAP);
  const change = left + SWEEP_STEPS * (cell + 1) + gap;
  const end = top + rows * rowHeight;
  const heatRow = narrow ? 22 : rowHeight;
  return {
    narrow,
    table,
    rows,
    left,
    cell,
    top,
    rowHeight,
    change,
    heat,
    heatRow,
    label: narrow && scene.stats ? NAME : 0,
    heatLeft: narrow ? left : change + cell + 20,
    heatTop: narrow ? end + 40 : top,
    height: narrow && table ? end + 40 + rows * heatRow + 4 : end + 4,
  };
}

/**
 * Row and column of a point in the sweep figure; column 11 is the change.
 * @returns {import("./poses.js").Spot | null}
 */
export function sweepHit(layout, x, y) {
  const { rows, left, cell, top, rowHeight, change, heat, heatRow, heatLeft, heatTop, table } =
    layout;
  if (table && x >= heatLeft && y >= heatTop && x < heatLeft + 9 * heat) {
    const row = Math.floor((y - heatTop) / heatRow);
    if (row < rows) return { part: "measure", row, column: Math.floor((x - heatLeft) / heat) };
  }
  const row = Math.floor((y - top) / rowHeight);
  if (row < 0 || row >= rows || x > change + cell) return null;
  if (x < left) return { part: "label", row, column: -1 };
  const column = Math.floor((x - left) / (cell + 1));
  return column < SWEEP_STEPS ? { part: "cell", row, column } : { part: "change", row, column: 11 };
}

/** The sweeps as one picture, for a file. */
export function drawSweep(g, width, height, scene) {
  drawSweepFrame(g, width, height, scene);
  const layout = sweepLayout(width, scene);
  scene.order.forEach((_, row) => {
    drawSweepCells(g, layout, scene, row);
  });
}

/** Draw everything around the pictures: headings, labels and the table of measures. */
export function drawSweepFrame(g, width, _height, scene) {
  const layout = sweepLayout(width, scene);
  const { left, cell, top, change } = layout;
  const { inks, range } = scene;
  g.textBaseline = "alphabetic";
  const isShort = layout.narrow || cell < 36;
  const [low, high] = layout.narrow
    ? [message("sweep-low-short"), message("sweep-high-short")]
    : [message("sweep-low"), message("sweep-high")];
  const heads =
    range === "paper"
      ? [number(-0.25), message("sweep-pose"), `+${number(0.25)}`]
      : [low, message("sweep-mean"), high];
  const last = left + SWEEP_STEPS * (cell + 1) - 1;
  const style = { font: inks.font(12), colour: inks.muted };
  drawText(g, heads[0], left, top - 8, { ...style, align: "left" });
  drawText(g, heads[1], (left + last) / 2, top - 8, { ...style, align: "center" });
  drawText(g, heads[2], last, top - 8, { ...style, align: "right" });
  const head = message(isShort ? "sweep-change-short" : "sweep-change");
  const font = inks.font(layout.narrow ? 10 : 12);
  drawText(g, head, change + cell / 2, top - 8, { font, align: "center" });
  scene.order.forEach((d, row) => {
    drawSweepLabel(g, layout, scene, d, row);
  });
  if (layout.table) drawMeasures(g, layout, scene);
}

function drawSweepLabel(g, layout, scene, d, row) {
  const { left, cell, top, rowHeight, narrow, label } = layout;
  const { inks } = scene;
  const y = top + row * rowHeight;
  const isChosen = d === scene.dimension;
  const middle = y + label + cell / 2;
  const style = { font: inks.font(13, isChosen ? 700 : ""), colour: inks.ink, baseline: "middle" };
  drawText(g, String(d), narrow ? 16 : 18, middle, { ...style, align: "right" });
  const entry = scene.stats?.labels[scene.k][d];
  const dimension = scene.names?.[d];
  if (entry && entry.kind !== "unknown") {
    const [x, width] = narrow ? [left, 300] : [26, left - 34];
    const name = fitText(g, scene.plain ? shortName(dimension) : dimension.text, width);
    const colour = entry.kind === "clear" ? inks.ink : inks.muted;
    drawText(g, name, x, narrow ? y + NAME / 2 : middle, { colour, align: "left" });
  }
  g.textBaseline = "alphabetic";
}

/** Box of one row's pictures. */
export function sweepRowBox({ left, change, cell, top, rowHeight, label }, row) {
  return {
    left,
    top: top + row * rowHeight + label,
    width: change + cell - left,
    height: cell + 2,
  };
}

export function drawSweepCells(g, layout, scene, row) {
  for (let s = 0; s <= SWEEP_STEPS; s++) drawSweepCell(g, layout, scene, scene.order[row], row, s);
}

function drawSweepCell(g, layout, scene, d, row, s) {
  const { left, cell, top, rowHeight, label, change } = layout;
  const { inks } = scene;
  const x = s < SWEEP_STEPS ? left + s * (cell + 1) : change;
  const y = top + row * rowHeight + label;
  const { side } = scene.decoder;
  g.drawImage(scene.sheets[d].canvas, s * side, 0, side, side, x, y, cell, cell);
  const cursor = scene.cursor && scene.cursor.row === row && scene.cursor.column === s;
  const edge = cursor ? { edge: inks.ink, width: 2 } : { edge: inks.line };
  drawBox(g, [x + 0.5, y + 0.5, cell - 1, cell - 1], edge);
  if (s === SWEEP_STEPS) return;
  // Mark the position of the sliders' pose in this row.
  const position = positionInSweep(scene, d);
  const isHere = position !== null && Math.round(position) === s;
  drawBox(g, [x, y + cell, cell, 2], { fill: isHere ? inks.ink : inks.paper });
}

/** Draw the table of measures: colours for effects, numbers for their R². */
function drawMeasures(g, layout, scene) {
  const { heat, heatRow, heatLeft, heatTop, narrow } = layout;
  const { inks, stats, k } = scene;
  const head = { font: inks.font(narrow ? 10 : 11), colour: inks.muted, align: "center" };
  const measures = measuresOf(stats);
  measures.forEach(({ short }, m) => {
    drawText(g, short, heatLeft + (m + 0.5) * heat, heatTop - (narrow ? 6 : 8), head);
  });
  g.textBaseline = "middle";
  scene.order.forEach((d, row) => {
    const y = heatTop + row * heatRow;
    const style = { colour: inks.ink, align: "right" };
    if (narrow) drawText(g, String(d), heatLeft - 5, y + heatRow / 2, style);
    measures.forEach((_, m) => {
      const size = stats.effects.slope[k][d][m] / stats.effects.yardstick[k][m];
      const r2 = stats.effects.r2[k][d][m];
      const position = 0.5 + 0.5 * Math.max(-1, Math.min(1, size));
      const [red, green, blue] = mixColours(inks.signed, position).map(Math.round);
      const x = heatLeft + m * heat;
      const box = [x, y + (narrow ? 0 : 1), heat - 1, heatRow - (narrow ? 1 : 3)];
      drawBox(g, box, { fill: `rgb(${red} ${green} ${blue})` });
      const light = 0.299 * red + 0.587 * green + 0.114 * blue > 140;
      const style = { colour: light ? "#1c2126" : "#f4f5f7", align: "center" };
      const share = number(r2, 2).replace(/^0/, "");
      if (r2 >= 0.005) drawText(g, share, x + heat / 2, y + heatRow / 2, style);
      const cursor = scene.cursor;
      if (cursor?.part === "measure" && cursor.row === row && cursor.column === m)
        drawBox(g, [x + 1, y + 1, heat - 3, heatRow - 3], { edge: inks.ink, width: 2 });
    });
  });
  g.textBaseline = "alphabetic";
}

function fitText(g, text, width) {
  if (g.measureText(text).width <= width) return text;
  let shortened = text;
  while (shortened.length > 1 && g.measureText(`${shortened}\u2026`).width > width)
    shortened = shortened.slice(0, -1);
  return `${shortened.trimEnd()}\u2026`;
}
