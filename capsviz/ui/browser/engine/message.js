/* Replies of the live path. */

import { unpackArrays } from "../arrays.js";

/**
 * @typedef {object} ReplyHeader
 * @property {number} seq
 * @property {string} model
 * @property {number} capsule whose couplings are in it
 * @property {number | null} misfit
 * @property {import("./remote_decoder.js").DecoderData} [decoder]
 *
 * @typedef {object} ReplyArrays
 * @property {number} iterations
 * @property {number} inCapsules
 * @property {number} side
 * @property {number} pixels
 * @property {Uint8Array} input
 * @property {Uint8Array | null} reconstructions
 * @property {Uint8Array} [reconstruction]
 * @property {Uint8Array} couplings
 * @property {number[][]} lengths
 * @property {number[][]} poses
 *
 * @typedef {ReplyHeader & ReplyArrays & {error?: string} & Record<string, any>} Reply with the
 *   entries of its own kind, such as those of a transformed digit
 */

/**
 * A reply's header merged with its arrays: `lengths` and `poses` as rows of numbers; `input` of
 * `pixels` bytes; `reconstructions` with as many bytes for each class, null if not requested, and
 * blank without a decoder; `reconstruction` of the longest capsule only, if the page shows no
 * other; `couplings` with one row of `inCapsules` for each of the `iterations`. An error has only a
 * header with `seq` and the sentence `error`.
 * @param {ArrayBuffer | Uint8Array} bytes
 * @returns {Reply}
 */
export function decodeReply(bytes) {
  const { header, arrays, shapes } = unpackArrays(bytes);
  if (header.error) return header;
  const [iterations, inCapsules] = shapes.couplings;
  const pixels = arrays.input.length;
  const blank = header.decoder?.there === false;
  return {
    ...header,
    iterations,
    inCapsules,
    side: shapes.input.at(-1),
    pixels,
    input: arrays.input,
    reconstructions:
      arrays.reconstructions ?? (blank ? new Uint8Array(pixels * shapes.poses[0]) : null),
    reconstruction: arrays.reconstruction,
    couplings: arrays.couplings,
    lengths: rows(arrays.lengths, shapes.lengths[1]),
    poses: rows(arrays.poses, shapes.poses[1]),
  };
}

/**
 * @param {Float32Array} values
 * @param {number} size of a row
 * @returns {number[][]}
 */
function rows(values, size) {
  return Array.from({ length: values.length / size }, (_, k) =>
    Array.from(values.subarray(k * size, (k + 1) * size)),
  );
}
