/* Draws the highlighted thread over each block's picture. Stateless. */

import { capsuleBox, layoutOf } from "./block_layout.js";
import { boxInPixels, traceArrow } from "./drawing.js";
import { directionOf } from "./reply.js";
import { drawRibbons } from "./ribbons.js";

/** How much everything else is faded. */
const DIMMING = 0.8;

/** @type {Record<string, (g: any, width: number, height: number, scene: any) => void>} */
export const THREADS = {
  input: drawRows,
  features: drawRows,
  capsules: drawType,
  votes: drawVotes,
  routing: drawLit,
  classes: drawClass,
  decoder: drawRows,
  picture: drawRows,
};

/** Fade all but a box, for any background of the canvas. */
function leave(g, width, height, [left, top, boxWidth, boxHeight]) {
  g.save();
  g.beginPath();
  g.rect(0, 0, width, height);
  g.rect(left, top, boxWidth, boxHeight);
  g.clip("evenodd");
  g.globalAlpha = DIMMING;
  g.globalCompositeOperation = "destination-out";
  g.fillRect(0, 0, width, height);
  g.restore();
}

/** Highlight the rows of a block at the end of a link's band. */
function drawRows(g, width, height, { thread, block }) {
  if (thread.block?.name !== block.name) return;
  const rowHeight = height / thread.weights.length;
  leave(g, width, height, [0, thread.band * rowHeight, width, rowHeight]);
}

/** Highlight the type's capsules. */
function drawType(g, width, height, scene) {
  const { type } = scene.thread;
  const { reply, colours } = scene;
  const { inks } = colours;
  if (type === undefined) return drawRows(g, width, height, scene);
  leave(g, width, height, [0, 0, 0, 0]);
  const maximum = Math.max(...reply.presence, 1);
  const layout = layoutOf(reply);
  g.strokeStyle = inks.symbols.u;
  g.lineWidth = 2.2;
  g.beginPath();
  for (let capsule = type; capsule < reply.presence.length; capsule += reply.types) {
    const box = boxInPixels(capsuleBox(capsule, layout), width, height);
    traceArrow(g, box, directionOf(reply, capsule), reply.presence[capsule] / maximum);
  }
  g.stroke();
}

/** Highlight the type's row, the class's column, or their intersection. */
function drawVotes(g, width, height, { thread: { type, k }, reply, classes, colours: { inks } }) {
  if (type === undefined && k === undefined) return;
  const [cellWidth, cellHeight] = [width / classes.length, height / reply.types];
  const [left, boxWidth] = k === undefined ? [0, width] : [k * cellWidth, cellWidth];
  const [top, boxHeight] = type === undefined ? [0, height] : [type * cellHeight, cellHeight];
  leave(g, width, height, [left, top, boxWidth, boxHeight]);
  g.strokeStyle = inks.symbols.uhat;
  g.lineWidth = 1.5;
  g.strokeRect(left, top, boxWidth, boxHeight);
}

function drawLit(g, width, height, scene) {
  const { thread, colours, nameWidth } = scene;
  const { inks } = colours;
  if (thread.link) return;
  const matches = (value, index) => value === undefined || value === index;
  leave(g, width - nameWidth, height, [0, 0, 0, 0]);
  g.strokeStyle = inks.symbols.c;
  drawRibbons(g, width, height, scene, (type, k) =>
    matches(thread.type, type) && matches(thread.k, k) ? 1 : 0,
  );
}

/** Highlight the class's bar. */
function drawClass(g, width, height, { thread: { k }, classes }) {
  if (k === undefined) return;
  const row = height / classes.length;
  leave(g, width, height, [0, k * row, width, row]);
}
