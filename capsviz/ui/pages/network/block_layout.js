/* Positions of capsules in their block's picture, and of their receptive fields. */

/** Share of a place's side that is left empty between places. */
const GAP = 0.1;
/** Width of the picture of capsules by its height. */
const ASPECT = 10 / 7;

/**
 * @typedef {{types: number, columns: number, rows: number}} Layout types of capsules, and places
 *   across and down
 * @typedef {{x: number, y: number, width: number, height: number}} Box as shares of a picture's sides
 */

/** @param {{types: number, presence: ArrayLike<number>, columns?: number}} reply @returns {Layout} */
export function layoutOf({ types, presence, columns }) {
  const places = presence.length / types;
  const columnCount = columns ?? Math.round(Math.sqrt(places));
  return { types, columns: columnCount, rows: places / columnCount };
}

/** Round a number down to an index from 0 to a count less 1. @param {number} value @param {number} count */
export function clampIndex(value, count) {
  return Math.max(0, Math.min(count - 1, Math.floor(value)));
}

/** Cells across and down within a place, about as wide as high. @param {number} types @param {Box} box @returns {[number, number]} */
function cellsOf(types, { width, height }) {
  const columns = Math.min(types, Math.ceil(Math.sqrt((types * width * ASPECT) / height)));
  return [columns, Math.ceil(types / columns)];
}

/** The box of a place, which holds one cell for each type. @param {number} place @param {Layout} layout @returns {Box} */
export function placeBox(place, { columns, rows }) {
  const [width, height] = [1 / columns, 1 / rows];
  return {
    x: ((place % columns) + GAP / 2) * width,
    y: (Math.floor(place / columns) + GAP / 2) * height,
    width: (1 - GAP) * width,
    height: (1 - GAP) * height,
  };
}

/**
 * The cell of a capsule: places as in the picture, types side by side within a place.
 * @param {number} capsule
 * @param {Layout} layout
 * @returns {Box}
 */
export function capsuleBox(capsule, layout) {
  const type = capsule % layout.types;
  const box = placeBox(Math.floor(capsule / layout.types), layout);
  const [columns, rows] = cellsOf(layout.types, box);
  const [width, height] = [box.width / columns, box.height / rows];
  return {
    x: box.x + (type % columns) * width,
    y: box.y + Math.floor(type / columns) * height,
    width,
    height,
  };
}

/**
 * The capsule nearest to a point of the picture.
 * @param {number} x from 0 to 1
 * @param {number} y
 * @param {Layout} layout
 */
export function capsuleAt(x, y, layout) {
  const { types, columns, rows } = layout;
  const place = clampIndex(y * rows, rows) * columns + clampIndex(x * columns, columns);
  const box = placeBox(place, layout);
  const [cellColumns, cellRows] = cellsOf(types, box);
  const column = clampIndex(((x - box.x) / box.width) * cellColumns, cellColumns);
  const row = clampIndex(((y - box.y) / box.height) * cellRows, cellRows);
  return place * types + Math.min(types - 1, row * cellColumns + column);
}

/**
 * The capsule that an arrow key selects: the next type or, beyond the edge of its place, one in the
 * next place.
 * @param {number} capsule
 * @param {number[]} step one of `ARROW_KEYS`
 * @param {Layout} layout
 */
export function capsuleBeside(capsule, [dx, dy], layout) {
  const { x, y, width, height } = capsuleBox(capsule, layout);
  const [gapX, gapY] = [GAP / layout.columns, GAP / layout.rows];
  const to = [x + width * (0.5 + dx), y + height * (0.5 + dy)];
  const box = placeBox(Math.floor(capsule / layout.types), layout);
  if (to[0] < box.x || to[0] > box.x + box.width) to[0] += dx * gapX;
  if (to[1] < box.y || to[1] > box.y + box.height) to[1] += dy * gapY;
  return to.some((share) => share < 0 || share > 1) ? capsule : capsuleAt(to[0], to[1], layout);
}

/**
 * A capsule's receptive field, as shares of the picture; it may extend beyond the edge.
 * @param {number} place
 * @param {{side: number, grid: number, field: number, stride: number, first: number}} network as
 *   in the page's data
 * @returns {Box}
 */
export function fieldBox(place, { side, grid, field, stride, first }) {
  const offset = (step) => (first + step * stride) / side;
  return {
    x: offset(place % grid),
    y: offset(Math.floor(place / grid)),
    width: field / side,
    height: field / side,
  };
}
