/* The networks of a published site. Networks and graphs are fetched once, at the first request. */

import { unpackArrays } from "../arrays.js";
import { CapsuleDecoder, halfPrecisionTable } from "../decoder.js";

/**
 * @typedef {import("./live_reply.js").Card} Card
 * @typedef {{card: Card, weights: Float32Array, decoder: CapsuleDecoder}} Network
 * @typedef {{session: any, card: Card}} Held
 * @typedef {Omit<Network, "decoder"> & Partial<Network>} Bare a network whose decoder may not be
 *   loaded
 */

/** Maximum number of graphs in memory: with its weights each takes up to 90 MB. */
export const MAX_SESSIONS = 3;
/** Bytes per number, by kind. */
const BYTES = { i1: 1, f2: 2, f4: 4 };

/** Size of the weights' file in bytes. @param {Card["blocks"]} blocks */
const storedSize = (blocks) =>
  blocks.reduce((sum, [count, kind, rows]) => sum + count * BYTES[kind] + 4 * rows, 0);

/**
 * Expand stored weights to float32 for the runtime.
 * @param {Uint8Array} stored
 * @param {Card["blocks"]} blocks
 */
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

/**
 * Throw an error about an unreadable file; support.js turns it into a sentence.
 * @param {Error} cause
 * @returns {never}
 */
export function misread(cause) {
  throw new Error(`damaged: ${cause.message}`, { cause });
}

export class Networks {
  /**
   * @param {any} runtime onnxruntime-web
   * @param {(place: string, told?: (got: number) => void) => Promise<Uint8Array>} fetchBytes
   *   fetches a file of the site; `told` gets the number of received bytes
   * @param {(model: string, share: number, error?: string) => void} progress called with the loaded
   *   share of a network, 0..1; 1 if it is ready or has failed
   * @param {(place: string) => Promise<any>} [isKept] whether the browser has cached a file
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
    /** Paths of fetched files; the browser has cached them. @type {Set<string>} */
    this.fetched = new Set();
    /** Sessions by the graph's file, least recently used first. @type {Map<string, Held>} */
    this.sessions = new Map();
    /** Number of open requests. */
    this.openRequests = 0;
    /** Names of loaded networks. @type {Set<string>} */
    this.ready = new Set();
    /** Fetched files and files being fetched, by path. @type {Map<string, Promise<any>>} */
    this.cache = new Map();
    /** Resolves when the runtime is idle. @type {Promise<any>} */
    this.queue = Promise.resolve();
  }

  /**
   * Run a request. After the last open request, the graphs beyond `MAX_SESSIONS` are released.
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

  /** Release the least recently used graphs, and each network with its last graph. */
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

  /** List the files that were neither fetched nor cached. @param {string[]} paths */
  async missing(paths) {
    const present = await Promise.all(
      paths.map(async (path) => this.fetched.has(path) || Boolean(await this.isKept(path))),
    );
    return paths.filter((_, n) => !present[n]);
  }

  /**
   * Run one task of the runtime at a time. Files load in parallel.
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
   * @returns {Promise<T>} computed once from files, and again after a failure
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
   * Load a network in the background. It can answer before its decoder is loaded, which is fetched
   * last.
   * @param {string} model
   * @param {boolean} [withDecoder] whether to load its decoder
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

  /**
   * A network without its decoder, which may be added later.
   * @param {string} model
   * @returns {Promise<Bare>}
   */
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

  /** @param {string} model @returns {Promise<any>} null for a network without capsules */
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

  /** A session of one of a network's graphs. @param {Bare} network @param {string} graphName */
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
        // The optimiser makes inference 5 to 10 % faster, but the runtime 0.2 MB larger.
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
   * @returns {Promise<{outputs: import("./live_reply.js").Outputs, ms: number}>} `ms` is the
   *   inference time
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
