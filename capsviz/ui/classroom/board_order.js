/* Order and size of the drawings on a board. */

import { className } from "../browser/names.js";

/**
 * @typedef {object} BoardPrediction as of `drawing_prediction.py`
 * @property {number} class of the longest capsule
 * @property {string} says that class's name
 * @property {number} length
 * @property {number} misfit of its reconstruction
 * @property {boolean} sure whether anything was recognised
 *
 * @typedef {object} BoardDrawing
 * @property {string} name
 * @property {{s: number[][], b: string | null}} drawing
 * @property {BoardPrediction | null} reading null until it is classified
 * @property {boolean} hidden
 *
 * @typedef {"length" | "class" | "misfit"} SortKey
 */

/** Below this size in pixels a picture is illegible: the board scrolls instead. */
const MIN_SIDE = 72;
const MAX_SIDE = 320;

/** @param {string} a @param {string} b */
const isSame = (a, b) => a.toLowerCase() === b.toLowerCase();

/**
 * Whether the network predicts another class than the subject.
 * @param {BoardDrawing} entry
 * @param {string} word the subject, or "" for anything
 */
export function misread({ reading }, word) {
  const names = reading ? [reading.says, className(reading.says)] : [];
  return Boolean(word && reading && !names.some((name) => isSame(name, word)));
}

/**
 * Visible drawings in order: by length; by class, then length; or by misfit, the greatest first.
 * Drawings without a prediction come last.
 * @param {Iterable<BoardDrawing>} all
 * @param {{by: SortKey, first: boolean, word: string}} options `first`: misclassified drawings
 *     come before the others
 * @returns {BoardDrawing[]}
 */
export function sortDrawings(all, { by, first, word }) {
  const keys = {
    length: ({ length }) => [-length],
    class: (reading) => [reading.class, -reading.length],
    misfit: ({ misfit }) => [-misfit],
  };
  const key = (entry) => {
    if (!entry.reading) return [2, 0, 0];
    const before = first && misread(entry, word) ? 0 : 1;
    return [before, ...keys[by](entry.reading)];
  };
  return [...all]
    .filter(({ hidden, drawing }) => !hidden && drawing.s.length)
    .map((entry) => ({ entry, rank: key(entry) }))
    .sort((a, b) => compare(a.rank, b.rank) || (a.entry.name < b.entry.name ? -1 : 1))
    .map(({ entry }) => entry);
}

/** @param {number[]} a @param {number[]} b */
function compare(a, b) {
  for (let k = 0; k < a.length; k++) {
    if (a[k] !== b[k]) return a[k] - b[k];
  }
  return 0;
}

/**
 * Maximum side of a picture at which all are visible.
 * @param {number} count
 * @param {number} width of the board, in pixels
 * @param {number} height
 * @param {{gap: number, caption: number}} card distance of two pictures, and height of the caption
 */
export function pictureSide(count, width, height, { gap, caption }) {
  let best = 0;
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const maxWidth = (width + gap) / columns - gap;
    const maxHeight = (height + gap) / rows - gap - caption;
    best = Math.max(best, Math.min(maxWidth, maxHeight));
  }
  return Math.floor(Math.min(MAX_SIDE, Math.max(MIN_SIDE, best)));
}
