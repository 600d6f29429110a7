/*
 * Messages of the live path, as capsviz/ui/live/messages.py writes them: little-endian uint32
 * length of the header | header (UTF-8 JSON) | raw bytes, such as named arrays.
 */

/** Typed array of each type name in a message. */
const TYPES = { f4: Float32Array, i4: Int32Array, u1: Uint8Array };

/** @param {object} header @param {...Uint8Array} chunks of the raw bytes */
export function packMessage(header, ...chunks) {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const size = chunks.reduce((sum, { length }) => sum + length, 4 + text.length);
  const message = new Uint8Array(size);
  new DataView(message.buffer).setUint32(0, text.length, true);
  let offset = 4;
  for (const chunk of [text, ...chunks]) {
    message.set(chunk, offset);
    offset += chunk.length;
  }
  return message;
}

/** The parts of a message; its raw bytes are not copied. @param {Uint8Array} message */
export function unpackMessage(message) {
  const end = 4 + new DataView(message.buffer, message.byteOffset).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(message.subarray(4, end)));
  return { header, raw: message.subarray(end) };
}

/** The named arrays of a message as `pack_arrays` writes it, and their shapes by the same names. */
export function unpackArrays(message) {
  const { header, raw } = unpackMessage(message);
  const arrays = {};
  const shapes = {};
  let offset = 0;
  for (const [name, type, shape] of header.arrays) {
    const count = shape.reduce((product, size) => product * size, 1);
    const size = Number(type[1]) * count;
    const { buffer } = raw.slice(offset, offset + size); // a copy, so that it is aligned
    offset += size;
    shapes[name] = shape;
    arrays[name] = new TYPES[type](buffer);
  }
  return { header, arrays, shapes };
}

/**
 * A single-precision number as the shortest decimal that parses to the same number; other numbers
 * are rounded to 15 digits.
 * @param {number} value
 * @returns {number}
 */
export function exact(value) {
  if (Math.fround(value) !== value) return Number(value.toPrecision(15));
  for (let digits = 1; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return rounded;
  }
  return Number(value.toPrecision(9));
}

/**
 * Pack arrays as a message that `unpackArrays` reads.
 * @param {object} header
 * @param {Record<string, {values: Float32Array | Int32Array | Uint8Array, shape: number[]}>} arrays
 */
export function packArrays(header, arrays) {
  const entries = Object.entries(arrays);
  const typeOf = (values) => Object.keys(TYPES).find((type) => values instanceof TYPES[type]);
  const listed = entries.map(([name, { values, shape }]) => [name, typeOf(values), shape]);
  const chunks = entries.map(
    ([, { values }]) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
  );
  return packMessage({ ...header, arrays: listed }, ...chunks);
}
