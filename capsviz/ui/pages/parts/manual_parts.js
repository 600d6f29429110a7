/* Parts set by hand: those that differ from the detected ones of a drawing. */

/** @typedef {import("../../browser/parts_network/network.js").Part} Part */
/** @typedef {{of: number, parts: number[][]}} Hand of which drawing; rows of part, pose, presence */

/** Digits after the point that links keep. */
const PRECISION = 1e4;
/** A part below this presence is not painted, and where it lies says next to nothing. */
const MIN_PRESENCE = 0.004;

/** A drawing's hash (FNV-1a, 32 bits): what is set by hand is of no other. @param {Uint8Array} bytes */
export function drawingHash(bytes) {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** @param {number} of @param {Part[]} found @param {Part[]} made @returns {Hand | null} */
export function handOf(of, found, made) {
  const parts = made.flatMap(({ x, d }, m) =>
    made[m] === found[m] || (d < MIN_PRESENCE && found[m].d < MIN_PRESENCE)
      ? []
      : [[m, ...Array.from([...x, d], (value) => Math.round(value * PRECISION) / PRECISION)]],
  );
  return parts.length ? { of, parts } : null;
}

/** @param {Part[]} found @param {Hand} hand @returns {Part[]} */
export function applyHand(found, hand) {
  const made = found.slice();
  for (const [m, ...row] of hand.parts) {
    if (m < made.length) made[m] = { x: row.slice(0, 6), d: row[6] };
  }
  return made;
}
