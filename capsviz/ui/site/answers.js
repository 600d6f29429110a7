/*
 * Page data computed in the browser for a drawing, as by Python in the app: the parts named by
 * `answered` in capsviz/ui/catalogue/publication.py.
 */

import { packMessage } from "../browser/arrays.js";
import { isSameDrawing } from "../browser/pen.js";
import { bytesToBase64, DrawingRaster } from "../browser/raster.js";

/**
 * @typedef {object} AnswerRequest
 * @property {import("../browser/engine/onnx.js").OnnxEngine} engine
 * @property {any} data of the page
 * @property {any} drawing
 * @property {any} settings
 * @property {boolean} fetches whether to fetch networks that the visitor did not select
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
 * Split columns into those with cached files or of the selected network, and the others with their
 * size in bytes.
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
 * Results of one network after another; of those not cached only if the visitor has requested them.
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
    // In the page's order, independent of the order of arrival.
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

/** Generators of parts of the data, which are yielded again as they become more complete. */
export const ANSWERS = { reply, columns };
