/* Reads drawings in the visitor's browser, beside the page: one question after another. */

import { answer } from "./answers.js";
import { Networks } from "./networks.js";

/** What browsers say where the runtime calls a function that was left out of it. */
const LACKING = /unreachable/i;

/** ...and where they have no more memory. */
const MEMORY = /memory|allocat/i;
const SMALL =
  "This device has too little memory for this network: choose a smaller one, and close other tabs.";

/** @type {Promise<Networks>} */
let networks;

/** @param {any} message */
const tell = (message, moved = []) => self.postMessage(message, /** @type {any} */ (moved));

/**
 * @param {string} base
 * @param {boolean} whole whether with functions of the runtime that nobody called so far
 * @returns {Promise<Networks>}
 */
async function begin(base, whole) {
  const runtime = await import(`${base}/onnxruntime/ort.wasm.bundle.min.mjs`);
  const wasm = `${base}/onnxruntime/${whole ? "ort-wasm-simd-threaded" : "ort-used"}.wasm`;
  Object.assign(runtime.env.wasm, { numThreads: 1, wasmPaths: { wasm } });
  const fetchBytes = (place, told) => fetchWhole(`${base}/${place}`, told);
  return new Networks(runtime, fetchBytes, (model, share, error) => tell({ model, share, error }));
}

/** @param {string} address @param {(got: number) => void} [told] of the bytes that came */
async function fetchWhole(address, told = () => {}) {
  const reply = await fetch(address);
  if (!reply.ok || !reply.body) throw new Error(`the site lacks ${new URL(address).pathname}`);
  const parts = [];
  let got = 0;
  for (const reader = reply.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    got += value.length;
    told(got);
  }
  const whole = new Uint8Array(got);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

self.onmessage = async ({ data }) => {
  if (data.base) {
    networks = begin(data.base, data.whole);
    networks.catch(() => {}); // whoever asks is told
    return;
  }
  if (data.models) {
    for (const model of data.models) await (await networks).prepare(model);
    return;
  }
  const { id, question, raster } = data;
  try {
    const bytes = await answer(await networks, question, raster);
    tell({ id, bytes }, [bytes.buffer]);
  } catch (error) {
    const lacking = LACKING.test(error.message);
    const failed = `The network could not be read here: ${error.message}.`;
    tell({ id, lacking, error: MEMORY.test(error.message) ? SMALL : failed });
  }
};
