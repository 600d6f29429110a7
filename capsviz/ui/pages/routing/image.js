/* The image, and the coupling pictures of its capsules: on a 2D context or an SvgPainter. */

import { drawBox, drawText } from "../../browser/chart.js";
import { make } from "../../browser/dom.js";
import { SvgPainter } from "../../browser/export.js";
import { MAX_SHOWN_ITERATIONS } from "../../browser/permalink.js";
import { cssText } from "../../browser/picture.js";
import { text } from "../../browser/text.js";
import { LABEL_SIZE, tell } from "./scales.js";

/** @type {Map<number, any>} canvases of small pictures, by their side */
const scratch = new Map();

/** Draw small pictures pixel by pixel: as image data on a canvas, as rectangles in SVG. */
export function paintPixels(g, x, y, size, side, rgb) {
  if (g instanceof SvgPainter) {
    const cell = size / side;
    for (let row = 0; row < side; row++) {
      for (let column = 0, next; column < side; column = next) {
        const colour = cssText(rgb(row, column));
        next = column + 1;
        while (next < side && cssText(rgb(row, next)) === colour) next++;
        g.fillStyle = colour;
        // A small overlap hides seams between neighbours.
        g.fillRect(x + column * cell, y + row * cell, (next - column) * cell + 0.2, cell + 0.2);
      }
    }
    return;
  }
  if (!scratch.has(side)) {
    const canvas = make("canvas");
    canvas.width = canvas.height = side;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    scratch.set(side, { canvas, context, image: context.createImageData(side, side) });
  }
  const { canvas, context, image } = scratch.get(side);
  for (let row = 0, offset = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const [red, green, blue] = rgb(row, column);
      image.data[offset++] = red;
      image.data[offset++] = green;
      image.data[offset++] = blue;
      image.data[offset++] = 255;
    }
  }
  context.putImageData(image, 0, 0);
  g.imageSmoothingEnabled = false;
  g.drawImage(canvas, x, y, size, size);
}

function mix(from, to, share) {
  return Math.round(from + share * (to - from));
}

/** The digit's ink over the map of contributions to one digit capsule. */
function paintDigit(g, x, y, size, j, view) {
  const { data, inks, t, over: overlay } = view;
  const { side } = data;
  const { image } = data.arrays;
  const scale = view.scales.overlay;
  const name = overlay === "couplings" ? "place_couplings" : "place_feed";
  const values = overlay === "off" ? null : data.overlay(name, t, j);
  const ink = inks.inkColour;
  paintPixels(g, x, y, size, side, (row, column) => {
    const index = row * side + column;
    const visible = values && data.isSeen(row, column);
    const base = visible ? scale.colours.rgbAt(scale.position(values[index])) : inks.panelColour;
    if (image.length > side * side) {
      // A coloured picture is tinted by the contributions, as colours cannot be overlaid.
      return [0, 1, 2].map((k) => mix(image[index + k * side * side], base[k], visible ? 0.55 : 0));
    }
    const share = (image[index] / 255) * (values ? 0.78 : 1);
    return [0, 1, 2].map((k) => Math.round(base[k] + share * (ink[k] - base[k])));
  });
}

/**
 * Contributions to one digit capsule, on the image; tiles of the capsules if each covers all of it.
 */
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

/** A frame around pixels, visible on any background. */
function outlineField(g, x, y, cell, place, view, width = 2) {
  const { data, inks } = view;
  const { row, column, side } = data.square(place);
  outlineSquare(g, x + column * cell, y + row * cell, side * cell, inks, width);
}

/** A capsule's square, with a rim that separates it from its surroundings. */
function outlineSquare(g, left, top, size, inks, width) {
  drawBox(g, [left, top, size, size], { edge: inks.paper, width: width + 2 });
  drawBox(g, [left, top, size, size], { edge: inks.symbols.u, width });
}

export function drawDigit(g, width, _height, view) {
  const { data, inks } = view;
  const cell = width / data.side;
  paintDigit(g, 0, 0, width, view.j, view);
  if (!data.whole) outlineField(g, 0, 0, cell, data.place(view.i), view);
  if (view.hoverCapsule !== null && !data.whole) {
    outlineField(g, 0, 0, cell, data.place(view.hoverCapsule), view, 1.2);
  }
  if (view.pixel) {
    const [row, column] = view.pixel;
    drawBox(g, [column * cell, row * cell, cell, cell], { edge: inks.accent, width: 2 });
  }
  if (view.over !== "off") {
    paintLegend(g, 0, width + 8, width, view.scales.overlay, view);
  }
}

/** The class capsules side by side: the contributions to each, and its length. */
export function drawCapsules(g, width, height, view) {
  const { data, inks } = view;
  const pitch = width / data.digits;
  const size = Math.min(pitch - 8, height - 34);
  for (let j = 0; j < data.digits; j++) {
    const x = j * pitch + (pitch - size) / 2;
    paintFeed(g, x, 2, size, j, view);
    const isWinner = j === data.winner(view.t);
    const length = data.length(view.t, j);
    const name = { font: inks.font(13, "600"), colour: isWinner ? inks.accent : inks.ink };
    g.textBaseline = "top";
    drawText(g, data.name(j), x, size + 8, { ...name, align: "left", maxWidth: size - 30 });
    drawText(g, tell(length), x + size, size + 9, { font: inks.font(12), align: "right" });
    drawBox(g, [x, size + 26, size, 4], { fill: inks.line });
    const fill = isWinner ? inks.symbols.v : inks.symbols.vOther;
    drawBox(g, [x, size + 26, size * length, 4], { fill });
  }
}

// --- couplings by type and position

/** Number of types in a row, for a picture about half as high as wide. */
function typesInRow({ whole, types }) {
  return whole ? 4 : Math.ceil(Math.sqrt(2 * types));
}

export function mosaicLayout(width, data) {
  const columns = width >= 440 ? typesInRow(data) : 4;
  const pitch = Math.floor(width / columns);
  const cell = Math.min(64, Math.max(2, Math.floor((pitch - 6) / data.grid)));
  const tile = cell * data.grid;
  const rows = Math.ceil(data.types / columns);
  const tileHeight = cell * data.rows;
  const rowPitch = tileHeight + 17;
  return { columns, pitch, cell, tile, tileHeight, rows, rowPitch, height: rows * rowPitch + 34 };
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

// --- the same for every iteration at once

/** Most pictures in a row, and pixels between two. */
const MAX_IN_ROW = 5;
const ROUND_GAP = 12;
const MAX_ROUND_CELL = 6;
/** Height of an iteration's name above the types' numbers, in pixels. */
const NAME_GAP = 3;
/** Pixels from the top of a name to its baseline. */
const BASELINE = 12;

/**
 * Iterations with a picture: all up to ten, else ten in growing steps, since most changes are early.
 * @param {number} count
 */
export function spreadIterations(count) {
  const maximum = MAX_SHOWN_ITERATIONS;
  if (count <= maximum) return Array.from({ length: count }, (_, t) => t);
  return Array.from({ length: maximum }, (_, k) =>
    Math.max(k, Math.round(count ** (k / (maximum - 1))) - 1),
  );
}

/** Position of each iteration's picture, and the size of its cells. */
export function roundsLayout(width, data, count) {
  const { grid, rows, types } = data;
  const rounds = spreadIterations(count).length;
  const columns = typesInRow(data);
  const inRow = Math.min(rounds, MAX_IN_ROW);
  const pitch = Math.floor(width / Math.max(3, inRow));
  const available = Math.floor((pitch - ROUND_GAP - columns) / (columns * grid));
  const cell = Math.min(MAX_ROUND_CELL, Math.max(1, available));
  const [tile, tileHeight] = [cell * grid + 1, cell * rows + 1];
  const rowPitch = Math.ceil(types / columns) * tileHeight + 24;
  const height = Math.ceil(rounds / inRow) * rowPitch;
  return { columns, inRow, pitch, cell, tile, tileHeight, rowPitch, height };
}

/** The iteration of `count` under a point. */
export function roundHit(layout, count, x, y) {
  const index = Math.floor(y / layout.rowPitch) * layout.inRow + Math.floor(x / layout.pitch);
  return spreadIterations(count)[index] ?? null;
}

export function drawRounds(g, width, _height, view) {
  const { data, inks, j, r, scales } = view;
  const { columns, inRow, pitch, cell, tile, tileHeight, rowPitch } = roundsLayout(width, data, r);
  const tiles = { columns, pitch: tile, cell, rowPitch: tileHeight };
  g.textAlign = "left";
  // Chinese characters are taller than a Latin font.
  g.textBaseline = "alphabetic";
  for (const [index, t] of spreadIterations(r).entries()) {
    const [left, top] = [(index % inRow) * pitch, Math.floor(index / inRow) * rowPitch];
    const name =
      data.iterations > 1 ? text("iteration-number", { iteration: t + 1 }) : text("one-pass");
    const [weight, colour] = t === view.t ? ["600", inks.ink] : ["", inks.muted];
    drawText(g, name, left, top + BASELINE, { font: inks.font(12, weight), colour });
    for (let i = 0; i < data.capsules; i++) {
      const [x, y] = mosaicCell(tiles, data, i);
      g.fillStyle = scales.capsule.colour(scales.value(t, i, j));
      g.fillRect(left + x, top + NAME_GAP + y, cell, cell);
    }
  }
}

/** The primary capsule under a point, or null between tiles. */
export function mosaicHit(layout, data, x, y) {
  const column = Math.floor(x / layout.pitch);
  const row = Math.floor(y / layout.rowPitch);
  const type = row * layout.columns + column;
  const [u, v] = [x - column * layout.pitch, y - row * layout.rowPitch - 13];
  if (column >= layout.columns || row >= layout.rows || type >= data.types) return null;
  if (u < 0 || v < -3 || u >= layout.tile + 3 || v >= layout.tileHeight + 3) return null;
  const clampCell = (value, count) =>
    Math.min(count - 1, Math.max(0, Math.floor(value / layout.cell)));
  return data.capsule(clampCell(v, data.rows) * data.grid + clampCell(u, data.grid), type);
}

export function drawMosaics(g, width, _height, view) {
  const { data, inks, t, j, scales } = view;
  const layout = mosaicLayout(width, data);
  g.font = inks.font(10);
  g.textAlign = "left";
  g.textBaseline = "alphabetic";
  const chosenType = data.type(view.i);
  for (let type = 0; type < data.types; type++) {
    const [x, y] = mosaicCell(layout, data, type);
    drawText(g, String(type), x, y - 3, { colour: type === chosenType ? inks.ink : inks.muted });
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
  const outline = (i, width) => {
    const [x, y] = mosaicCell(layout, data, i);
    outlineSquare(g, x - 0.5, y - 0.5, layout.cell, inks, width);
  };
  outline(view.i, 2);
  if (view.hoverCapsule !== null) outline(view.hoverCapsule, 1.5);
  paintLegend(g, 0, layout.rows * layout.rowPitch + 4, Math.min(260, width), scales.capsule, view);
}

/** A number on its colour. */
function paintValue(g, x, y, size, scales, value, { inks }) {
  const { capsule } = scales;
  const [red, green, blue] = capsule.colours.rgbAt(capsule.position(value));
  const colour = 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? "#000000" : "#ffffff";
  const style = { colour, font: inks.font(12), align: "center", baseline: "middle" };
  drawText(g, tell(value, 3), x + size / 2, y + size / 2, style);
}

export function drawTypes(g, width, height, view) {
  const { data, inks, t, j, scales } = view;
  const { left, top, cellWidth, cellHeight } = typesLayout(width, height, data);
  g.textBaseline = "alphabetic";
  for (const { k, x, maxWidth } of columnNames(data, cellWidth, data.winner(t), j)) {
    const colour = k === data.winner(t) ? inks.accent : k === j ? inks.ink : inks.muted;
    const font = inks.font(LABEL_SIZE, k === j ? "600" : "");
    drawText(g, data.name(k), left + x, top - 4, { colour, font, align: "center", maxWidth });
  }
  g.font = inks.font(9);
  g.textAlign = "right";
  g.textBaseline = "middle";
  for (let type = 0; type < data.types; type++) {
    const y = top + type * cellHeight;
    const selected = type === data.type(view.hoverCapsule ?? view.i);
    if (selected || (cellHeight >= 9.5 && type % 2 === 0)) {
      const colour = selected ? inks.symbols.u : inks.muted;
      drawText(g, String(type), left - 5, y + cellHeight / 2, { colour });
    }
    for (let k = 0; k < data.digits; k++) {
      g.fillStyle = scales.type.colour(scales.typeValue(t, type, k));
      g.fillRect(left + k * cellWidth, y, cellWidth - 1, cellHeight - 1);
    }
    const row = [left - 0.5, y - 0.5, data.digits * cellWidth, cellHeight];
    if (selected) drawBox(g, row, { edge: inks.symbols.u, width: 1.5 });
  }
  const column = [left + j * cellWidth - 0.5, top - 0.5, cellWidth, data.types * cellHeight];
  drawBox(g, column, { edge: inks.ink, width: 1.5 });
  paintLegend(g, left, height - 30, width - left, scales.type, view);
}

/**
 * Names above columns: all if they fit; else that of the selected class and, if it fits too, of the
 * winner.
 * @returns {{k: number, x: number, maxWidth: number}[]} the middle and the most width of each
 */
export function columnNames(data, cellWidth, winner, j) {
  const widthOf = (k) => 0.6 * LABEL_SIZE * data.name(k).length;
  const classes = Array.from({ length: data.digits }, (_, k) => k);
  if (classes.every((k) => widthOf(k) <= 1.15 * cellWidth))
    return classes.map((k) => ({ k, x: (k + 0.5) * cellWidth, maxWidth: cellWidth - 2 }));
  const total = data.digits * cellWidth;
  const placeName = (k) => {
    const width = Math.min(widthOf(k), total);
    return {
      k,
      x: Math.min(total - width / 2, Math.max(width / 2, (k + 0.5) * cellWidth)),
      maxWidth: width,
    };
  };
  const [selected, best] = [placeName(j), placeName(winner)];
  const hasSpace = Math.abs(selected.x - best.x) > (selected.maxWidth + best.maxWidth) / 2 + 4;
  return hasSpace ? [selected, best] : [selected];
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

/** The colours of a scale with their values. */
function paintLegend(g, x, y, width, scale, view) {
  const { inks } = view;
  const [low] = scale.ticks[0];
  const steps = Math.min(64, Math.floor(width));
  for (let step = 0; step < steps; step++) {
    g.fillStyle = scale.colours.at(low + ((1 - low) * (step + 0.5)) / steps);
    g.fillRect(x + (step * width) / steps, y, width / steps + 0.5, 7);
  }
  const style = { font: inks.font(LABEL_SIZE), colour: inks.muted, baseline: "top" };
  scale.ticks.forEach(([position, text], k) => {
    const align = k === 0 ? "left" : k === scale.ticks.length - 1 ? "right" : "center";
    drawText(g, text, x + (width * (position - low)) / (1 - low), y + 11, { ...style, align });
  });
}
