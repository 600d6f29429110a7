/* Named arrays in one message, as capsviz/ui/live/messages.py packs them. */

/** A message of named arrays as `pack_arrays` writes it, and their shapes by the same names. */
export function unpackArrays(bytes) {
  const start = new DataView(bytes.buffer, bytes.byteOffset);
  const length = start.getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const arrays = {};
  const shapes = {};
  let at = 4 + length;
  for (const [name, type, shape] of header.arrays) {
    const count = shape.reduce((product, size) => product * size, 1);
    const size = Number(type[1]) * count;
    const raw = bytes.slice(at, at + size).buffer; // a copy, so that it is aligned
    at += size;
    shapes[name] = shape;
    arrays[name] = new { f4: Float32Array, i4: Int32Array, u1: Uint8Array }[type](raw);
  }
  return { header, arrays, shapes };
}

/**
 * A number of single precision as the shortest decimal that reads back as the very same; others
 * as they are but for the noise of their last digit.
 * @param {number} value
 * @returns {number}
 */
export function exact(value) {
  if (Math.fround(value) !== value) return Number(value.toPrecision(15));
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}

const LETTERS = new Map(
  /** @type {[any, string][]} */ ([
    [Float32Array, "f4"],
    [Int32Array, "i4"],
    [Uint8Array, "u1"],
  ]),
);

/**
 * A message that `unpackArrays` reads.
 * @param {object} header
 * @param {Record<string, {values: Float32Array | Int32Array | Uint8Array, shape: number[]}>} arrays
 */
export function packArrays(header, arrays) {
  const entries = Object.entries(arrays);
  const listed = entries.map(([name, { values, shape }]) => [
    name,
    LETTERS.get(values.constructor),
    shape,
  ]);
  const text = new TextEncoder().encode(JSON.stringify({ ...header, arrays: listed }));
  const size = entries.reduce((sum, [, { values }]) => sum + values.byteLength, 0);
  const message = new Uint8Array(4 + text.length + size);
  new DataView(message.buffer).setUint32(0, text.length, true);
  message.set(text, 4);
  let at = 4 + text.length;
  for (const [, { values }] of entries) {
    message.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at);
    at += values.byteLength;
  }
  return message;
}
