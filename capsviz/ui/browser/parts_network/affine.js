/*
 * Affine maps of the plane as six numbers [a, b, tx, c, d, ty]: (x, y) goes to (a x + b y + tx, c x
 * + d y + ty). A picture spans -1 to 1 in both directions.
 */

/** @typedef {number[] | Float32Array} Map six numbers */
/** @typedef {{width: number, height: number, turn: number, shear: number, x: number, y: number}} Pose */

/**
 * Affine map of a pose: scale, then shear, turn and shift.
 * @param {Pose} pose
 * @returns {number[]}
 */
export function affine({ width, height, turn, shear, x, y }) {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return [c * width, (c * shear - s) * height, x, s * width, (s * shear + c) * height, y];
}

/** The pose of a map. @param {Map} map @returns {Pose} */
export function poseOf([a, b, x, c, d, y]) {
  const turn = Math.atan2(c, a);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const height = cos * d - sin * b;
  return { width: Math.hypot(a, c), height, turn, shear: (cos * b + sin * d) / height, x, y };
}

/**
 * The map that applies `second`, then `first`.
 * @param {Map} first
 * @param {Map} second
 * @returns {number[]}
 */
export function compose([a, b, x, c, d, y], [e, f, u, g, h, v]) {
  return [
    a * e + b * g,
    a * f + b * h,
    a * u + b * v + x,
    c * e + d * g,
    c * f + d * h,
    c * u + d * v + y,
  ];
}

/** @param {Map} map @returns {number[]} the inverse map */
export function inverse([a, b, x, c, d, y]) {
  const det = a * d - b * c;
  return [d / det, -b / det, (b * y - d * x) / det, -c / det, a / det, (c * x - a * y) / det];
}

/** @param {Map} map @param {number} px @param {number} py @returns {[number, number]} */
export function apply([a, b, x, c, d, y], px, py) {
  return [a * px + b * py + x, c * px + d * py + y];
}

/** The map that turns and scales about a point of the picture. @returns {number[]} */
export function turnAbout(x, y, turn, grow) {
  const [c, s] = [grow * Math.cos(turn), grow * Math.sin(turn)];
  return [c, -s, x - c * x + s * y, s, c, y - s * x - c * y];
}
