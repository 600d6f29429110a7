/*
 * Links that restore a view, as capsviz/ui/session/permalink.py reads them: ?v= with a version
 * digit and, in URL-safe base64, the zlib-compressed JSON of page, drawing, settings and view. In
 * strokes, each point after the first is stored as the difference from the previous one, also in
 * drawings that a view lists.
 */

import { areDetailsOpen, DETAILS_PARAMETER } from "./details.js";
import { base64ToBytes, bytesToBase64, channelsOf, DrawingRaster, RASTER_SIDE } from "./raster.js";
import { text } from "./text.js";

const LINK_VERSION = "3";
export const LINK_PARAMETER = "v";
/** Parameter of an address with the name of a network. */
export const NETWORK_PARAMETER = "network";
/** Maximum length of a token that the server accepts, in characters. */
export const MAX_TOKEN_LENGTH = 24_000;
/** Maximum number of iterations that a visitor can request. */
export const MAX_SHOWN_ITERATIONS = 10;
/** Maximum number of iterations of a routing. */
export const MAX_ITERATIONS = 50;

function strokeWays(stroke) {
  return stroke.map((value, i) => (i < 4 ? value : value - stroke[i - 2]));
}

/** @param {any} drawing in plain form, or null */
function drawingWays(drawing) {
  return drawing && { ...drawing, s: drawing.s.map(strokeWays) };
}

/** An item of a list in a view, with its drawing as differences, if any. @param {any} listed */
function strokesOf(listed) {
  return listed?.drawing ? { ...listed, drawing: drawingWays(listed.drawing) } : listed;
}

/** @param {Record<string, any>} view */
function viewWays(view) {
  return Object.fromEntries(
    Object.entries(view).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(strokesOf) : value,
    ]),
  );
}

/** @param {{drawing: any, view: Record<string, any>}} view a link, see `viewLink` */
export async function linkToken(view) {
  const shorter = { ...view, drawing: drawingWays(view.drawing), view: viewWays(view.view) };
  const text = new TextEncoder().encode(JSON.stringify(shorter));
  const packing = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  const packed = new Uint8Array(await new Response(packing).arrayBuffer());
  const base64 = bytesToBase64(packed).replaceAll("+", "-").replaceAll("/", "_");
  return LINK_VERSION + base64.replace(/=+$/, "");
}

/**
 * The address of a view.
 *
 * @param {{page: string, drawing: any, settings: object | null, view: object}} view a drawing too
 *   long for an address is stored as a raster
 */
export async function viewLink(view) {
  let token = await linkToken(view);
  if (token.length > MAX_TOKEN_LENGTH && view.drawing) {
    const raster = new DrawingRaster(channelsOf(view.drawing)).load(view.drawing).bytes;
    token = await linkToken({ ...view, drawing: { s: [], b: bytesToBase64(raster) } });
  }
  const address = new URL(location.href);
  address.search = "";
  address.hash = "";
  address.searchParams.set(LINK_PARAMETER, token);
  if (areDetailsOpen()) address.searchParams.set(DETAILS_PARAMETER, "1");
  return address.href;
}

function strokePoints(ways) {
  const points = [...ways];
  for (let i = 4; i < points.length; i++) points[i] += points[i - 2];
  return points;
}

/** @param {any} drawing as differences */
function checkDrawing(drawing) {
  const numbers = (stroke) =>
    Array.isArray(stroke) && stroke.length >= 4 && stroke.every(Number.isInteger);
  const size = drawing.b === null ? RASTER_SIDE ** 2 : base64ToBytes(drawing.b).length;
  const base = [1, 2, 3, 4].includes(size / RASTER_SIDE ** 2);
  if (!base || !drawing.s.every(numbers)) throw new TypeError("no drawing");
  return { s: drawing.s.map(strokePoints), b: drawing.b };
}

/** @param {any} settings */
function checkSettings({ model, iterations, center, capsule, routing = "" }) {
  const valid = Number.isInteger(iterations) && Number.isInteger(capsule);
  if (typeof model !== "string" || !valid || iterations < 1 || iterations > MAX_SHOWN_ITERATIONS)
    throw new TypeError("no settings");
  return { model, iterations, center: Boolean(center), capsule, routing: String(routing) };
}

/**
 * Read a token of `linkToken`. Raises an error with the reason if it is invalid. The page checks
 * the view (`readView`).
 * @param {string} token
 * @returns {Promise<{page: string, drawing: any, settings: any, view: any}>}
 */
export async function readLink(token) {
  if (token.length > MAX_TOKEN_LENGTH)
    throw new TypeError(text("link-long", { most: MAX_TOKEN_LENGTH }));
  // A version is a digit: with another first character, the token is damaged.
  if (/^[0-9]/.test(token) && token[0] !== LINK_VERSION) throw new TypeError(text("link-version"));
  try {
    return await unpackLink(token);
  } catch {
    throw new TypeError(text("link-damaged"));
  }
}

/** @param {string} token */
async function unpackLink(token) {
  if (token[0] !== LINK_VERSION) throw new TypeError("no version");
  const packed = base64ToBytes(token.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const { page, drawing, settings, view } = JSON.parse(await new Response(stream).text());
  return {
    page: String(page),
    drawing: drawing && checkDrawing(drawing),
    settings: settings && checkSettings(settings),
    view: view ?? {},
  };
}

/** Copy text to the clipboard. Returns false if the browser does not allow it. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
