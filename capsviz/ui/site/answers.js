/*
 * Page data that are computed in the browser for a drawing, as Python does in the app: the parts
 * that `answered` of capsviz/ui/catalogue/publication.py names.
 */

import { packMessage } from "../browser/arrays.js";
import { isSameDrawing } from "../browser/pen.js";
import { bytesToBase64, DrawingRaster } from "../browser/raster.js";

/**
 * @typedef {object} AnswerRequest
 * @property {import("../browser/engine/onnx.js").OnnxEngine} engine
 * @property {any} data that the page has
 * @property {any} drawing
 * @property {any} settings
 * @property {boolean} fetches whether networks may be fetched that the visitor did not choose
 */

/** The drawing's reading. @param {AnswerRequest} request */
async function* reply({ engine, drawing, settings }) {
  const { bytes } = new DrawingRaster().load(drawing);
  const question = { seq: 0, ...settings, pictures: true };
  yield { reply: bytesToBase64(await engine.ask(packMessage(question, bytes))) };
}

/** @param {any} column @param {AnswerRequest["engine"]} engine @param {Uint8Array} bytes @param {boolean} center */
async function readColumn(column, engine, bytes, center) {
  const { input, ...rest } = await engine.column(column.name, bytes, center);
  return { image: input, column: { ...column, ...rest } };
}

/** @param {any} column @param {AnswerRequest["engine"]} engine @param {Uint8Array} bytes @param {boolean} center */
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
 * @param {AnswerRequest} request
 */
async function sortColumns({ engine, data, settings }) {
  data.allColumns ??= data.columns;
  const entries = data.allColumns.map((column) => [column, Object.entries(column.files)]);
  const paths = entries.flatMap(([, files]) => files.map(([path]) => path));
  const lacking = new Set(await engine.missing(paths));
  const present = [];
  const missing = [];
  for (const [column, files] of entries) {
    const needed = files.filter(([path]) => lacking.has(path));
    const bytes = needed.reduce((sum, [, size]) => sum + size, 0);
    if (!bytes || column.name === settings.model) present.push(column);
    else missing.push({ column, bytes });
  }
  return { present, missing };
}

/**
 * The drawing under one network after another; under those that are to be fetched first only where
 * the visitor has asked for them.
 * @param {AnswerRequest} request
 */
async function* columns({ engine, data, drawing, settings, fetches }) {
  const { bytes } = new DrawingRaster().load(drawing);
  const { center } = settings;
  const origin = nameDrawing(drawing, bytes, data);
  const { present, missing } = await sortColumns({ engine, data, drawing, settings, fetches });
  const results = [];
  const tellMore = () => ({
    networks: missing.length,
    bytes: missing.reduce((sum, each) => sum + each.bytes, 0),
    coming: fetches,
  });
  yield { more: tellMore() };
  const read = async (column) => {
    const reader = column.parts ? readParts : readColumn;
    const { column: result, ...rest } = await reader(column, engine, bytes, center);
    results.push(result);
    // In the order that they have on the page, whatever came first.
    const shown = data.allColumns.flatMap(({ name }) =>
      results.filter((each) => each.name === name),
    );
    return { ...rest, picture: origin, columns: shown, more: tellMore() };
  };
  for (const column of present) yield await read(column);
  while (fetches && missing.length) {
    const { column } = missing[0];
    const answer = await read(column);
    missing.shift();
    yield { ...answer, more: tellMore() };
  }
}

/** Each gives parts of the data, again where it knows more. */
export const ANSWERS = { reply, columns };
