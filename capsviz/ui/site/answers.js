/*
 * What of a page's data is made anew of what the visitor draws, as Python makes it in the app: the
 * parts that `answered` of capsviz/ui/catalogue/publication.py names.
 */

import { encodeRequest } from "../browser/engine/message.js";
import { bytesToBase64, DrawingRaster } from "../browser/raster.js";

/** Facts of a network that come first, and are found out for each picture. */
const LIVE = ["iterations", "time here and now"];
/** Facts of one of parts and objects that come before its time: how it learnt. */
const LEARNT = 2;

/**
 * @typedef {object} Asked
 * @property {import("../browser/engine/onnx.js").OnnxEngine} engine
 * @property {any} data that the page has
 * @property {any} drawing
 * @property {any} settings
 */

/** The drawing's reading. @param {Asked} asked */
async function* reply({ engine, drawing, settings }) {
  const { bytes } = new DrawingRaster().load(drawing);
  const question = { seq: 0, ...settings, pictures: true };
  yield { reply: bytesToBase64(await engine.ask(encodeRequest(question, bytes))) };
}

/** @param {any} column @param {Asked["engine"]} engine @param {Uint8Array} bytes @param {boolean} center */
async function readColumn(column, engine, bytes, center) {
  const { iterations, ms, input, ...rest } = await engine.column(column.name, bytes, center);
  const known = column.facts.filter(([name]) => !LIVE.includes(name));
  const live = [iterations, `${ms.toFixed(1)} ms`].map((value, k) => [LIVE[k], value]);
  return { image: input, column: { ...column, ...rest, facts: [...live, ...known] } };
}

/** @param {any} column @param {Asked["engine"]} engine @param {Uint8Array} bytes @param {boolean} center */
async function readParts(column, engine, bytes, center) {
  const { partsColumn } = await import("./parts_column.js");
  const { ms, ...rest } = await partsColumn(engine, column, bytes, center);
  const known = column.facts.filter(([name]) => !LIVE.includes(name));
  const facts = known.toSpliced(LEARNT, 0, [LIVE[1], `${ms.toFixed(1)} ms`]);
  return { column: { ...column, ...rest, facts } };
}

/** The drawing under one network after another. @param {Asked} asked */
async function* columns({ engine, data, drawing, settings }) {
  const { bytes } = new DrawingRaster().load(drawing);
  const { center } = settings;
  const of_what = bytes.some((ink) => ink > 0) ? "your drawing" : "an empty drawing";
  const said = [];
  data.every ??= data.columns;
  for (const column of data.every) {
    const read = column.parts ? readParts : readColumn;
    const { column: one, ...picture } = await read(column, engine, bytes, center);
    said.push(one);
    yield { ...picture, of_what, columns: [...said] };
  }
}

/** Each gives parts of the data, again where it knows more. */
export const ANSWERS = { reply, columns };
