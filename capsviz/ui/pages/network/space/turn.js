/* A drawing turned about its middle. */

import { PLAIN_SCALE } from "../../../browser/raster.js";

/**
 * @param {{s: number[][], b: string | null}} drawing its strokes alone are turned
 * @param {number} degrees clockwise
 */
export function turnStrokes(drawing, degrees) {
  const [cos, sin] = [Math.cos, Math.sin].map((of) => of((degrees * Math.PI) / 180));
  const middle = PLAIN_SCALE / 2;
  const s = drawing.s.map(([width, ink, ...points]) => {
    const turned = points.map((value, at) => {
      const [x, y] = at % 2 ? [points[at - 1], value] : [value, points[at + 1]];
      const [across, down] = [x - middle, y - middle];
      return Math.round(middle + (at % 2 ? across * sin + down * cos : across * cos - down * sin));
    });
    return [width, ink, ...turned];
  });
  return { ...drawing, s };
}
