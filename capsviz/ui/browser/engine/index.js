/* Which engine answers a page. */

import { HttpEngine } from "./http.js";
import { OnnxEngine } from "./onnx.js";

/** One worker for all of a published page. @type {OnnxEngine | undefined} */
let here;

/**
 * @param {{base: string, published?: boolean}} data what the page's script, or a published site,
 *   says
 * @returns {import("./engine.js").Engine}
 */
export function engineOf({ base, published = false }) {
  if (!published) return new HttpEngine(base);
  here ??= new OnnxEngine(new URL(base || "/", location.href).href.replace(/\/$/, ""));
  return here;
}
