/* In which order the drawings of a board stand, and how large. */

/**
 * @typedef {object} Reading
 * @property {number} class of the longest capsule
 * @property {string} says what that class is called
 * @property {number} length
 * @property {number} misfit of its reconstruction
 * @property {boolean} sure whether anything was recognised
 *
 * @typedef {object} Drawn
 * @property {string} name
 * @property {{s: number[][], b: string | null}} drawing
 * @property {Reading | null} reading none until it has been read
 * @property {boolean} hidden
 *
 * @typedef {"length" | "class" | "misfit"} By
 */

/** Pixels below which a picture says nothing: then the board scrolls. */
const SMALLEST = 72;
const LARGEST = 320;

/**
 * Whether the network reads something else than was to be drawn.
 * @param {Drawn} drawn
 * @param {string} word what was to be drawn, or "" for anything
 */
export function misread({ reading }, word) {
  return Boolean(word && reading && reading.says.toLowerCase() !== word.toLowerCase());
}

/**
 * What is shown, in its order: the longest first, classes in their own order and in each the
 * longest first, or the worst misfit first. What has not been read comes last.
 * @param {Iterable<Drawn>} all
 * @param {{by: By, first: boolean, word: string}} how `first`: the misread ones before the others
 * @returns {Drawn[]}
 */
export function sortDrawings(all, { by, first, word }) {
  const keys = {
    length: ({ length }) => [-length],
    class: (reading) => [reading.class, -reading.length],
    misfit: ({ misfit }) => [-misfit],
  };
  const key = (drawn) => {
    if (!drawn.reading) return [2, 0, 0];
    const before = first && misread(drawn, word) ? 0 : 1;
    return [before, ...keys[by](drawn.reading)];
  };
  return [...all]
    .filter(({ hidden, drawing }) => !hidden && drawing.s.length)
    .map((drawn) => ({ drawn, at: key(drawn) }))
    .sort((one, other) => compare(one.at, other.at) || (one.drawn.name < other.drawn.name ? -1 : 1))
    .map(({ drawn }) => drawn);
}

/** @param {number[]} one @param {number[]} other */
function compare(one, other) {
  for (let k = 0; k < one.length; k++) {
    if (one[k] !== other[k]) return one[k] - other[k];
  }
  return 0;
}

/**
 * The side of each picture with which all are in sight, as large as that allows.
 * @param {number} count
 * @param {number} width of the place, in pixels
 * @param {number} height
 * @param {{gap: number, caption: number}} card between two, and below each picture
 */
export function pictureSide(count, width, height, { gap, caption }) {
  let best = 0;
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const across = (width + gap) / columns - gap;
    const down = (height + gap) / rows - gap - caption;
    best = Math.max(best, Math.min(across, down));
  }
  return Math.floor(Math.min(LARGEST, Math.max(SMALLEST, best)));
}
