/*
 * Messages of the live path, as capsviz/ui/live/messages.py writes them:
 * uint32 little-endian length of the header | header (UTF-8 JSON) | raw bytes.
 */

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

export function encodeRequest(header, raster) {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const message = new Uint8Array(4 + text.length + raster.length);
  new DataView(message.buffer).setUint32(0, text.length, true);
  message.set(text, 4);
  message.set(raster, 4 + text.length);
  return message;
}

/** The parts of what `encodeRequest` makes. @param {Uint8Array} message */
export function decodeRequest(message) {
  const length = new DataView(message.buffer, message.byteOffset).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(message.subarray(4, 4 + length)));
  return { header, raw: message.slice(4 + length) };
}

/**
 * A reply's header with its arrays beside it: `lengths` and `poses` as rows of numbers, and as
 * bytes `input` of `pixels`, `reconstructions` as many for each class, or null where they were not
 * asked for and empty ones where nothing paints them, `reconstruction` the longest capsule's alone
 * where the page shows no other, `couplings` one row of `inCapsules` for each of the `iterations`. An
 * error has a header only: `seq` and the sentence `error`.
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
