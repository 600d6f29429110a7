/* Parts set by hand: those that differ from the detected ones of a drawing. */

/** @typedef {import("../../browser/parts_network/network.js").Part} Part */
/** @typedef {{of: number, parts: number[][]}} Hand of which drawing; rows of part, pose, presence */

/** Digits after the point that links keep. */
const PRECISION = 1e4;
/** A part below this presence is not painted, and its pose means next to nothing. */
const MIN_PRESENCE = 0.004;

/** A drawing's hash (FNV-1a, 32 bits): what is set by hand is of no other. @param {Uint8Array} bytes */
export function drawingHash(bytes) {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** @param {number} hash @param {Part[]} detected @param {Part[]} parts @returns {Hand | null} */
export function handOf(hash, detected, parts) {
  const rows = parts.flatMap(({ x, d }, m) =>
    parts[m] === detected[m] || (d < MIN_PRESENCE && detected[m].d < MIN_PRESENCE)
      ? []
      : [[m, ...Array.from([...x, d], (value) => Math.round(value * PRECISION) / PRECISION)]],
  );
  return rows.length ? { of: hash, parts: rows } : null;
}

/** @param {Part[]} detected @param {Hand} hand @returns {Part[]} */
export function applyHand(detected, hand) {
  const parts = detected.slice();
  for (const [m, ...row] of hand.parts) {
    if (m < parts.length) parts[m] = { x: row.slice(0, 6), d: row[6] };
  }
  return parts;
}
