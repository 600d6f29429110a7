/*
 * Links from block to block: bands as wide as the flow for this drawing. The output of a block and
 * the input of the next are lists of weights, from top to bottom. If both have the same parts, each
 * band connects one part; otherwise all bands meet in the middle.
 */

import { layoutOf } from "./block_layout.js";
import { UNIT_COLUMNS } from "./drawing.js";
import { riseAt } from "./ribbons.js";
import { atIteration } from "./sums.js";

/** Number of bands of a picture, and of a layer's units. */
const BANDS = 7;
/** Smallest width of a band in pixels, largest as a share of its space. */
const [MIN_BAND, MAX_BAND] = [0.4, 0.6];
/** Height of the waist where bands of different parts meet, as a share. */
const WAIST = 0.16;

/** @param {ArrayLike<number>} values @param {number} count @param {(index: number) => number} indexOf */
function sumInto(values, count, indexOf) {
  const sums = new Array(count).fill(0);
  for (let index = 0; index < values.length; index++) sums[indexOf(index)] += values[index];
  return sums;
}

/** Ink by rows of a square picture, channel after channel. @param {ArrayLike<number>} bytes @param {number} side */
function inkByRows(bytes, side) {
  return sumInto(bytes, BANDS, (index) =>
    Math.floor((BANDS * (Math.floor(index / side) % side)) / side),
  );
}

/** Flow of one iteration by types or by classes. @param {any} reply @param {number} iteration @param {boolean} byType */
function flowBy(reply, iteration, byType) {
  const flow = atIteration(reply.flow, iteration);
  const classes = reply.lengths[0].length;
  return byType
    ? sumInto(flow, reply.types, (index) => Math.floor(index / classes))
    : sumInto(flow, classes, (index) => index % classes);
}

/** Activity of maps by the rows of their picture. */
function mapsByRows({ reply }, { name }) {
  const { bytes, shape } = reply.maps[name] ?? {};
  if (!bytes) return [1];
  const columns = Math.ceil(Math.sqrt(shape[0]));
  const size = shape[1] * shape[2];
  return sumInto(bytes, Math.ceil(shape[0] / columns), (index) =>
    Math.floor(index / size / columns),
  );
}

/** @param {any} scene */
function presenceByRows({ reply }) {
  const { types, columns, rows } = layoutOf(reply);
  return sumInto(reply.presence, rows, (index) => Math.floor(index / types / columns));
}

/** @param {ArrayLike<number>} units */
function unitsByRows(units) {
  const rows = Math.ceil(units.length / UNIT_COLUMNS);
  return sumInto(units, BANDS, (index) =>
    Math.floor((BANDS * Math.floor(index / UNIT_COLUMNS)) / rows),
  );
}

/** @type {Record<string, (scene: any, block: any) => number[]>} */
const OUTGOING = {
  input: ({ reply, side }) => inkByRows(reply.input, side),
  features: mapsByRows,
  capsules: presenceByRows,
  votes: ({ reply }) => flowBy(reply, 0, true),
  routing: ({ reply, iteration }) => flowBy(reply, iteration, false),
  // All but the winner are masked.
  classes: ({ reply, iteration }) =>
    Array.from(atIteration(reply.lengths, iteration), (length, k) =>
      k === reply.winner ? length : 0,
    ),
  decoder: ({ reply }) => unitsByRows(reply.hidden.at(-1) ?? [1]),
};
/** @type {Record<string, (scene: any, block: any) => number[]>} */
const INCOMING = {
  ...OUTGOING,
  votes: ({ reply }) => sumInto(reply.presence, reply.types, (index) => index % reply.types),
  routing: ({ reply }) => flowBy(reply, 0, true),
  classes: (scene, block) =>
    scene.reply.flow.length ? OUTGOING.routing(scene, block) : [...scene.reply.lengths.at(-1)],
  decoder: ({ reply }) => unitsByRows(reply.hidden[0] ?? [1]),
  picture: ({ reply, side }) => (reply.picture ? inkByRows(reply.picture, side) : [1]),
};

/**
 * Weights of one block's output and of the next block's input, from top to bottom.
 * @param {any} from a block, or null for the drawing canvas
 * @param {any} to
 * @param {any} scene as for drawings, with the picture's `side`
 * @returns {{out: number[], into: number[], paired: boolean}}
 */
export function linkWeights(from, to, scene) {
  const into = INCOMING[to.part](scene, to);
  const out = from ? OUTGOING[from.part](scene, from) : into;
  return { out, into, paired: isPaired(from, to) };
}

/** Pairs of blocks with the same parts: types of capsules, classes. */
const PAIRED_BLOCKS = new Set(["votes:routing", "routing:classes"]);

/** Whether each band connects the same part of both blocks. @param {any} from @param {any} to */
export function isPaired(from, to) {
  return !from || PAIRED_BLOCKS.has(`${from.part}:${to.part}`);
}

/**
 * Centre and width of each band at one end, in pixels.
 * @param {number[]} weights
 * @param {number} height
 */
export function bandEnds(weights, height) {
  const maximum = Math.max(...weights, 1e-9);
  const step = height / weights.length;
  return weights.map((weight, index) => ({
    y: (index + 0.5) * step,
    width:
      weight > 0
        ? Math.max(MIN_BAND, (weight / maximum) * MAX_BAND * Math.min(step, height / BANDS))
        : 0,
  }));
}

/** The ends of the bands at the waist, stacked. @param {number[]} weights @param {number} height */
function waistEnds(weights, height) {
  const sum = weights.reduce((all, weight) => all + weight, 0) || 1;
  let top = (height * (1 - WAIST)) / 2;
  return weights.map((weight) => {
    const width = (weight / sum) * WAIST * height;
    top += width;
    return { y: top - width / 2, width };
  });
}

/** Bands between two ends, each as opaque as its strength. */
function drawBands(g, x0, starts, x1, ends, strengths) {
  const middle = (x0 + x1) / 2;
  starts.forEach((start, index) => {
    const [upper, lower] = [-0.5, 0.5].map((side) =>
      [start, ends[index]].map(({ y, width }) => y + side * width),
    );
    g.globalAlpha = strengths[index];
    g.beginPath();
    g.moveTo(x0, upper[0]);
    g.bezierCurveTo(middle, upper[0], middle, upper[1], x1, upper[1]);
    g.lineTo(x1, lower[1]);
    g.bezierCurveTo(middle, lower[1], middle, lower[0], x0, lower[0]);
    g.fill();
  });
}

/** Draw the bands between two adjacent blocks. */
export function drawLink(g, width, height, from, to, scene) {
  const { out, into, paired } = linkWeights(from, to, scene);
  g.fillStyle = flowColour(to, scene);
  const [starts, ends] = [bandEnds(out, height), bandEnds(into, height)];
  const leaving = bandStrengths(out, highlightedBand(scene.thread, to, paired ? 1 : 0));
  const entering = bandStrengths(into, highlightedBand(scene.thread, to, 1));
  if (paired) drawBands(g, 0, starts, width, ends, leaving);
  else {
    drawBands(g, 0, starts, width / 2, waistEnds(out, height), leaving);
    drawBands(g, width / 2, waistEnds(into, height), width, ends, entering);
  }
  g.globalAlpha = 1;
}

/** Opacity of the weakest and the strongest band; of a highlighted band, and of the others then. */
const [FAINT, STRONG] = [0.35, 0.9];
const [LIT, DIM] = [1, 0.15];

/**
 * Opacity of each band, which grows with its weight.
 * @param {number[]} weights
 * @param {number} [lit] the highlighted band, -1 if it is elsewhere; undefined if there is none
 */
function bandStrengths(weights, lit) {
  const maximum = Math.max(...weights, 1e-9);
  return weights.map((weight, index) => {
    if (lit !== undefined) return index === lit ? LIT : DIM;
    return FAINT + (STRONG - FAINT) * (weight / maximum);
  });
}

/**
 * The highlighted band at a link's end: -1 if it is elsewhere, undefined without a thread.
 * @param {import("./threads.js").Thread | null} thread
 * @param {any} to
 * @param {number} end
 */
export function highlightedBand(thread, { name, part }, end) {
  if (!thread) return undefined;
  if (thread.link) return thread.link === name && thread.end === end ? thread.band : -1;
  if (part === "routing" || (part === "votes" && end)) return thread.type ?? -1;
  if (part === "classes" && end) return thread.k ?? -1;
  return -1;
}

/**
 * The band nearest to a point of a link.
 * @param {{out?: number[], into: number[]}} ends weights; bands without `out` do not meet
 * @param {number} x from 0 to 1
 * @param {number} y from 0 to 1
 * @param {number} height in pixels
 * @returns {{end: 0 | 1, band: number}}
 */
export function bandAt({ out, into }, x, y, height) {
  const end = out && x < 0.5 ? 0 : 1;
  const weights = end || !out ? into : out;
  const [edgeBands, waistBands] = [bandEnds(weights, height), waistEnds(weights, height)];
  const waist = out ? riseAt(end ? 2 * (1 - x) : 2 * x) : 0;
  const distances = edgeBands.map((band, index) => {
    return weights[index] > 0
      ? Math.abs(y * height - (band.y + (waistBands[index].y - band.y) * waist))
      : Number.POSITIVE_INFINITY;
  });
  return { end, band: distances.indexOf(Math.min(...distances)) };
}

/** Symbols of the values that flow into a block. @type {Record<string, string>} */
const SYMBOLS = { capsules: "u", votes: "u", routing: "uhat", classes: "s", decoder: "v" };

/** Colour of the bands into a block; pixels and maps have no symbol. */
function flowColour({ part }, { colours: { inks } }) {
  return inks.symbols[SYMBOLS[part]] ?? inks.muted;
}

/** Width of the line from the end of a row to the next row, in pixels. */
const TRUNK = 6;

/** Draw the line from the end of one row back to the start of the next. */
export function drawReturn(g, width, height, to, scene) {
  const [right, left, middle] = [width - 3 * TRUNK, 2 * TRUNK, height / 2];
  g.strokeStyle = flowColour(to, scene);
  g.globalAlpha = STRONG;
  g.lineWidth = TRUNK;
  g.beginPath();
  g.moveTo(right, 0);
  g.arcTo(right, middle, right - middle, middle, middle);
  g.lineTo(left + middle, middle);
  g.arcTo(left, middle, left, height, height - middle);
  g.lineTo(left, height);
  g.stroke();
  g.globalAlpha = 1;
}

/** Draw the bands from the end of that line, at the upper left, to the row's first block. */
export function drawFan(g, width, height, from, to, scene) {
  const { into } = linkWeights(from, to, scene);
  const strengths = bandStrengths(into, highlightedBand(scene.thread, to, 1));
  g.strokeStyle = flowColour(to, scene);
  bandEnds(into, height).forEach((band, index) => {
    const { y } = band;
    if (!band.width) return;
    g.globalAlpha = strengths[index];
    g.lineWidth = band.width;
    g.beginPath();
    g.moveTo(2 * TRUNK, 0);
    g.bezierCurveTo(2 * TRUNK, y, 2 * TRUNK, y, width, y);
    g.stroke();
  });
  g.globalAlpha = 1;
}
