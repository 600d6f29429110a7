/* Bands from types or positions to the digits: on a 2D context or an SvgPainter. */

import { drawBox, drawText } from "../../browser/chart.js";
import { largestClasses } from "../../browser/class_fold.js";
import { text } from "../../browser/text.js";
import { tell } from "./scales.js";

export function flowPart(view) {
  const name = `${view.from === "places" ? "place" : "type"}_${view.flowOf === "votes" ? "flow" : "feed"}`;
  const count = view.from === "places" ? view.data.places : view.data.types;
  return { name, count };
}

/** Classes of each node at the right: one, or all the smaller ones of many. @returns {number[][]} */
function flowGroups({ data, t, j }, { name, count }) {
  const totals = Array.from({ length: data.digits }, (_, n) => {
    let sum = 0;
    for (let k = 0; k < count; k++) sum += Math.max(0, data.part(name, t, k, n));
    return sum;
  });
  const shown = new Set(largestClasses(totals, j));
  const rest = [...totals.keys()].filter((n) => !shown.has(n));
  const groups = [...shown].sort((a, b) => a - b).map((n) => [n]);
  return rest.length ? [...groups, rest] : groups;
}

/** Positions of the bands: nodes left and right, and 32 x 10 bands between them. */
export function flowLayout(width, height, view) {
  const { t, r } = view;
  const part = flowPart(view);
  const { name, count } = part;
  const groups = flowGroups(view, part);
  const value = (time, k, group) =>
    groups[group].reduce((sum, j) => sum + Math.max(0, view.data.part(name, time, k, j)), 0);
  // One scale for all iterations, to show growth.
  let maximum = 1e-9;
  for (let time = 0; time < r; time++) {
    let sum = 0;
    for (let k = 0; k < count; k++) {
      for (let j = 0; j < groups.length; j++) sum += value(time, k, j);
    }
    maximum = Math.max(maximum, sum);
  }
  const [leftGap, rightGap] = [8 * view.inks.zoom, 14 * view.inks.zoom]; // for a label each
  const perUnit =
    (height - 8 - Math.max((count - 1) * leftGap, (groups.length - 1) * rightGap)) / maximum;
  const sizes = (outer, inner, amountOf) =>
    Array.from(
      { length: outer },
      (_, a) =>
        perUnit *
        Array.from({ length: inner }, (_, b) => amountOf(a, b)).reduce((x, y) => x + y, 0),
    );
  const left = sizes(count, groups.length, (k, j) => value(t, k, j));
  const right = sizes(groups.length, count, (j, k) => value(t, k, j));
  const stack = (nodeSizes) => {
    const space = height - 8 - nodeSizes.reduce((x, y) => x + y, 0);
    const gap = space / Math.max(1, nodeSizes.length - 1);
    let y = 4;
    return nodeSizes.map((size) => {
      const node = { y, size };
      y += size + gap;
      return node;
    });
  };
  const [from, to] = [stack(left), stack(right)];
  const [fromUsed, toUsed] = [from.map(() => 0), to.map(() => 0)];
  const bands = [];
  for (let k = 0; k < count; k++) {
    for (let j = 0; j < groups.length; j++) {
      const size = perUnit * value(t, k, j);
      const ends = { y0: from[k].y + fromUsed[k], y1: to[j].y + toUsed[j] };
      bands.push({ k, classes: groups[j], size, ...ends });
      fromUsed[k] += size;
      toUsed[j] += size;
    }
  }
  const { zoom } = view.inks;
  return { from, to, groups, bands, x0: 58 * zoom, x1: width - 104 * zoom, count, name };
}

export function drawFlow(g, width, height, view) {
  const { data, inks, t, j: selected } = view;
  const layout = flowLayout(width, height, view);
  const { from, to, groups, bands, x0, x1, count, name: part } = layout;
  const mid = (x0 + x1) / 2;
  const hovered = view.flowHover;
  const ownSource = view.from === "places" ? data.place(view.i) : data.type(view.i);
  const followed = hovered?.side === "right" ? hovered.index : selected;
  const isFollowed = (classes) => classes.length === 1 && classes[0] === followed;
  const isHighlighted = ({ k, classes }) =>
    hovered?.side === "left" ? k === hovered.index : isFollowed(classes);
  const paint = (band, colour, alpha) => {
    if (band.size < 0.05) return;
    g.globalAlpha = alpha;
    g.fillStyle = colour;
    g.beginPath();
    g.moveTo(x0, band.y0);
    g.bezierCurveTo(mid, band.y0, mid, band.y1, x1, band.y1);
    g.lineTo(x1, band.y1 + band.size);
    g.bezierCurveTo(mid, band.y1 + band.size, mid, band.y0 + band.size, x0, band.y0 + band.size);
    g.closePath();
    g.fill();
  };
  for (const band of bands) if (!isHighlighted(band)) paint(band, inks.bar, 0.28);
  for (const band of bands) {
    if (isHighlighted(band)) paint(band, inks.symbols.s, band.k === ownSource ? 1 : 0.62);
  }
  g.globalAlpha = 1;
  g.textBaseline = "middle";
  from.forEach(({ y, size }, k) => {
    const colour = k === ownSource ? inks.symbols.u : inks.muted;
    drawBox(g, [x0 - 4, y, 4, Math.max(1, size)], { fill: colour });
    const label =
      view.from === "places"
        ? `${Math.floor(k / data.grid)}, ${k % data.grid}`
        : text("flow-type", { type: String(k) });
    const font = inks.font(10, k === ownSource ? "600" : "");
    drawText(g, label, x0 - 9, y + size / 2, { font, colour, align: "right" });
  });
  to.forEach(({ y, size }, index) => {
    const classes = groups[index];
    const colour = classes.includes(data.winner(t)) ? inks.accent : inks.ink;
    drawBox(g, [x1, y, 5, Math.max(1.5, size)], { fill: colour });
    const name =
      classes.length > 1
        ? text("flow-rest", { count: String(classes.length) })
        : data.name(classes[0]);
    const isLong = name.length > 1;
    const font = inks.font(isLong ? 11 : 14, classes.includes(selected) ? "600" : "");
    const style = { font, colour, align: "left", maxWidth: (isLong ? 38 : 13) * inks.zoom };
    drawText(g, name, x1 + 11, y + size / 2, style);
    if (classes.length > 1) return; // their totals do not add up
    let sum = 0;
    for (let k = 0; k < count; k++) sum += data.part(part, t, k, classes[0]);
    const mark = view.kind.flowMark ? text(view.kind.flowMark) : view.kind.totalMark;
    const total =
      view.flowOf === "votes" ? tell(sum, 1) : text("flow-total", { mark, sum: tell(sum) });
    const plain = { font: inks.font(12), colour: inks.muted };
    drawText(g, total, x1 + (isLong ? 52 : 26) * inks.zoom, y + size / 2, plain);
  });
}

/** The end of a band at a point. @param {{x: number, y: number, width: number, height: number}} point */
export function flowHit({ x, y, width, height }, view) {
  const { from, to, groups, x0, x1 } = flowLayout(width, height, view);
  const nearestOf = (nodes) => {
    let best = 0;
    nodes.forEach((node, k) => {
      const distance = (item) => Math.abs(item.y + item.size / 2 - y);
      if (distance(node) < distance(nodes[best])) best = k;
    });
    return best;
  };
  if (x < x0 + 24) return { side: "left", index: nearestOf(from) };
  // The smaller classes are one node, which cannot be selected.
  const classes = x > x1 - 24 ? groups[nearestOf(to)] : [];
  if (classes.length === 1) return { side: "right", index: classes[0] };
  return null;
}
