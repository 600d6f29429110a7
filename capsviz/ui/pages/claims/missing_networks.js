/* Networks of a published site that the browser has not fetched: it asks the visitor first. */

import { sizeWords } from "../../browser/network_offer.js";
import { text } from "../../browser/text.js";

/**
 * Bytes to fetch, by the network's name, for those that are missing.
 * @param {import("../../browser/engine/engine.js").Engine} engine
 * @param {Record<string, Record<string, number>>} [files] bytes by file, by the network's name;
 *   undefined in the app, whose server runs the networks
 * @returns {Promise<Map<string, number>>}
 */
export async function findMissing(engine, files = {}) {
  const paths = Object.values(files).flatMap((sizes) => Object.keys(sizes));
  const missing = new Set(await engine.missing(paths));
  const bytes = Object.entries(files).map(([name, sizes]) => {
    const absent = Object.entries(sizes).filter(([path]) => missing.has(path));
    const size = absent.reduce((sum, [, value]) => sum + value, 0);
    return /** @type {[string, number]} */ ([name, size]);
  });
  return new Map(bytes.filter(([, size]) => size > 0));
}

/** @param {number[]} sizes in bytes, one for each network; at least one */
export function fetchWords(sizes) {
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return text("fetch-first", { count: sizes.length, size: sizeWords(bytes) });
}
