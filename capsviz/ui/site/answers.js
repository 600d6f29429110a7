/*
 * Page data that are computed in the browser for a drawing, as Python does in the app: the parts
 * that `answered` of capsviz/ui/catalogue/publication.py names.
 */

import { packMessage } from "../browser/arrays.js";
import { isSameDrawing } from "../browser/pen.js";
import { bytesToBase64, DrawingRaster } from "../browser/raster.js";

/**
 * @typedef {object} Asked
 * @property {import("../browser/engine/onnx.js").OnnxEngine} engine
 * @property {any} data that the page has
 * @property {any} drawing
 * @property {any} settings
 * @property {boolean} fetches whether networks may be fetched that the visitor did not choose
 */

/** The drawing's reading. @param {Asked} asked */
async function* reply({ engine, drawing, settings }) {
  const { bytes } = new DrawingRaster().load(drawing);
  const question = { seq: 0, ...settings, pictures: true };
  yield { reply: bytesToBase64(await engine.ask(packMessage(question, bytes))) };
}

/** @param {any} column @param {Asked["engine"]} engine @param {Uint8Array} bytes @param {boolean} center */
async function readColumn(column, engine, bytes, center) {
  const { input, ...rest } = await engine.column(column.name, bytes, center);
  return { image: input, column: { ...column, ...rest } };
}

/** @param {any} column @param {Asked["engine"]} engine @param {Uint8Array} bytes @param {boolean} center */
async function readParts(column, engine, bytes, center) {
  const { partsColumn } = await import("./parts_column.js");
  return { column: { ...column, ...(await partsColumn(engine, column, bytes, center)) } };
}

/** @param {any} drawing @param {Uint8Array} bytes @param {any} data */
function nameDrawing(drawing, bytes, data) {
  if (!bytes.some((ink) => ink > 0)) return "empty";
  return isSameDrawing(drawing, data.drawing) ? "example" : "drawing";
}

/**
 * Columns whose files are here and the chosen network's; and the others, with the bytes to fetch.
 * @param {Asked} asked
 */
async function sortColumns({ engine, data, settings }) {
  data.every ??= data.columns;
  const every = data.every.map((column) => [column, Object.entries(column.files)]);
  const places = every.flatMap(([, files]) => files.map(([place]) => place));
  const lacking = new Set(await engine.missing(places));
  const here = [];
  const away = [];
  for (const [column, files] of every) {
    const few = files.filter(([place]) => lacking.has(place));
    const bytes = few.reduce((sum, [, size]) => sum + size, 0);
    if (!bytes || column.name === settings.model) here.push(column);
    else away.push({ column, bytes });
  }
  return { here, away };
}

/**
 * The drawing under one network after another; under those that are to be fetched first only where
 * the visitor has asked for them.
 * @param {Asked} asked
 */
async function* columns({ engine, data, drawing, settings, fetches }) {
  const { bytes } = new DrawingRaster().load(drawing);
  const { center } = settings;
  const origin = nameDrawing(drawing, bytes, data);
  const { here, away } = await sortColumns({ engine, data, drawing, settings, fetches });
  const said = [];
  const tellMore = () => ({
    networks: away.length,
    bytes: away.reduce((sum, each) => sum + each.bytes, 0),
    coming: fetches,
  });
  yield { more: tellMore() };
  const read = async (column) => {
    const by = column.parts ? readParts : readColumn;
    const { column: made, ...one } = await by(column, engine, bytes, center);
    said.push(made);
    // In the order that they have on the page, whatever came first.
    const shown = data.every.flatMap(({ name }) => said.filter((each) => each.name === name));
    return { ...one, picture: origin, columns: shown, more: tellMore() };
  };
  for (const column of here) yield await read(column);
  while (fetches && away.length) {
    const { column } = away[0];
    const answer = await read(column);
    away.shift();
    yield { ...answer, more: tellMore() };
  }
}

/** Each gives parts of the data, again where it knows more. */
export const ANSWERS = { reply, columns };
