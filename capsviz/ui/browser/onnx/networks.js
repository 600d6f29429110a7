/* The networks of a published site, each fetched once when it is first asked. */

import { CapsuleDecoder, halfPrecisionTable } from "../decoder.js";

/**
 * @typedef {import("./reading.js").Card} Card
 * @typedef {{card: Card, session: any, decoder: CapsuleDecoder}} Network
 */

/** Weights as the runtime takes them. @param {Uint8Array} stored @param {Card["blocks"]} blocks */
export function expandWeights(stored, blocks) {
  const total = blocks.reduce((sum, [count]) => sum + count, 0);
  const weights = new Float32Array(total);
  const table = halfPrecisionTable();
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  let [from, to] = [0, 0];
  for (const [count, kind] of blocks) {
    const size = kind === "f2" ? 2 : 4;
    if (from + size * count > stored.byteLength) throw new Error("the weights' file is too short");
    for (let n = 0; n < count; n++, from += size) {
      weights[to++] = size === 2 ? table[view.getUint16(from, true)] : view.getFloat32(from, true);
    }
  }
  if (from !== stored.byteLength) throw new Error("the weights' file is too long");
  return new Uint8Array(weights.buffer);
}

export class Networks {
  /**
   * @param {any} runtime onnxruntime-web
   * @param {(place: string, told?: (share: number) => void) => Promise<Uint8Array>} fetchBytes a
   *   file of the site
   * @param {(model: string, share: number) => void} progress of a network that is fetched, 0..1
   */
  constructor(runtime, fetchBytes, progress) {
    this.runtime = runtime;
    this.fetchBytes = fetchBytes;
    this.progress = progress;
    /** @type {Map<string, Promise<Network>>} */
    this.known = new Map();
  }

  /** @param {string} model @returns {Promise<Network>} */
  get(model) {
    let network = this.known.get(model);
    if (!network) {
      network = this.load(model);
      network.catch(() => this.known.delete(model));
      this.known.set(model, network);
    }
    return network;
  }

  /** @param {string} model @returns {Promise<Network>} */
  async load(model) {
    const card = JSON.parse(
      new TextDecoder().decode(await this.fetchBytes(`networks/${model}.json`)),
    );
    const [graph, stored, decoder] = await Promise.all([
      this.fetchBytes(`networks/${card.graph}`),
      this.fetchBytes(`networks/${card.weights}`, (share) => this.progress(model, share)),
      this.fetchBytes(`decoders/${card.decoder.sha}.bin`),
    ]);
    const session = await this.runtime.InferenceSession.create(graph, {
      executionProviders: ["wasm"],
      externalData: [{ path: "weights", data: expandWeights(stored, card.blocks) }],
      logSeverityLevel: 3,
    });
    this.progress(model, 1);
    return { card, session, decoder: new CapsuleDecoder(decoder.buffer, card.decoder) };
  }

  /** @param {Network} network @param {Float32Array} image @param {string[]} wanted */
  async run({ card, session }, image, wanted) {
    const { side } = card;
    const input = new this.runtime.Tensor("float32", image, [1, side, side]);
    return session.run({ image: input }, wanted);
  }
}
