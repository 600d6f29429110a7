/* The networks of a published site, each fetched once when it is first asked, as its graphs are. */

import { unpackArrays } from "../arrays.js";
import { CapsuleDecoder, halfPrecisionTable } from "../decoder.js";

/**
 * @typedef {import("./live_reply.js").Card} Card
 * @typedef {{card: Card, weights: Float32Array, decoder: CapsuleDecoder}} Network
 * @typedef {{session: any, card: Card}} Held
 * @typedef {Omit<Network, "decoder"> & Partial<Network>} Bare one whose decoder may not be here
 */

/** Graphs that are kept ready to run: with its weights each takes up to 90 MB. */
export const MAX_SESSIONS = 3;
/** Bytes per number, by kind. */
const BYTES = { i1: 1, f2: 2, f4: 4 };

/** How long the weights' file is. @param {Card["blocks"]} blocks */
const storedSize = (blocks) =>
  blocks.reduce((sum, [count, kind, rows]) => sum + count * BYTES[kind] + 4 * rows, 0);

/** Weights as the runtime takes them. @param {Uint8Array} stored @param {Card["blocks"]} blocks */
export function expandWeights(stored, blocks) {
  const total = blocks.reduce((sum, [count]) => sum + count, 0);
  if (storedSize(blocks) !== stored.byteLength)
    throw new Error("the weights' file has a wrong size");
  const weights = new Float32Array(total);
  const table = halfPrecisionTable();
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  let [from, to] = [0, 0];
  for (const [count, kind, rows] of blocks) {
    const steps = Array.from({ length: rows }, (_, row) => view.getFloat32(from + 4 * row, true));
    from += 4 * rows;
    for (let n = 0; n < count; n++, from += BYTES[kind]) {
      if (kind === "i1") weights[to++] = view.getInt8(from) * steps[Math.floor((n * rows) / count)];
      else if (kind === "f2") weights[to++] = table[view.getUint16(from, true)];
      else weights[to++] = view.getFloat32(from, true);
    }
  }
  return weights;
}

/** Graph to load first: networks without capsules have only "read". @param {Card} card */
const firstGraph = ({ graphs }) => (graphs.live ? "live" : "read");

/** Nothing could be made of a file; support.js words it. @param {Error} cause @returns {never} */
export function misread(cause) {
  throw new Error(`damaged: ${cause.message}`, { cause });
}

export class Networks {
  /**
   * @param {any} runtime onnxruntime-web
   * @param {(place: string, told?: (got: number) => void) => Promise<Uint8Array>} fetchBytes a
   *   file of the site, told of the bytes that came
   * @param {(model: string, share: number, error?: string) => void} progress of a network that is
   *   fetched, 0..1; 1 where it is ready, or failed
   * @param {(place: string) => Promise<any>} [isKept] whether the browser keeps a file of the site
   */
  constructor(runtime, fetchBytes, progress, isKept = async () => false) {
    this.runtime = runtime;
    this.fetchBytes = async (path, onBytes) => {
      const bytes = await fetchBytes(path, onBytes);
      this.fetched.add(path);
      return bytes;
    };
    this.progress = progress;
    this.isKept = isKept;
    /** Places of files that came; the browser has them nearby. @type {Set<string>} */
    this.fetched = new Set();
    /** By the graph's file, the one used last at the end. @type {Map<string, Held>} */
    this.sessions = new Map();
    /** Questions that are being answered. */
    this.openRequests = 0;
    /** Networks that can answer at once. @type {Set<string>} */
    this.ready = new Set();
    /** Files that were fetched or are being fetched, by path. @type {Map<string, Promise<any>>} */
    this.cache = new Map();
    /** The end of what the runtime does. @type {Promise<any>} */
    this.queue = Promise.resolve();
  }

  /**
   * Answer a question. After the last of those that are being answered, the graphs beyond
   * `MAX_SESSIONS` are let go.
   * @template T
   * @param {() => Promise<T>} act
   * @returns {Promise<T>}
   */
  async hold(act) {
    this.openRequests += 1;
    try {
      return await act();
    } finally {
      this.openRequests -= 1;
      if (!this.openRequests) this.evict();
    }
  }

  /** Let go of the graphs that were used longest ago, and of a network with its last graph. */
  evict() {
    for (const [file, { session, card }] of this.sessions) {
      if (this.sessions.size <= MAX_SESSIONS) return;
      const { name } = card.network;
      this.sessions.delete(file);
      this.cache.delete(file);
      this.enqueue(() => session.release());
      if (file === card.graphs[firstGraph(card)]) this.ready.delete(name);
      if ([...this.sessions.values()].some((entry) => entry.card === card)) continue;
      for (const key of [name, `weights of ${name}`, card.sheet]) this.cache.delete(key);
    }
  }

  /** List the files that were neither fetched nor kept. @param {string[]} paths */
  async missing(paths) {
    const present = await Promise.all(
      paths.map(async (path) => this.fetched.has(path) || Boolean(await this.isKept(path))),
    );
    return paths.filter((_, n) => !present[n]);
  }

  /**
   * The runtime does one thing at a time; files come meanwhile.
   * @template T
   * @param {() => Promise<T>} act
   * @returns {Promise<T>}
   */
  enqueue(act) {
    const done = this.queue.then(act);
    this.queue = done.catch(() => {});
    return done;
  }

  /**
   * @template T
   * @param {string} key
   * @param {() => Promise<T>} make
   * @returns {Promise<T>} made once of files, or again where that failed
   */
  cacheResult(key, make) {
    let result = this.cache.get(key);
    if (!result) {
      result = make().catch((error) => {
        this.cache.delete(key);
        return misread(error);
      });
      this.cache.set(key, result);
    }
    return result;
  }

  /** @param {string} model @returns {Promise<Network>} */
  get(model) {
    return this.cacheResult(model, async () => {
      const [network, decoder] = await Promise.all([
        this.loadWithoutDecoder(model),
        this.decoder(model),
      ]);
      return Object.assign(network, { decoder });
    });
  }

  /**
   * Have a network ready soon, while another one answers. It can answer before its decoder is
   * here, which is fetched last.
   * @param {string} model
   * @param {boolean} [withDecoder] whether with its decoder
   */
  async prepare(model, withDecoder = true) {
    try {
      await this.hold(async () => {
        const network = await this.loadWithoutDecoder(model);
        await this.session(network, firstGraph(network.card));
        if (!withDecoder) return;
        await this.get(model);
        this.progress(model, 1);
      });
    } catch (error) {
      this.progress(model, 1, error.message);
    }
  }

  /** @param {string} model @returns {Promise<Card>} */
  card(model) {
    return this.cacheResult(`card of ${model}`, async () =>
      JSON.parse(new TextDecoder().decode(await this.fetchBytes(`networks/${model}.json`))),
    );
  }

  /** One that gets its decoder later, or never. @param {string} model @returns {Promise<Bare>} */
  loadWithoutDecoder(model) {
    return this.cacheResult(`weights of ${model}`, async () => {
      const card = await this.card(model);
      const size = storedSize(card.blocks);
      const stored = await this.fetchBytes(`networks/${card.weights}`, (got) =>
        this.progress(model, (0.95 * got) / size),
      );
      return { card, weights: expandWeights(stored, card.blocks) };
    });
  }

  /** @param {string} model @returns {Promise<any>} none of a network without capsules */
  async decoder(model) {
    const { decoder } = await this.card(model);
    if (!decoder) return null;
    const { buffer } = await this.fetchBytes(`decoder/${decoder.sha}.bin`);
    return new CapsuleDecoder(/** @type {ArrayBuffer} */ (buffer), decoder);
  }

  /** Additional data for the Network page. @param {Bare} network */
  sheet({ card }) {
    return this.cacheResult(card.sheet, async () =>
      unpackArrays(await this.fetchBytes(`networks/${card.sheet}`)),
    );
  }

  /** One of its graphs, ready to run. @param {Bare} network @param {string} graphName */
  session({ card, weights }, graphName) {
    const file = card.graphs[graphName];
    const entry = this.sessions.get(file);
    if (entry) {
      this.sessions.delete(file);
      this.sessions.set(file, entry);
    }
    return this.cacheResult(file, async () => {
      const graph = await this.fetchBytes(`networks/${file}`);
      const { InferenceSession } = this.runtime;
      const options = {
        executionProviders: ["wasm"],
        // The optimiser would make a drawing 5 to 10 % faster, and the runtime 0.2 MB larger.
        graphOptimizationLevel: "disabled",
        externalData: [{ path: "weights", data: new Uint8Array(weights.buffer) }],
        logSeverityLevel: 3,
      };
      const session = await this.enqueue(() => InferenceSession.create(graph, options));
      this.sessions.set(file, { session, card });
      if (graphName === firstGraph(card)) this.ready.add(card.network.name);
      this.progress(card.network.name, 1);
      return session;
    });
  }

  /**
   * @param {any} session
   * @param {Record<string, Float32Array>} inputs
   * @param {Card} card of the network
   * @param {string[]} names
   * @returns {Promise<{outputs: import("./live_reply.js").Outputs, ms: number}>} and what it took
   */
  async run(session, { image, ...rest }, { side, channels = 1 }, names) {
    const { Tensor } = this.runtime;
    const feeds = {
      image: new Tensor(
        "float32",
        image,
        channels > 1 ? [1, channels, side, side] : [1, side, side],
      ),
    };
    for (const [name, values] of Object.entries(rest))
      feeds[name] = new Tensor("float32", values, [values.length]);
    return this.enqueue(async () => {
      const started = performance.now();
      const outputs = await session.run(feeds, names);
      return { outputs, ms: Math.round(100 * (performance.now() - started)) / 100 };
    });
  }
}
