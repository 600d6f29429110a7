/* Draws the highlighted capsule over each block's picture. Stateless. */

import { drawDisc, drawRule } from "../../browser/chart.js";
import { number } from "../../browser/text.js";
import { capsuleBox, fieldBox, placeBox } from "./block_layout.js";
import { boxInPixels, mapBoxes } from "./drawing.js";
import { directionOf } from "./reply.js";
import { drawRibbon } from "./ribbons.js";
import { strongest } from "./sums.js";

/** Opacity of the cover over everything else. */
const DIMMING = 0.72;
/** Number of outlined maps: those that contribute most to the capsule. */
const MAX_OUTLINED_MAPS = 3;

/** @type {Record<string, (g: any, width: number, height: number, scene: any) => void>} */
export const SPOTLIGHTS = {
  input: drawField,
  features: drawFeeding,
  capsules: drawCapsule,
  votes: drawVotes,
  routing: drawShares,
  classes: drawClasses,
};

/** Cover all but a box, and outline the box. */
function outline(g, width, height, box, { paper, accent }, lineWidth = 2) {
  const inside = boxInPixels(box, width, height);
  g.save();
  g.beginPath();
  g.rect(0, 0, width, height);
  g.rect(...inside);
  g.clip("evenodd");
  dim(g, width, height, paper);
  g.restore();
  g.strokeStyle = accent;
  g.lineWidth = lineWidth;
  g.strokeRect(...inside);
}

function dim(g, width, height, paper) {
  g.globalAlpha = DIMMING;
  g.fillStyle = paper;
  g.fillRect(0, 0, width, height);
  g.globalAlpha = 1;
}

/** Outline its receptive field, in the square of the picture. */
function drawField(g, width, height, { lit, colours }) {
  const size = Math.min(width, height);
  g.save();
  g.translate((width - size) / 2, (height - size) / 2);
  g.beginPath();
  g.rect(0, 0, size, size);
  g.clip();
  outline(g, size, size, fieldBox(lit.place, lit.server), colours.inks);
  g.restore();
}

/** Show how much each map contributes: the less, the paler. */
function drawFeeding(g, width, height, { lit, reply, block, colours }) {
  const { indices, shape } = reply.maps[block.name] ?? {};
  const feeds = lit.arrays?.feeds;
  if (!indices || feeds?.length !== block.outputs.at(-1)[0]) return;
  const { paper, accent } = colours.inks;
  const values = indices.map((map) => feeds[map]);
  const maximum = Math.max(...values, 1e-9);
  const boxes = mapBoxes(shape, width, height);
  g.fillStyle = paper;
  values.forEach((value, index) => {
    g.globalAlpha = DIMMING * (1 - value / maximum);
    g.fillRect(...boxes[index]);
  });
  g.globalAlpha = 1;
  g.strokeStyle = accent;
  g.lineWidth = 2;
  for (const index of strongest(values, MAX_OUTLINED_MAPS)) g.strokeRect(...boxes[index]);
}

/** Outline its place, and mark the capsule with a ring and a large arrow. */
function drawCapsule(g, width, height, { lit, reply, colours }) {
  const { inks } = colours;
  outline(g, width, height, placeBox(lit.place, lit.layout), { ...inks, accent: inks.muted }, 1);
  const [left, top, boxWidth, boxHeight] = boxInPixels(
    capsuleBox(lit.capsule, lit.layout),
    width,
    height,
  );
  const [x, y] = [left + boxWidth / 2, top + boxHeight / 2];
  const radius = 0.5 * Math.max(boxWidth, boxHeight) + 2;
  drawDisc(g, x, y, radius, { edge: inks.accent, width: 2 });
  const [dx, dy] = directionOf(reply, lit.capsule);
  const length = 4 * radius * (reply.presence[lit.capsule] / 255);
  drawRule(g, x, y, x + dx * length, y + dy * length, { colour: inks.accent, width: 3 });
}

/** Replace all votes by the lengths of its own, for each class. */
function drawVotes(g, width, height, { lit, reply, colours: { inks }, classes }) {
  if (!lit.arrays) return;
  const values = lit.arrays.vote_lengths;
  g.fillStyle = inks.paper;
  g.fillRect(0, 0, width, height);
  const maximum = Math.max(...values, 1e-9);
  const row = height / classes.length;
  const left = 34;
  values.forEach((value, k) => {
    const bold = k === reply.winner;
    g.fillStyle = inks.symbols.uhat;
    g.globalAlpha = bold ? 1 : 0.6;
    g.fillRect(left, (k + 0.2) * row, ((width - left) * value) / maximum, row * 0.6);
    g.globalAlpha = 1;
    const ink = bold ? inks.ink : inks.muted;
    drawNumber(g, value, left - 4, (k + 0.5) * row, { inks, ink, bold });
  });
}

/** Replace all ribbons by its own couplings. */
function drawShares(g, width, height, { lit, reply, iteration, colours, classes, nameWidth }) {
  const { inks } = colours;
  dim(g, width - nameWidth, height, inks.paper);
  if (!lit.arrays) return;
  const couplings = couplingsAt(lit.arrays.couplings, iteration, classes.length);
  const from = ((lit.type + 0.5) / reply.types) * height;
  g.strokeStyle = inks.symbols.c;
  g.globalAlpha = 0.85;
  couplings.forEach((value, k) => {
    g.lineWidth = Math.max(0.6, (value * height) / classes.length);
    drawRibbon(g, 6, from, width - nameWidth - 4, ((k + 0.5) / classes.length) * height);
  });
  g.globalAlpha = 1;
}

/** Add its couplings to the bars; outline the class with the largest. */
function drawClasses(g, width, height, { lit, iteration, colours: { inks }, classes, nameWidth }) {
  if (!lit.arrays) return;
  const couplings = couplingsAt(lit.arrays.couplings, iteration, classes.length);
  const row = height / classes.length;
  const [best] = strongest(couplings, 1);
  couplings.forEach((value, k) => {
    g.globalAlpha = k === best ? 1 : 0.75;
    drawNumber(g, value, width - nameWidth - 8, (k + 0.5) * row, {
      inks,
      ink: inks.symbols.c,
      bold: k === best,
      rim: true,
    });
  });
  g.globalAlpha = 1;
  g.strokeStyle = inks.symbols.c;
  g.lineWidth = 2;
  g.strokeRect(1, (best + 0.1) * row, width - nameWidth - 4, row * 0.8);
}

/** Couplings of one iteration, or of the last one. @param {Float32Array} couplings @param {number} iteration @param {number} classes */
export function couplingsAt(couplings, iteration, classes) {
  const index = Math.min(iteration, couplings.length / classes - 1);
  return couplings.subarray(index * classes, (index + 1) * classes);
}

/** Draw a right-aligned number; with a rim if it is on a bar. */
function drawNumber(g, value, x, y, { inks, ink, bold, rim = false }) {
  g.textAlign = "right";
  g.textBaseline = "middle";
  g.font = inks.font(13, bold ? 700 : "");
  const text = number(value, 2);
  if (rim) {
    g.strokeStyle = inks.paper;
    g.lineWidth = 4;
    g.lineJoin = "round";
    g.strokeText(text, x, y);
  }
  g.fillStyle = ink;
  g.fillText(text, x, y);
}
