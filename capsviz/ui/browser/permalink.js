/*
 * Links that bring back a view, as capsviz/ui/permalink.py reads them: ?v= a version digit
 * and, in URL-safe base64, the zlib-compressed JSON of page, drawing, settings and view. Each
 * point of a stroke after its first goes as the way from the point before.
 */

import { bytesToBase64, DrawingRaster } from "./raster.js";

const LINK_VERSION = "2";
export const LINK_PARAMETER = "v";
/** Longest token the server accepts, in characters. */
export const LONGEST_LINK = 24_000;

function strokeWays(stroke) {
  return stroke.map((value, i) => (i < 4 ? value : value - stroke[i - 2]));
}

export async function linkToken(plain) {
  const { drawing } = plain;
  const shorter = drawing && { ...drawing, s: drawing.s.map(strokeWays) };
  const text = new TextEncoder().encode(JSON.stringify({ ...plain, drawing: shorter }));
  const packing = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  const packed = new Uint8Array(await new Response(packing).arrayBuffer());
  const base64 = bytesToBase64(packed).replaceAll("+", "-").replaceAll("/", "_");
  return LINK_VERSION + base64.replace(/=+$/, "");
}

/**
 * The address of a view.
 *
 * @param {{page: string, drawing: object | null, settings: object | null, view: object}} plain
 *   a drawing too long for an address goes as the picture it makes
 */
export async function viewLink(plain) {
  let token = await linkToken(plain);
  if (token.length > LONGEST_LINK && plain.drawing) {
    const raster = new DrawingRaster().load(plain.drawing).bytes;
    token = await linkToken({ ...plain, drawing: { s: [], b: bytesToBase64(raster) } });
  }
  const address = new URL(location.href);
  address.search = "";
  address.hash = "";
  address.searchParams.set(LINK_PARAMETER, token);
  return address.href;
}

/** Put text on the clipboard; false where the browser does not let a page do that. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
