/* Which engine answers a page: the server, unless a published page has brought its own. */

import { LocalInferenceEngine } from "./local_inference.js";

/** @type {import("./engine.js").Engine | undefined} */
let own;
/** Engine of the app, one per document. @type {LocalInferenceEngine | undefined} */
let served;

/** @param {import("./engine.js").Engine} engine answers in place of a server from now on */
export function setEngine(engine) {
  own = engine;
}

/**
 * @param {{base: string}} data what the page's script says
 * @returns {import("./engine.js").Engine}
 */
export function engineOf({ base }) {
  if (own) return own;
  if (served?.base !== base) served = new LocalInferenceEngine(base);
  return served;
}
