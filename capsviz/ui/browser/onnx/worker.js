/* Worker that runs networks in the visitor's browser. */

import { answer } from "./answers.js";
import { misread, Networks } from "./networks.js";

/** Browsers' message when the runtime calls a removed function. */
const MISSING_FUNCTION = /unreachable/i;

/** @type {Promise<Networks>} */
let networks;

/** @param {any} message */
const post = (message, transfer = []) => self.postMessage(message, /** @type {any} */ (transfer));

/**
 * @param {string} base
 * @param {boolean} allFunctions whether to load the runtime's functions that no network called when
 *   the site was built
 * @param {string} folder of the runtime
 * @returns {Promise<Networks>}
 */
async function begin(base, allFunctions, folder) {
  const wasm = `${base}/${folder}/${allFunctions ? "ort-wasm-simd-threaded" : "ort-used"}.wasm`;
  // The largest file, which the runtime would request only after loading a network.
  const coming = fetchWhole(wasm);
  coming.catch(() => {});
  const script = `${base}/${folder}/ort.wasm.bundle.min.mjs`;
  // A failed import does not tell a missing script from an unreachable site; a fetch does.
  const refuse = () => fetchWhole(script).then(() => misread(new Error(script)), misread);
  const runtime = await import(script).catch(refuse);
  Object.assign(runtime.env.wasm, { numThreads: 1, wasmPaths: { wasm } });
  const fetchBytes = (path, onBytes) => fetchWhole(`${base}/${path}`, onBytes);
  const progress = (model, share, error) => post({ model, share, error });
  // Pages served by plain HTTP have no caches.
  const isKept = async (path) => self.caches?.match(`${base}/${path}`);
  const all = new Networks(runtime, fetchBytes, progress, isKept);
  // If this fails, the runtime requests it again.
  const have = async () => {
    runtime.env.wasm.wasmBinary = (await coming).buffer;
  };
  all.enqueue(have).catch(() => {});
  return all;
}

/**
 * @param {string} address
 * @param {(got: number) => void} [onBytes] gets the number of received bytes
 */
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
    networks = begin(data.base, data.full, data.runtime);
    networks.catch(() => {}); // each question gets the error
    return;
  }
  if (data.models) {
    try {
      // The earlier ones answer until the last one is ready.
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
    // End the network's progress.
    if (question.model && !lacking) post({ model: question.model, share: 1, error: message });
  }
};
