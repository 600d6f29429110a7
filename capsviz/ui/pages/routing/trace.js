/* Asking the server for one image's whole routing. */

import { RoutingData } from "./data.js";

const AWAY = "The server cannot be reached; what is shown is the last drawing that was routed.";

/**
 * What a trace depends on, as the server reads it.
 * @param {any} drawing
 * @param {{model: string, center: boolean}} settings
 */
export function question(drawing, { model, center }) {
  return JSON.stringify({ drawing, model, center });
}

/**
 * @param {string} base of the app's own routes
 * @param {string} asked as `question` makes it
 * @returns {Promise<RoutingData>} fails with a sentence for the visitor
 */
export async function fetchTrace(base, asked) {
  const reply = await fetch(`${base}/capsviz/routing`, { method: "POST", body: asked }).catch(
    () => {
      throw new Error(AWAY);
    },
  );
  if (!reply.ok) throw new Error((await reply.json()).error);
  return new RoutingData(new Uint8Array(await reply.arrayBuffer()));
}
