/* Whether this browser can run networks, and sentences about failures. */

import { text } from "../text.js";

/** A module with a single SIMD instruction. */
const SIMD = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0],
  ...[65, 0, 253, 15, 253, 98, 11],
);
/** Browsers' messages when memory runs out. */
const MEMORY = /memory|allocat/i;
/** Browsers' messages when a file or a module cannot be fetched. */
const FETCH_FAILURE = /failed to fetch|load failed|networkerror|importing a module|network error/i;
/** Messages of networks.js about unreadable files. */
const DAMAGED_FILE = /^damaged/;

export function runsNetworks() {
  return typeof WebAssembly === "object" && WebAssembly.validate(SIMD);
}

/** Explain to the visitor why a network is not available. @param {string} message of an error */
export function explainFailure(message) {
  if (FETCH_FAILURE.test(message)) return text("network-away");
  if (MEMORY.test(message)) return text("network-large");
  if (DAMAGED_FILE.test(message)) return text("network-damaged");
  return text("network-unread", { reason: message });
}
