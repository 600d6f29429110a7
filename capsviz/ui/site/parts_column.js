/* Column of a network of parts and objects, like `_parts_column` in Compare's data.py. */

import { exact } from "../browser/arrays.js";
import { networkInput, toBytes } from "../browser/digit_form.js";
import { PartsNetwork, posterior } from "../browser/parts_network/network.js";
import { bytesToBase64 } from "../browser/raster.js";

/** Networks by checksum. @type {Map<string, Promise<PartsNetwork>>} */
const networks = new Map();

/** @param {import("../browser/engine/onnx.js").OnnxEngine} engine @param {string} sha */
function networkOf(engine, sha) {
  const network =
    networks.get(sha) ?? engine.partsNetwork(sha).then((file) => new PartsNetwork(file));
  network.catch(() => networks.delete(sha));
  networks.set(sha, network);
  return network;
}

/**
 * @param {import("../browser/engine/onnx.js").OnnxEngine} engine to load the weights
 * @param {{called: string[], parts: {sha: string, objects: number[], poses: boolean, side: number,
 *   digits: boolean}}} column
 * @param {Uint8Array} raster
 * @param {boolean} center
 * @returns {Promise<any>} data that depends on the picture, and the time "ms"
 */
export async function partsColumn(engine, { called: classes, parts }, raster, center) {
  const network = await networkOf(engine, parts.sha);
  const image = networkInput(raster, parts.side, { digits: parts.digits, center });
  const start = performance.now();
  const reading = network.read(image);
  const shares = posterior(network.explain(reading).terms, parts.poses);
  const pixels = network.paint(reading, parts.side);
  const ms = performance.now() - start;
  const lengths = classes.map(() => 0);
  parts.objects.forEach((name, object) => {
    lengths[name] += shares[object];
  });
  const winner = lengths.indexOf(Math.max(...lengths));
  return {
    winner,
    lengths: lengths.map(exact),
    none: shares[parts.objects.length],
    reconstruction: bytesToBase64(toBytes(pixels)),
    ms,
  };
}
