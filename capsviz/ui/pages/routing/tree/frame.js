/*
 * Effect of a pose on a frame: a square with its axes, before and after. A pose M takes the point
 * (x, y, z) to M (x, y, z, 1), of which the first two numbers are drawn.
 */

import { drawLine, tracePath } from "../../../browser/chart.js";

/** Corners of the square in drawing order. */
const SQUARE = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 0],
  [0, 1, 0],
];
const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/**
 * @param {ArrayLike<number>} pose row by row
 * @param {number[]} point
 * @returns {[number, number]}
 */
export function translatePose(pose, [x, y, z]) {
  const row = (k) => pose[4 * k] * x + pose[4 * k + 1] * y + pose[4 * k + 2] * z + pose[4 * k + 3];
  return [row(0), row(1)];
}

/**
 * @param {CanvasRenderingContext2D} g
 * @param {number} size of the drawing, in pixels
 * @param {ArrayLike<number>} pose
 * @param {{line: string, muted: string, bar: string, symbols: Record<string, string>}} inks
 */
export function drawFrame(g, size, pose, inks) {
  const [origin, ...ends] = [[0, 0, 0], ...AXES].map((point) => translatePose(pose, point));
  const corners = SQUARE.map((point) => translatePose(pose, point));
  const points = [...corners, ...ends, ...SQUARE.map(([x, y]) => [x, y])];
  const maximum = Math.max(1, ...points.flat().map(Math.abs)) * 1.15;
  const pointOf = ([x, y]) => [((x / maximum + 1) * size) / 2, ((1 - y / maximum) * size) / 2];
  g.clearRect(0, 0, size, size);
  const line = (points, style) => drawLine(g, points.map(pointOf), style);
  line(SQUARE, { colour: inks.muted, dash: [3, 3], closed: true });
  tracePath(g, corners.map(pointOf));
  g.fillStyle = inks.bar;
  g.globalAlpha = 0.25;
  g.fill();
  g.globalAlpha = 1;
  line(corners, { colour: inks.bar, closed: true });
  ends.forEach((end, axis) => {
    line([origin, end], { colour: inks.symbols[["v", "uhat", "b"][axis]], width: 2.5 });
  });
}
