/* Reads drawings in the visitor's browser, beside the page: one question after another. */

import { answer } from "./answers.js";
import { misread, Networks } from "./networks.js";

/** Browsers' message when the runtime calls a function that was left out. */
const MISSING_FUNCTION = /unreachable/i;

/** @type {Promise<Networks>} */
let networks;

/** @param {any} message */
const post = (message, transfer = []) => self.postMessage(message, /** @type {any} */ (transfer));

/**
 * @param {string} base
 * @param {boolean} allFunctions whether with functions of the runtime that nobody called so far
 * @param {string} folder of the runtime
 * @returns {Promise<Networks>}
 */
async function begin(base, allFunctions, folder) {
  const wasm = `${base}/${folder}/${allFunctions ? "ort-wasm-simd-threaded" : "ort-used"}.wasm`;
  // It is the largest file, and the runtime asks for it only when a network is here.
  const coming = fetchWhole(wasm);
  coming.catch(() => {});
  const script = `${base}/${folder}/ort.wasm.bundle.min.mjs`;
  // A failed import does not tell whether the script is missing or the site is away; a fetch does.
  const refuse = () => fetchWhole(script).then(() => misread(new Error(script)), misread);
  const runtime = await import(script).catch(refuse);
  Object.assign(runtime.env.wasm, { numThreads: 1, wasmPaths: { wasm } });
  const fetchBytes = (path, onBytes) => fetchWhole(`${base}/${path}`, onBytes);
  const progress = (model, share, error) => post({ model, share, error });
  // Pages that come by plain HTTP have no caches.
  const isKept = async (place) => self.caches?.match(`${base}/${place}`);
  const all = new Networks(runtime, fetchBytes, progress, isKept);
  // The runtime asks for it again if it does not come.
  const have = async () => {
    runtime.env.wasm.wasmBinary = (await coming).buffer;
  };
  all.enqueue(have).catch(() => {});
  return all;
}

/** @param {string} address @param {(got: number) => void} [onBytes] of the bytes that came */
async function fetchWhole(address, onBytes = () => {}) {
  const reply = await fetch(address);
  if (!reply.ok || !reply.body) throw new Error(`the site lacks ${new URL(address).pathname}`);
  const parts = [];
  let got = 0;
  for (const reader = reply.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    got += value.length;
    onBytes(got);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

self.onmessage = async ({ data }) => {
  if (data.base) {
    networks = begin(data.base, data.whole, data.runtime);
    networks.catch(() => {}); // whoever asks is told
    return;
  }
  if (data.models) {
    try {
      // Until the last one is ready, the previous ones answer.
      for (const model of data.models)
        await (await networks).prepare(model, model === data.models.at(-1));
    } catch ({ message: error }) {
      for (const model of data.models) post({ model, share: 1, error });
    }
    post({ prepared: true });
    return;
  }
  const { id, question, raster } = data;
  try {
    const all = await networks;
    const bytes = await all.hold(() => answer(all, question, raster));
    post({ id, bytes }, [bytes.buffer]);
  } catch (error) {
    const { message } = error;
    const lacking = MISSING_FUNCTION.test(message);
    post({ id, lacking, error: message });
    // Nothing more of it is coming.
    if (question.model && !lacking) post({ model: question.model, share: 1, error: message });
  }
};
