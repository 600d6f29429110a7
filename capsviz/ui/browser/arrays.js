/* Named arrays in one message, as capsviz/ui/messages.py packs them. */

import { halfPrecisionTable } from "./decoder.js";

/** A message of named arrays as `pack_arrays` writes it. */
export function unpackArrays(bytes) {
  const start = new DataView(bytes.buffer, bytes.byteOffset);
  const length = start.getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const arrays = {};
  let at = 4 + length;
  for (const [name, type, shape] of header.arrays) {
    const count = shape.reduce((product, size) => product * size, 1);
    const size = Number(type[1]) * count;
    const raw = bytes.slice(at, at + size).buffer; // a copy, so that it is aligned
    at += size;
    if (type === "f2") arrays[name] = floatsFromHalves(new Uint16Array(raw));
    else arrays[name] = new { f4: Float32Array, i4: Int32Array, u1: Uint8Array }[type](raw);
  }
  return { header, arrays };
}

function floatsFromHalves(halves) {
  const table = halfPrecisionTable();
  const values = new Float32Array(halves.length);
  for (let i = 0; i < halves.length; i++) values[i] = table[halves[i]];
  return values;
}
