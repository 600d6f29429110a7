/* The ribbons of the routing, from types of capsules to classes: drawn, and found under a pointer. */

import { clampIndex } from "./block_layout.js";
import { atIteration } from "./sums.js";

/** Least byte of a flow that is drawn. */
const MIN_FLOW = 12;
/** Width of the strongest ribbon, as a share of the picture's height. */
const MAX_RIBBON = 0.035;
/** Share of the way at either end where ribbons of one type, or of one class, cannot be told apart. */
const JOINED_SHARE = 0.1;

/** Ends and widths of a picture's ribbons. */
function ribbonFrame(width, height, { reply, classes, nameRoom }) {
  return {
    left: 6,
    right: width - nameRoom - 2,
    start: (type) => ((type + 0.5) / reply.types) * height,
    end: (k) => ((k + 0.5) / classes.length) * height,
    wide: (strong) => Math.max(0.5, (strong / 255) * MAX_RIBBON * height),
  };
}

/**
 * Draw ribbons of one iteration in the canvas's stroke colour.
 * @param {(type: number, k: number, strong: number) => number} opacity 0 for those left out
 */
export function drawRibbons(g, width, height, scene, opacity) {
  const { reply, iteration, classes } = scene;
  const flow = atIteration(reply.flow, iteration);
  const { left, right, start, end, wide } = ribbonFrame(width, height, scene);
  for (let type = 0; type < reply.types; type++) {
    for (let k = 0; k < classes.length; k++) {
      const strong = flow[type * classes.length + k];
      const alpha = strong < MIN_FLOW ? 0 : opacity(type, k, strong);
      if (!alpha) continue;
      g.globalAlpha = alpha;
      g.lineWidth = wide(strong);
      drawRibbon(g, left, start(type), right, end(k));
    }
  }
  g.globalAlpha = 1;
}

/** A line that leaves and arrives level. */
export function drawRibbon(g, x0, y0, x1, y1) {
  const middle = (x0 + x1) / 2;
  g.beginPath();
  g.moveTo(x0, y0);
  g.bezierCurveTo(middle, y0, middle, y1, x1, y1);
  g.stroke();
}

/**
 * The ribbon nearest to a point; near an end all ribbons of that type or class.
 * @returns {{type?: number, k?: number}}
 */
export function ribbonAt(x, y, width, height, scene) {
  const { reply, iteration, classes } = scene;
  const flow = atIteration(reply.flow, iteration);
  const { left, right, start, end, wide } = ribbonFrame(width, height, scene);
  const along = Math.max(0, Math.min(1, (x - left) / (right - left)));
  const among = (count) => clampIndex((y / height) * count, count);
  if (along < JOINED_SHARE) return { type: among(reply.types) };
  if (along > 1 - JOINED_SHARE) return { k: among(classes.length) };
  const rise = riseAt(along);
  let best = { type: 0, k: 0 };
  let nearest = Number.POSITIVE_INFINITY;
  flow.forEach((strong, at) => {
    const [type, k] = [Math.floor(at / classes.length), at % classes.length];
    if (strong < MIN_FLOW) return;
    const middle = start(type) + (end(k) - start(type)) * rise;
    const apart = Math.abs(y - middle) - wide(strong) / 2;
    if (apart < nearest) [nearest, best] = [apart, { type, k }];
  });
  return best;
}

/**
 * How much of its rise a ribbon has made at a share of its way: it leaves and arrives level, by a
 * cubic curve whose inner points lie in the middle.
 * @param {number} along
 */
export function riseAt(along) {
  let [low, high] = [0, 1];
  for (let step = 0; step < 20; step++) {
    const t = (low + high) / 2;
    const across = 1.5 * t * (1 - t) + t ** 3;
    if (across < along) low = t;
    else high = t;
  }
  const t = (low + high) / 2;
  return t * t * (3 - 2 * t);
}
