/* Which engine answers a page. */

import { HttpEngine } from "./http.js";

/**
 * @param {{base: string}} data what the page's script says
 * @returns {import("./engine.js").Engine}
 */
export function engineOf({ base }) {
  return new HttpEngine(base);
}
