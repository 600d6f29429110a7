/* Places of capsules in their block's picture, and of the pixels that each of them sees. */

/** Part of a place's side that stays empty between places. */
const GAP = 0.1;
/** Width of the picture of capsules by its height. */
const ASPECT = 10 / 7;

/**
 * @typedef {{types: number, columns: number, rows: number}} Layout types of capsules, and places
 *   across and down
 * @typedef {{x: number, y: number, wide: number, high: number}} Box as shares of a picture's sides
 */

/** @param {{types: number, presence: ArrayLike<number>, columns?: number}} reply @returns {Layout} */
export function layoutOf({ types, presence, columns }) {
  const places = presence.length / types;
  const across = columns ?? Math.round(Math.sqrt(places));
  return { types, columns: across, rows: places / across };
}

/** The whole part of a number, from 0 to a count less 1. @param {number} at @param {number} count */
export function clampIndex(at, count) {
  return Math.max(0, Math.min(count - 1, Math.floor(at)));
}

/** Cells across and down within a place, about as wide as high. @param {number} types @param {Box} box @returns {[number, number]} */
function cellsOf(types, { wide, high }) {
  const across = Math.min(types, Math.ceil(Math.sqrt((types * wide * ASPECT) / high)));
  return [across, Math.ceil(types / across)];
}

/** The box of a place, which holds one cell for each type. @param {number} place @param {Layout} layout @returns {Box} */
export function placeBox(place, { columns, rows }) {
  const [wide, high] = [1 / columns, 1 / rows];
  return {
    x: ((place % columns) + GAP / 2) * wide,
    y: (Math.floor(place / columns) + GAP / 2) * high,
    wide: (1 - GAP) * wide,
    high: (1 - GAP) * high,
  };
}

/**
 * The cell of a capsule: places as in the picture, within a place one type beside the other.
 * @param {number} capsule
 * @param {Layout} layout
 * @returns {Box}
 */
export function capsuleBox(capsule, layout) {
  const type = capsule % layout.types;
  const box = placeBox(Math.floor(capsule / layout.types), layout);
  const [across, down] = cellsOf(layout.types, box);
  const [wide, high] = [box.wide / across, box.high / down];
  return {
    x: box.x + (type % across) * wide,
    y: box.y + Math.floor(type / across) * high,
    wide,
    high,
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
  const [across, down] = cellsOf(types, box);
  const along = clampIndex(((x - box.x) / box.wide) * across, across);
  const below = clampIndex(((y - box.y) / box.high) * down, down);
  return place * types + Math.min(types - 1, below * across + along);
}

/**
 * The capsule that an arrow key leads to: the next type or, over the edge of its place, the next
 * place.
 * @param {number} capsule
 * @param {number[]} way across and down, one of `ARROW_KEYS`
 * @param {Layout} layout
 */
export function capsuleBeside(capsule, [across, down], layout) {
  const { x, y, wide, high } = capsuleBox(capsule, layout);
  const [gapX, gapY] = [GAP / layout.columns, GAP / layout.rows];
  const to = [x + wide * (0.5 + across), y + high * (0.5 + down)];
  const box = placeBox(Math.floor(capsule / layout.types), layout);
  if (to[0] < box.x || to[0] > box.x + box.wide) to[0] += across * gapX;
  if (to[1] < box.y || to[1] > box.y + box.high) to[1] += down * gapY;
  return to.some((at) => at < 0 || at > 1) ? capsule : capsuleAt(to[0], to[1], layout);
}

/**
 * The pixels that a capsule sees, as shares of the picture; they may reach over its edge.
 * @param {number} place
 * @param {{side: number, grid: number, field: number, stride: number, first: number}} network as
 *   the page's data have it
 * @returns {Box}
 */
export function fieldBox(place, { side, grid, field, stride, first }) {
  const at = (step) => (first + step * stride) / side;
  return {
    x: at(place % grid),
    y: at(Math.floor(place / grid)),
    wide: field / side,
    high: field / side,
  };
}
