/* Draws the routing's ribbons, from capsule types to classes, and finds one under a pointer. */

import { clampIndex } from "./block_layout.js";
import { atIteration } from "./sums.js";

/** Smallest byte of a flow that is drawn. */
const MIN_FLOW = 12;
/** Width of the strongest ribbon, as a share of the picture's height. */
const MAX_RIBBON = 0.035;
/** Share of the length at either end where ribbons of one type, or class, are indistinguishable. */
const JOINED_SHARE = 0.1;

/** Ends and widths of a picture's ribbons. */
function ribbonFrame(width, height, { reply, classes, nameWidth }) {
  return {
    left: 6,
    right: width - nameWidth - 2,
    start: (type) => ((type + 0.5) / reply.types) * height,
    end: (k) => ((k + 0.5) / classes.length) * height,
    widthOf: (strength) => Math.max(0.5, (strength / 255) * MAX_RIBBON * height),
  };
}

/**
 * Draw ribbons of one iteration in the canvas's stroke colour.
 * @param {(type: number, k: number, strong: number) => number} opacity 0 for those left out
 */
export function drawRibbons(g, width, height, scene, opacity) {
  const { reply, iteration, classes } = scene;
  const flow = atIteration(reply.flow, iteration);
  const { left, right, start, end, widthOf } = ribbonFrame(width, height, scene);
  for (let type = 0; type < reply.types; type++) {
    for (let k = 0; k < classes.length; k++) {
      const strength = flow[type * classes.length + k];
      const alpha = strength < MIN_FLOW ? 0 : opacity(type, k, strength);
      if (!alpha) continue;
      g.globalAlpha = alpha;
      g.lineWidth = widthOf(strength);
      drawRibbon(g, left, start(type), right, end(k));
    }
  }
  g.globalAlpha = 1;
}

/** Draw a line that is horizontal at both ends. */
export function drawRibbon(g, x0, y0, x1, y1) {
  const middle = (x0 + x1) / 2;
  g.beginPath();
  g.moveTo(x0, y0);
  g.bezierCurveTo(middle, y0, middle, y1, x1, y1);
  g.stroke();
}

/**
 * The ribbon nearest to a point; near an end, all ribbons of a type or class.
 * @returns {{type?: number, k?: number}}
 */
export function ribbonAt(x, y, width, height, scene) {
  const { reply, iteration, classes } = scene;
  const flow = atIteration(reply.flow, iteration);
  const { left, right, start, end, widthOf } = ribbonFrame(width, height, scene);
  const share = Math.max(0, Math.min(1, (x - left) / (right - left)));
  const indexOf = (count) => clampIndex((y / height) * count, count);
  if (share < JOINED_SHARE) return { type: indexOf(reply.types) };
  if (share > 1 - JOINED_SHARE) return { k: indexOf(classes.length) };
  const rise = riseAt(share);
  let best = { type: 0, k: 0 };
  let nearest = Number.POSITIVE_INFINITY;
  flow.forEach((strength, index) => {
    const [type, k] = [Math.floor(index / classes.length), index % classes.length];
    if (strength < MIN_FLOW) return;
    const middle = start(type) + (end(k) - start(type)) * rise;
    const distance = Math.abs(y - middle) - widthOf(strength) / 2;
    if (distance < nearest) [nearest, best] = [distance, { type, k }];
  });
  return best;
}

/**
 * Share of a ribbon's rise at a share of its width. The ribbon is a cubic curve, horizontal at both
 * ends, whose inner control points are at half the width.
 * @param {number} x
 */
export function riseAt(x) {
  let [low, high] = [0, 1];
  for (let step = 0; step < 20; step++) {
    const t = (low + high) / 2;
    const value = 1.5 * t * (1 - t) + t ** 3;
    if (value < x) low = t;
    else high = t;
  }
  const t = (low + high) / 2;
  return t * t * (3 - 2 * t);
}
