/* Metadata of saved pictures, in a PNG's chunks or an SVG's metadata. */

/** Pixels per metre for print, at 300 dots per inch. */
const PIXELS_PER_METRE = Math.round(300 / 0.0254);
/** A PNG's signature and its header, which comes first. */
const PNG_HEAD = 8 + 25;

/**
 * @typedef {object} Metadata
 * @property {string} title
 * @property {string} description
 * @property {string} link of the view; "" for none
 */

/**
 * Add resolution and texts to a PNG. Latin-1 texts are in `tEXt`, others in `iTXt` chunks, as the
 * format requires.
 * @param {Uint8Array<ArrayBuffer>} bytes of a PNG
 * @param {Metadata} about
 */
export function addPngMetadata(bytes, { title, description, link }) {
  const resolution = new DataView(new ArrayBuffer(9));
  resolution.setUint32(0, PIXELS_PER_METRE);
  resolution.setUint32(4, PIXELS_PER_METRE);
  resolution.setUint8(8, 1); // the unit is the metre
  const texts = { Title: title, Description: description, Software: "capsviz", Source: link };
  const chunks = Object.entries(texts)
    .filter(([, text]) => text)
    .map(([keyword, text]) => textChunk(keyword, text));
  return new Blob([
    bytes.subarray(0, PNG_HEAD),
    pngChunk("pHYs", new Uint8Array(resolution.buffer)),
    ...chunks,
    bytes.subarray(PNG_HEAD),
  ]);
}

/** @param {string} keyword @param {string} text */
function textChunk(keyword, text) {
  const encode = (/** @type {string} */ part) => [...new TextEncoder().encode(part)];
  const latin = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  if (latin.every((code) => code < 256))
    return pngChunk("tEXt", Uint8Array.from([...encode(keyword), 0, ...latin]));
  // Uncompressed, without a language or a translated keyword.
  return pngChunk("iTXt", Uint8Array.from([...encode(keyword), 0, 0, 0, 0, 0, ...encode(text)]));
}

/** @param {string} type @param {Uint8Array} data */
function pngChunk(type, data) {
  const chunk = new Uint8Array(12 + data.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  chunk.set(new TextEncoder().encode(type), 4);
  chunk.set(data, 8);
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)));
  return chunk;
}

/** The checksum of a PNG's chunks. @param {Uint8Array} bytes */
function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Metadata of an SVG, as Inkscape and others read it. @param {Metadata} about */
export function svgMetadata({ title, description, link }) {
  const fields = { title, description, source: link };
  const elements = Object.entries(fields)
    .filter(([, text]) => text)
    .map(([name, text]) => `<dc:${name}>${escapeXml(text)}</dc:${name}>`);
  return (
    `<title>${escapeXml(title)}</title>` +
    '<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"' +
    ' xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Description rdf:about="">' +
    `${elements.join("")}</rdf:Description></rdf:RDF></metadata>`
  );
}

/** @param {string} text */
export function escapeXml(text) {
  const marks = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return String(text).replace(/[&<>"]/g, (mark) => marks[mark]);
}
