/* Values of transforms, as links hold them. */

/** affNIST's ranges, to each side; it shifts as far as the digit's ink allows. */
const AFFNIST = { rotation: 20, scale: 0.2, shear: 0.2, shift_x: 4, shift_y: 4 };

/**
 * Round a value to the decimals of a link, which then restores the same view.
 * @param {number} value
 */
export function roundForLink(value) {
  return Number(value.toFixed(3)) + 0;
}

/**
 * A value as the page shows it, and one that is shown as links hold it: rotation is shown clockwise
 * on the screen, and held counter-clockwise as in affNIST. Its range is the same to both sides.
 * @param {string} kind
 * @param {number} value
 */
export function turnValue(kind, value) {
  return kind === "rotation" ? 0 - value : value;
}

/**
 * One change within affNIST's ranges.
 * @param {Record<string, number>} rest values of the untouched digit
 * @param {() => number} [random] in 0..1
 */
export function randomTransform(rest, random = Math.random) {
  const values = Object.entries(AFFNIST).map(([kind, maximum]) => [
    kind,
    roundForLink(rest[kind] + maximum * (2 * random() - 1)),
  ]);
  return { ...rest, ...Object.fromEntries(values) };
}
