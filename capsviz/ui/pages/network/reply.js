/* Replies of the server for all blocks, as capsviz/ui/pages/network/routes.py packs them. */

import { unpackArrays } from "../../browser/arrays.js";

/** @param {number} value */
const replaceNaN = (value) => value || 0;

/**
 * @param {Uint8Array} bytes
 * @returns {any} header and arrays; `maps` by block, `lengths` and `s` with a row per iteration,
 *   `flow` with types times classes per iteration, `hidden` a list; `nan` is the first part with a
 *   NaN, or ""; NaNs are replaced by zero
 */
export function decodeReply(bytes) {
  const { header, arrays, shapes } = unpackArrays(bytes);
  if (header.error) return header;
  const [rounds, classes] = shapes.lengths;
  const types = shapes.flow?.[1] ?? 0;
  const namesWith = (prefix) => Object.keys(arrays).filter((name) => name.startsWith(prefix));
  const rows = (values, size) =>
    Array.from({ length: values.length / size }, (_, k) =>
      values.subarray(k * size, (k + 1) * size),
    );
  const s = arrays.s ? rows(arrays.s, classes) : [];
  // A capsule of NaNs makes s NaN in the first iteration.
  const broken = s[0]?.some(Number.isNaN) ? "capsules" : "routing";
  const nan = arrays.lengths.some(Number.isNaN) ? broken : "";
  const lengths = rows(arrays.lengths.map(replaceNaN), classes);
  const last = lengths[rounds - 1];
  return {
    ...header,
    rounds,
    types,
    input: arrays.input,
    empty: !arrays.input.some(Boolean),
    winner: last.indexOf(Math.max(...last)),
    lengths,
    maps: Object.fromEntries(
      namesWith("maps/").map((name) => [
        name.slice(5),
        { bytes: arrays[name], shape: shapes[name], indices: header.shown[name.slice(5)] },
      ]),
    ),
    presence: arrays.presence,
    directions: arrays.directions,
    s: s.map((row) => row.map(replaceNaN)),
    nan,
    couplings: arrays.couplings,
    flow: arrays.flow ? rows(arrays.flow, types * classes) : [],
    hidden: namesWith("hidden/").map((name) => arrays[name]),
    picture: arrays.picture ?? null,
  };
}

/** A capsule's pose along its two main axes, across and down, as shares. @param {{directions: Uint8Array}} reply @param {number} capsule */
export function directionOf({ directions }, capsule) {
  return [0, 1].map((axis) => (directions[2 * capsule + axis] - 128) / 127);
}

/**
 * Whether a capsule gives the winner more than twice an even share of its vote.
 * @param {number} root its coupling to the winner, as a byte of the square root
 * @param {number} classes how many there are
 */
export function isFavourite(root, classes) {
  return root > 255 * Math.sqrt(2 / classes);
}
