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
