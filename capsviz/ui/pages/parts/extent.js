/*
 * Extent of a template's ink: outlines and handles follow the stroke instead of its frame.
 */

/**
 * From the unit circle to the ellipse about a template's ink, two standard deviations each way, along
 * its axes, the longer one first.
 * @param {Float32Array} ink of all templates, in 0..1, one after another
 * @param {number} side
 * @param {number} m
 * @returns {number[]} a map
 */
export function extent(ink, side, m) {
  let [mass, x, y, xx, xy, yy] = [0, 0, 0, 0, 0, 0];
  for (let p = 0; p < side * side; p++) {
    // Squared, for faint ink is everywhere.
    const weight = ink[m * side * side + p] ** 2;
    const px = (2 * (p % side) + 1) / side - 1;
    const py = (2 * Math.floor(p / side) + 1) / side - 1;
    mass += weight;
    x += weight * px;
    y += weight * py;
    xx += weight * px * px;
    xy += weight * px * py;
    yy += weight * py * py;
  }
  [x, y] = [x / mass, y / mass];
  [xx, xy, yy] = [xx / mass - x * x, xy / mass - x * y, yy / mass - y * y];
  const middle = (xx + yy) / 2;
  const spread = Math.hypot((xx - yy) / 2, xy);
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  // At least a pixel, also for a template without ink.
  const [major, minor] = [middle + spread, middle - spread].map(
    (variance) => 2 * Math.sqrt(Math.max(variance, side ** -2)),
  );
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [major * c, -minor * s, x, major * s, minor * c, y];
}

/** The same for handles: no stroke is so thin that two of them lie on each other. @param {number[]} map */
export function grip([a, b, x, c, d, y]) {
  const widen = Math.max(1, Math.hypot(a, c) / Math.hypot(b, d) / 1.6);
  return [a, b * widen, x, c, d * widen, y];
}
