/* The engine of a page: the server, unless a published page sets its own. */

import { LocalInferenceEngine } from "./local_inference.js";

/** @type {import("./engine.js").Engine | undefined} */
let override;
/** Engine of the app, one per document. @type {LocalInferenceEngine | undefined} */
let appEngine;

/** @param {import("./engine.js").Engine} engine used in place of the server */
export function setEngine(engine) {
  override = engine;
}

/**
 * @param {{base: string}} data of the page's script
 * @returns {import("./engine.js").Engine}
 */
export function engineOf({ base }) {
  if (override) return override;
  if (appEngine?.base !== base) appEngine = new LocalInferenceEngine(base);
  return appEngine;
}
