/* Draws the pictures of the map's blocks from their live values. Stateless. */

import { drawDisc } from "../../browser/chart.js";
import { contextOf, make } from "../../browser/dom.js";
import { densityOf } from "../../browser/figure.js";
import { PixelPicture } from "../../browser/picture.js";
import { number } from "../../browser/text.js";
import { capsuleBox, layoutOf, placeBox } from "./block_layout.js";
import { directionOf, isFavourite } from "./reply.js";
import { drawRibbons } from "./ribbons.js";
import { atIteration } from "./sums.js";

/** Length of an arrow, as a share of its cell. */
const ARROW_LENGTH = 0.48;
/** Units in a row of a hidden layer's picture. */
export const UNIT_COLUMNS = 32;

/**
 * @typedef {object} Scene
 * @property {any} reply of `decodeReply`
 * @property {any} block
 * @property {number} iteration of the routing, from 0
 * @property {any} colours of `readColours`
 * @property {string[]} classes
 * @property {any} lit the highlighted capsule, as in `Spotlight.scene`, or null
 */

/** Least height of a row whose bar is numbered. */
const MIN_NUMBERED = 14;
/** Least distance between the names of adjacent classes, in pixels. */
const NAME = 10;
/** Least distance between names if not all of them fit, in pixels. */
const MIN_NAME_DISTANCE = 15;
/** Width for class names of up to two letters, and of more; most letters of a name. */
const [SHORT_NAMES, LONG_NAMES, LETTERS] = [20, 56, 8];

/** Width and height on the page by a block's part, in pixels. @type {Record<string, [number, number]>} */
export const SIZES = {
  input: [140, 140],
  features: [140, 140],
  capsules: [200, 140],
  votes: [100, 140],
  routing: [180, 140],
  classes: [120, 140],
  decoder: [90, 140],
  picture: [140, 140],
};

/** @type {Record<string, (g: any, width: number, height: number, scene: Scene) => void>} */
export const DRAWINGS = {
  input: (g, width, height, { reply, colours }) =>
    drawSquare(g, width, height, reply.input, colours.tables.ink),
  features: (g, width, height, { reply, block, colours }) => {
    const { bytes, shape } = reply.maps[block.name] ?? {};
    if (!bytes) return;
    drawSheet(g, width, height, montage(brighten(bytes), shape, colours.tables.ink));
    g.strokeStyle = colours.inks.line;
    g.lineWidth = 1;
    if (shape[1] > 1) for (const box of mapBoxes(shape, width, height)) g.strokeRect(...box);
  },
  capsules: drawCapsules,
  votes: drawVotes,
  routing: drawFlow,
  classes: drawLengths,
  decoder: (g, width, height, { reply, colours }) => {
    const sheets = reply.hidden.map((units) => unitSheet(brighten(units), colours.tables.ink));
    const total = sheets.reduce((sum, sheet) => sum + sheet.height, 0);
    let top = 0;
    for (const sheet of sheets) {
      const sheetHeight = (sheet.height / total) * (height - 6 * (sheets.length - 1));
      g.save();
      g.translate(0, top);
      drawSheet(g, width, sheetHeight, sheet, true);
      g.restore();
      top += sheetHeight + 6;
    }
  },
  picture: (g, width, height, { reply, colours }) =>
    reply.picture && drawSquare(g, width, height, reply.picture, colours.tables.ink),
};

/** Bytes as square roots, so that weak activity stays visible. @param {Uint8Array} bytes */
function brighten(bytes) {
  return bytes.map((byte) => Math.sqrt(255 * byte));
}

/** Draw "NaN" in place of a picture. */
export function drawNaN(g, width, height, { colours }) {
  g.textAlign = "center";
  g.textBaseline = "middle";
  g.fillStyle = colours.inks.accent;
  g.font = colours.inks.font(19, 700);
  g.fillText("NaN", width / 2, height / 2);
}

/** Hidden units as a small canvas, one pixel each. */
export function unitSheet(units, table) {
  return montage(units, unitShape(units), table);
}

/** Shape of a hidden layer's picture, for `montage`. @param {ArrayLike<number>} units */
export function unitShape({ length }) {
  return [1, Math.ceil(length / UNIT_COLUMNS), UNIT_COLUMNS];
}

/** The pictures of `montagePixels` as a canvas. */
export function montage(bytes, shape, table, perRow) {
  const { width, height, pixels } = montagePixels(bytes, shape, table, { perRow });
  const canvas = make("canvas", { width, height });
  const context = contextOf(canvas);
  const image = context.createImageData(width, height);
  new Uint32Array(image.data.buffer).set(pixels);
  context.putImageData(image, 0, 0);
  return canvas;
}

/**
 * Pixels of a grid of pictures, one pixel apart.
 * @param {Uint8Array} bytes
 * @param {number[]} shape count, rows, columns of each
 * @param {Uint32Array} table
 * @param {{perRow?: number, gap?: number}} [options] pictures per row, colour of the gaps
 */
export function montagePixels(
  bytes,
  [count, rows, columns],
  table,
  { perRow = Math.ceil(Math.sqrt(count)), gap = 0 } = {},
) {
  const rowCount = Math.ceil(count / perRow);
  const [width, height] = [perRow * (columns + 1) - 1, rowCount * (rows + 1) - 1];
  const pixels = new Uint32Array(width * height).fill(gap);
  // Places without a picture are empty, not of the gap's colour.
  const places = gap ? perRow * rowCount : count;
  for (let k = 0; k < places; k++) {
    const from = Math.floor(k / perRow) * (rows + 1) * width + (k % perRow) * (columns + 1);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        pixels[from + row * width + column] =
          table[bytes[(k * rows + row) * columns + column] ?? 0];
  }
  return { width, height, pixels };
}

/**
 * Boxes of a montage's pictures as placed by `drawSheet`: left, top, width, height.
 * @param {number[]} shape count, rows, columns of each
 * @param {number} width
 * @param {number} height
 * @returns {[number, number, number, number][]}
 */
export function mapBoxes([count, rows, columns], width, height) {
  const perRow = Math.ceil(Math.sqrt(count));
  const sheetWidth = perRow * (columns + 1) - 1;
  const sheetHeight = Math.ceil(count / perRow) * (rows + 1) - 1;
  const scale = Math.min(width / sheetWidth, height / sheetHeight);
  const [left, top] = [(width - sheetWidth * scale) / 2, (height - sheetHeight * scale) / 2];
  return Array.from({ length: count }, (_, k) => [
    left + (k % perRow) * (columns + 1) * scale,
    top + Math.floor(k / perRow) * (rows + 1) * scale,
    columns * scale,
    rows * scale,
  ]);
}

/** Draw a small canvas with sharp pixels, as large as fits; `stretch` ignores the aspect ratio. */
export function drawSheet(g, width, height, sheet, stretch = false) {
  const scale = Math.min(width / sheet.width, height / sheet.height);
  const [sheetWidth, sheetHeight] = stretch
    ? [width, height]
    : [sheet.width * scale, sheet.height * scale];
  g.imageSmoothingEnabled = false;
  g.drawImage(sheet, (width - sheetWidth) / 2, (height - sheetHeight) / 2, sheetWidth, sheetHeight);
}

/** Fill a canvas of the page with a small canvas. */
export function paintSheet(canvas, sheet) {
  paintCanvas(canvas, (g, width, height) => drawSheet(g, width, height, sheet, true));
}

/** Draw bytes as a square picture. */
export function drawSquare(g, width, height, bytes, table) {
  const sheet = make("canvas");
  new PixelPicture(sheet).show(bytes, table);
  drawSheet(g, width, height, sheet);
}

/**
 * Draw a type's capsules over a square picture, as arrows from the centres of their places: the
 * direction is the pose's along its two main axes, the length is the presence.
 */
export function drawType(g, size, reply, type, ink) {
  const { types, columns, rows } = layoutOf(reply);
  const [cellWidth, cellHeight] = [size / columns, size / rows];
  g.strokeStyle = ink;
  g.lineWidth = 2;
  g.beginPath();
  for (let capsule = type; capsule < reply.presence.length; capsule += types) {
    const place = Math.floor(capsule / types);
    const [x, y] = [
      ((place % columns) + 0.5) * cellWidth,
      (Math.floor(place / columns) + 0.5) * cellHeight,
    ];
    const length = (reply.presence[capsule] / 255) * ARROW_LENGTH * Math.min(cellWidth, cellHeight);
    const [dx, dy] = directionOf(reply, capsule);
    g.moveTo(x, y);
    g.lineTo(x + dx * length, y + dy * length);
  }
  g.stroke();
}

/**
 * Draw every capsule in its cell; those coupled to the winner with more than twice an even share in
 * the colour of couplings.
 */
function drawCapsules(g, width, height, { reply, colours, classes }) {
  const layout = layoutOf(reply);
  const { panel, symbols } = colours.inks;
  const { presence, couplings } = reply;
  g.fillStyle = panel;
  for (let place = 0; place < layout.columns * layout.rows; place++)
    g.fillRect(...boxInPixels(placeBox(place, layout), width, height));
  const maximum = Math.max(...presence, 1);
  const draw = (strokes, isShown) => {
    Object.assign(g, strokes);
    g.beginPath();
    presence.forEach((value, capsule) => {
      if (!isShown(value / maximum, isFavourite(couplings[capsule], classes.length))) return;
      const box = boxInPixels(capsuleBox(capsule, layout), width, height);
      traceArrow(g, box, directionOf(reply, capsule), value / maximum);
    });
    g.stroke();
    g.globalAlpha = 1;
  };
  for (const [from, to, opacity] of SHADES)
    draw(
      { strokeStyle: symbols.u, lineWidth: 1.3, globalAlpha: opacity },
      (share, favourite) => !favourite && share >= from && share < to,
    );
  couplings.forEach((root, capsule) => {
    if (!isFavourite(root, classes.length)) return;
    const box = boxInPixels(capsuleBox(capsule, layout), width, height);
    const [x, y] = [box[0] + box[2] / 2, box[1] + box[3] / 2];
    drawDisc(g, x, y, 0.62 * Math.max(box[2], box[3]), { fill: symbols.c });
  });
  draw({ strokeStyle: colours.inks.paper, lineWidth: 1.6 }, (_, favourite) => favourite);
}

/** Ranges of presence, as shares of the largest, and the opacity of their arrows. */
const SHADES = [
  [0, 0.34, 0.35],
  [0.34, 0.67, 0.6],
  [0.67, 2, 0.9],
];

/** A box in pixels: left, top, width, height. @param {import("./block_layout.js").Box} box @param {number} width @param {number} height @returns {[number, number, number, number]} */
export function boxInPixels(box, width, height) {
  return [box.x * width, box.y * height, box.width * width, box.height * height];
}

/** Trace an arrow through the centre of its cell, in the direction of its pose. */
export function traceArrow(g, [left, top, width, height], direction, presence) {
  const [x, y] = [left + width / 2, top + height / 2];
  const length = presence * ARROW_LENGTH * Math.max(width, height);
  const [dx, dy] = direction.map((value) => value * length);
  g.moveTo(x - dx, y - dy);
  g.lineTo(x + dx, y + dy);
  g.moveTo(x + 0.1 * dx + 0.6 * dy, y + 0.1 * dy - 0.6 * dx);
  g.lineTo(x + dx, y + dy);
  g.lineTo(x + 0.1 * dx - 0.6 * dy, y + 0.1 * dy + 0.6 * dx);
}

/** Draw the votes before the routing as bars, with a row per type and a column per class. */
function drawVotes(g, width, height, { reply, colours: { inks }, classes }) {
  const flow = reply.flow[0];
  const maximum = Math.max(...flow, 1);
  const [cellWidth, cellHeight] = [width / classes.length, height / reply.types];
  g.fillStyle = inks.symbols.uhat;
  flow.forEach((value, index) => {
    const [type, k] = [Math.floor(index / classes.length), index % classes.length];
    g.globalAlpha = k === reply.winner ? 1 : LOSERS_OPACITY;
    const bar = (value / maximum) * 0.9 * cellWidth;
    g.fillRect((k + 0.05) * cellWidth, (type + 0.12) * cellHeight, bar, 0.76 * cellHeight);
  });
  g.globalAlpha = 1;
}

/** Opacity of votes for other classes than the winner. */
const LOSERS_OPACITY = 0.6;

/** Draw the coupled votes from each type to each class as ribbons, as wide as they are strong. */
function drawFlow(g, width, height, scene) {
  const { reply, colours, classes } = scene;
  const { inks } = colours;
  g.strokeStyle = inks.symbols.c;
  drawRibbons(g, width, height, scene, (_, k, strength) =>
    k === reply.winner ? 0.9 : LOSERS_OPACITY * (0.4 + (0.6 * strength) / 255),
  );
  nameClasses(g, classes, { x: width, height, inks, reply });
}

/** Draw the lengths of the class capsules as bars. */
function drawLengths(g, width, height, { reply, iteration, colours, classes, lit }) {
  const { inks } = colours;
  const lengths = atIteration(reply.lengths, iteration);
  const [step, left] = [height / classes.length, 4];
  const maxWidth = width - nameWidth(classes) - 4 - left;
  lengths.forEach((value, k) => {
    const y = k * step + step * 0.2;
    g.fillStyle = inks.panel;
    g.fillRect(left, y, maxWidth, step * 0.6);
    g.fillStyle = k === reply.winner ? inks.symbols.v : inks.symbols.vOther;
    g.fillRect(left, y, maxWidth * Math.min(1, value), step * 0.6);
    if (lit || step < MIN_NUMBERED) return;
    // The number of a long bar is inside it.
    const inside = value > 0.7;
    g.textAlign = inside ? "right" : "left";
    g.textBaseline = "middle";
    g.font = inks.font(12);
    g.fillStyle = inside ? inks.paper : inks.muted;
    const end = left + maxWidth * Math.min(1, value);
    g.fillText(number(value, 2), inside ? end - 5 : end + 5, (k + 0.52) * step);
  });
  nameClasses(g, classes, { x: width, height, inks, reply });
}

export function nameWidth(classes) {
  return classes.some(({ length }) => length > 2) ? LONG_NAMES : SHORT_NAMES;
}

/** Name the classes at their rows; if not all fit, the longest capsules first. */
function nameClasses(g, classes, { x, height, inks, reply }) {
  const { winner } = reply;
  const lengths = reply.lengths.at(-1);
  g.textAlign = "right";
  g.textBaseline = "middle";
  const rowHeight = height / classes.length;
  const order = classes.map((_, k) => k).sort((a, b) => lengths[b] - lengths[a] || a - b);
  const taken = [];
  for (const k of [winner, ...order]) {
    const y = Math.min(height - NAME / 2, Math.max(NAME / 2, (k + 0.5) * rowHeight));
    const isFree =
      rowHeight >= NAME
        ? !taken.includes(y)
        : taken.every((other) => Math.abs(other - y) >= MIN_NAME_DISTANCE);
    if (!isFree) continue;
    taken.push(y);
    g.fillStyle = k === winner ? inks.ink : inks.muted;
    g.font = inks.font(13, k === winner ? 700 : "");
    const name = classes[k];
    const label = name.length > LETTERS ? `${name.slice(0, LETTERS - 1)}…` : name;
    g.fillText(label, x, y);
  }
}

/** Draw on a canvas of the page at the screen's resolution. */
export function paintCanvas(canvas, draw) {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!width || !height) return;
  const scale = densityOf(canvas);
  const [pixelWidth, pixelHeight] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== pixelWidth || canvas.height !== pixelHeight)
    Object.assign(canvas, { width: pixelWidth, height: pixelHeight });
  const g = contextOf(canvas);
  g.setTransform(scale, 0, 0, scale, 0, 0);
  g.clearRect(0, 0, width, height);
  draw(g, width, height);
}
