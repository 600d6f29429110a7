/* Which engine answers a page: the server, unless a published page has brought its own. */

import { HttpEngine } from "./http.js";

/** @type {import("./engine.js").Engine | undefined} */
let own;

/** @param {import("./engine.js").Engine} engine answers in place of a server from now on */
export function setEngine(engine) {
  own = engine;
}

/**
 * @param {{base: string}} data what the page's script says
 * @returns {import("./engine.js").Engine}
 */
export function engineOf({ base }) {
  return own ?? new HttpEngine(base);
}
