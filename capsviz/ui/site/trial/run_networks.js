/*
 * Runs every graph of a folder of networks in Node, with a runtime whose module records called
 * functions (capsviz/ui/site/wasm.py), and prints the numbers of those functions.
 *
 *     node run_networks.js RUNTIME.mjs MODULE.wasm NETWORKS MARK
 */

import { readdir, readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { expandWeights, Networks } from "../../browser/onnx/networks.js";

const [runtimeFile, module, folder, mark] = process.argv.slice(2);
/** @type {WebAssembly.Instance} */
let instance;
const instantiate = /** @type {any} */ (WebAssembly.instantiate);
/** @type {any} */ (WebAssembly).instantiate = async (...args) => {
  const result = await instantiate(...args);
  instance = result.instance ?? result;
  return result;
};
const runtime = await import(pathToFileURL(runtimeFile).href);
Object.assign(runtime.env.wasm, { numThreads: 1, wasmBinary: await readFile(module) });

/** @param {string} path @returns {Promise<Uint8Array>} */
const fetchBytes = async (path) =>
  new Uint8Array(await readFile(`${folder}/${path.replace("networks/", "")}`));
const networks = new Networks(runtime, fetchBytes, () => {});

/** An input of a graph: a pattern as the picture, and other inputs as trained. */
function input({ name, shape }) {
  const values = new Float32Array(shape.reduce((product, size) => product * size, 1));
  if (name === "image") for (let p = 0; p < values.length; p++) values[p] = (p % 13) / 12;
  else if (name !== "squash") values.fill(1);
  return new runtime.Tensor("float32", values, shape);
}

for (const file of (await readdir(folder)).filter((name) => name.endsWith(".json"))) {
  const card = JSON.parse(await readFile(`${folder}/${file}`, "utf8"));
  const weights = expandWeights(await fetchBytes(card.weights), card.blocks);
  for (const graph of Object.keys(card.graphs)) {
    const session = await networks.session(/** @type {any} */ ({ card, weights }), graph);
    const feeds = Object.fromEntries(session.inputMetadata.map((each) => [each.name, input(each)]));
    await session.run(feeds);
    for (const output of session.outputNames) await session.run(feeds, [output]);
    await session.release();
  }
}
const called = Object.entries(instance.exports).filter(
  ([name, value]) => name.startsWith(mark) && /** @type {any} */ (value).value,
);
console.log(JSON.stringify(called.map(([name]) => Number(name.slice(mark.length)))));
