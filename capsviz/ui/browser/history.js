/*
 * A drawing's history as one plain value, small enough to be stored. Steps share most of their
 * strokes, so each stroke and each base is written once.
 */

/**
 * @typedef {{s: number[][], b: string | null}} Drawing
 * @typedef {{past: Drawing[], present: Drawing, future: Drawing[]}} History
 * @typedef {object} PackedHistory
 * @property {number[][]} strokes
 * @property {string[]} bases
 * @property {[number, number[]][]} steps index of the base, -1 for none, and indices of the strokes
 *   of each step
 * @property {number} now index of the current step
 */

import { MAX_ENTRY_LENGTH } from "./state_sync.js";

/**
 * @param {History} history
 * @param {number} [largest] maximum length as JSON; the oldest steps are dropped first
 * @returns {PackedHistory}
 */
export function packHistory({ past, present, future }, largest = MAX_ENTRY_LENGTH / 2) {
  let first = 0;
  for (;;) {
    const steps = past.slice(first);
    const packed = pack([...steps, present, ...future.toReversed()], steps.length);
    if (first === past.length || JSON.stringify(packed).length <= largest) return packed;
    first += Math.ceil((past.length - first) / 4);
  }
}

/**
 * The unpacked history; null if `packed` is invalid.
 * @param {any} packed
 * @returns {History | null}
 */
export function unpackHistory(packed) {
  try {
    const { strokes, bases, steps, now } = packed;
    const drawings = steps.map(([base, members]) => ({
      s: members.map((i) => matchAt(strokes, i)),
      b: base < 0 ? null : matchAt(bases, base),
    }));
    const past = drawings.slice(0, now);
    return { past, present: matchAt(drawings, now), future: drawings.slice(now + 1).toReversed() };
  } catch {
    return null;
  }
}

/** @returns {PackedHistory} */
function pack(drawings, now) {
  const [strokes, bases] = [new Map(), new Map()];
  const number = (indices, value) => {
    if (!indices.has(value)) indices.set(value, indices.size);
    return indices.get(value);
  };
  const steps = drawings.map(({ s, b }) => [
    b === null ? -1 : number(bases, b),
    s.map((stroke) => number(strokes, stroke)),
  ]);
  return { strokes: [...strokes.keys()], bases: [...bases.keys()], steps, now };
}

function matchAt(values, i) {
  if (values[i] === undefined) throw new RangeError("no such step");
  return values[i];
}
