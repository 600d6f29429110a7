/* Rotates a drawing around its centre. */

import { PLAIN_SCALE } from "../../../browser/raster.js";

/**
 * @param {{s: number[][], b: string | null}} drawing only its strokes are rotated
 * @param {number} degrees clockwise
 */
export function turnStrokes(drawing, degrees) {
  const [cos, sin] = [Math.cos, Math.sin].map((fn) => fn((degrees * Math.PI) / 180));
  const middle = PLAIN_SCALE / 2;
  const s = drawing.s.map(([width, ink, ...points]) => {
    const turned = points.map((value, i) => {
      const [x, y] = i % 2 ? [points[i - 1], value] : [value, points[i + 1]];
      const [dx, dy] = [x - middle, y - middle];
      return Math.round(middle + (i % 2 ? dx * sin + dy * cos : dx * cos - dy * sin));
    });
    return [width, ink, ...turned];
  });
  return { ...drawing, s };
}
