/*
 * Messages of the live path, as capsviz/ui/messages.py writes them:
 * uint32 little-endian length of the header | header (UTF-8 JSON) | raw bytes.
 */

export function encodeRequest(header, raster) {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const message = new Uint8Array(4 + text.length + raster.length);
  new DataView(message.buffer).setUint32(0, text.length, true);
  message.set(text, 4);
  message.set(raster, 4 + text.length);
  return message;
}

/**
 * A reply's header with its pictures beside it, as views: `input` of `pixels` bytes,
 * `reconstructions` as many for each class, or null where they were not asked for, `couplings`
 * one row of `inCapsules` for each iteration. An error has a header only: `seq` and the sentence
 * `error`.
 */
export function decodeReply(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  if (header.error) return header;
  const raw = bytes.subarray(4 + length);
  const pixels = header.side ** 2;
  const pictured = (1 + header.pictures) * pixels;
  const couplings = raw.subarray(pictured);
  return {
    ...header,
    pixels,
    input: raw.subarray(0, pixels),
    reconstructions: header.pictures ? raw.subarray(pixels, pictured) : null,
    couplings,
    inCapsules: couplings.length / header.iterations,
  };
}
