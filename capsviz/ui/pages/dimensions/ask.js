/* One question to the network about another drawing, without touching the present one. */

import { decodeReply, encodeRequest } from "../../browser/message.js";
import { DrawingRaster } from "../../browser/raster.js";

/** Milliseconds until no answer counts as none. */
const PATIENCE = 4000;
const NO_ANSWER = "This sample could not be read: there is no live connection.";

/**
 * @param {string} base of the app's own routes
 * @param {object} settings how the drawing is read
 * @param {any} drawing
 * @returns {Promise<any>} the reply, as `decodeReply` gives it; fails with a sentence
 */
export function readDrawing(base, settings, drawing) {
  const address = new URL(`${base}/capsviz/live`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    const timer = setTimeout(() => socket.close(), PATIENCE);
    socket.onopen = () => {
      const raster = new DrawingRaster().load(drawing).bytes;
      socket.send(encodeRequest({ seq: 1, ...settings }, raster));
    };
    socket.onmessage = ({ data }) => {
      const reply = decodeReply(new Uint8Array(data));
      if (reply.error) reject(new Error(reply.error));
      else resolve(reply);
      socket.close();
    };
    socket.onclose = () => {
      clearTimeout(timer);
      reject(new Error(NO_ANSWER));
    };
  });
}
