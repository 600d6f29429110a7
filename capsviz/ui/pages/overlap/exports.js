/* Files of the page's figures, drawn for the file and with their numbers. */

import { drawBox, drawText } from "../../browser/chart.js";
import { make } from "../../browser/dom.js";
import { text } from "../../browser/text.js";
import { readPalette } from "./palette.js";
import { drawPlaces, TwoPicture } from "./pictures.js";
import { Reconstructions } from "./reconstructions.js";
import { partOf } from "./reply.js";
import { barLength, lengthWords, verdictWords } from "./words.js";

/** @typedef {import("./reply.js").Reply} Reply */
/** @typedef {import("./palette.js").Palette} Palette */

/**
 * State of the page for a file.
 * @typedef {object} Shown
 * @property {Reply} reply
 * @property {Palette} palette
 * @property {(palette: Palette) => any[]} maps
 * @property {number} side of the canvas
 * @property {number} grid places each way
 */

/**
 * @param {() => Omit<Shown, "palette">} current
 * @returns {import("../../browser/export.js").FigureFiles[]}
 */
export function overlapFiles(current) {
  const files = (name, draw) => ({
    name,
    title: text(`file-${name}`),
    file: () => `overlap-${name}`,
    figure: (root) => {
      const state = { ...current(), palette: readPalette(root) };
      return {
        network: "overlap",
        caption: verdictWords(state.reply).replace(/[.。]$/, ""),
        ...draw(state),
      };
    },
  });
  return [
    files("lengths", lengthsFigure),
    files("alone", platesFigure),
    files("shares", sharesFigure),
    files("maps", mapsFigure),
  ];
}

/** @param {Shown} shown */
function lengthsFigure({ reply, palette }) {
  const inkOf = (j) => palette.two[reply.shown.indexOf(j)] ?? palette.css.muted;
  return {
    width: 380,
    height: 250,
    axes: { x: text("file-length") },
    draw: (context) => {
      reply.lengths[0].forEach((_, j) => {
        const y = 25 * j;
        write(context, palette, String(j), 0, y, inkOf(j));
        drawBox(context, [20, y, 320 * barLength(reply, j), 16], { fill: inkOf(j) });
        write(context, palette, lengthWords(reply, j), 350, y, inkOf(j));
      });
    },
    rows: lengthRows(reply),
  };
}

/** @param {Shown} shown */
function platesFigure({ reply, palette, side }) {
  const reconstructions = new Reconstructions(make("div"), make("p"), side);
  reconstructions.show(reply, palette);
  const plates = reconstructions.visiblePictures;
  return {
    width: 500,
    height: plates.length > 3 ? 410 : 200,
    draw: (context) => {
      plates.forEach(({ canvas, caption }, k) => {
        const [x, y] = [170 * (k % 3), 210 * Math.floor(k / 3)];
        context.drawImage(canvas, x, y, 160, 160);
        caption.textContent.split("\n").forEach((line, i) => {
          write(context, palette, line, x, y + 164 + 16 * i);
        });
      });
    },
    rows: pixelRows(reply, side),
  };
}

/** @param {Shown} shown */
function sharesFigure({ reply, palette, side }) {
  const shares = make("canvas");
  const { image, shares: parts, decoded, shown } = reply;
  new TwoPicture(shares, side).showShares(image, parts, decoded, shown, palette.inks);
  const part = (k) => Math.round(100 * reply.ink[k]);
  return {
    width: 380,
    height: 426,
    draw: (context) => {
      context.drawImage(shares, 0, 0, 380, 380);
      reply.shown.forEach((j, k) => {
        const label = text("file-paints", { capsule: j, percent: part(k) });
        write(context, palette, label, 190 * k, 386, palette.two[k]);
      });
      const neither = text("file-neither", { percent: part(2) });
      write(context, palette, neither, 0, 406, palette.css.muted);
    },
    rows: pixelRows(reply, side),
  };
}

/** @param {Shown} shown */
function mapsFigure({ reply, palette, maps, grid }) {
  return {
    width: 620,
    height: 222,
    draw: (context) => {
      maps(palette).forEach(({ name, ...figure }, k) => {
        context.save();
        context.translate(210 * k, 0);
        drawPlaces(context, 200, figure, 1);
        write(context, palette, name, 0, 206);
        context.restore();
      });
    },
    rows: placeRows(reply, grid),
  };
}

function write(context, palette, label, x, y, colour = palette.css.ink) {
  drawText(context, label, x, y, { colour, font: palette.css.font(13), baseline: "top" });
}

/** @param {Reply} reply */
export function lengthRows({ lengths, labels, probabilities }) {
  const after = lengths.map((_, t) => text("column-length", { iteration: t + 1 }));
  return [
    ["capsule", text("column-laid"), text("column-probability"), ...after],
    ...lengths[0].map((_, j) => [
      j,
      labels.includes(j) ? 1 : 0,
      probabilities?.[j] ?? "",
      ...lengths.map((row) => row[j]),
    ]),
  ];
}

/** @param {Reply} reply @param {number} side */
export function pixelRows({ image, decoded, shares, parts, shown }, side) {
  const part = (array, k) => partOf(array, k, side ** 2);
  const [first, second] = shown;
  const columns = Object.entries({
    ink: image,
    [text("column-painted", { capsule: first })]: part(decoded, first),
    [text("column-painted", { capsule: second })]: part(decoded, second),
    [text("column-share", { capsule: first })]: part(shares, 0),
    [text("column-share", { capsule: second })]: part(shares, 1),
    [text("column-first")]: parts?.[0],
    [text("column-second")]: parts?.[1],
  }).filter(([, values]) => values);
  return [
    ["row", "column", ...columns.map(([name]) => name)],
    ...Array.from(image, (_, i) => [
      Math.floor(i / side),
      i % side,
      ...columns.map(([, values]) => values[i] / 255),
    ]),
  ];
}

/** @param {Reply} reply @param {number} grid places each way */
export function placeRows({ couplings, feeds, shown, iterations }, grid) {
  const places = grid * grid;
  const rows = Array.from({ length: iterations * 2 * places }, (_, i) => {
    const [t, k, p] = [Math.floor(i / (2 * places)), Math.floor(i / places) % 2, i % places];
    const cell = [Math.floor(p / grid), p % grid];
    return [t + 1, ...cell, shown[k], couplings[i], feeds[i]];
  });
  return [
    ["iteration", "row", "column", "capsule", text("column-coupling"), text("column-feed")],
    ...rows,
  ];
}
