/* The engine of a published site: networks run in a worker of the visitor's browser. */

import { packArrays, packMessage, unpackArrays, unpackMessage } from "../arrays.js";
import { CapsuleDecoder } from "../decoder.js";
import { ENGLISH } from "../language.js";
import { explainFailure } from "../onnx/support.js";
import { bytesToBase64, DrawingRaster } from "../raster.js";
import { Engine, EngineError } from "./engine.js";
import { LiveLink } from "./live.js";
import { socketOf } from "./local_socket.js";
import { decodeReply } from "./message.js";

/** @typedef {{bytes?: Uint8Array, error?: string}} Answer of the worker */

/** Supported kinds of live links. */
const LIVE = ["read", "network", "split", "transform"];

export class OnnxEngine extends Engine {
  /**
   * @param {string} base address of the site's folder, without a trailing slash
   * @param {object} [options]
   * @param {boolean} [options.full] whether to load the runtime's functions that no network called
   *   when the site was built
   * @param {string} [options.runtime] its folder
   */
  constructor(base, { full = false, runtime = "onnxruntime" } = {}) {
    super();
    this.base = base;
    this.runtime = runtime;
    /**
     * Called with a network's loaded share, 0..1, or with an error.
     * @type {(model: string, share: number, error?: string) => void}
     */
    this.onProgress = () => {};
    /**
     * Name of the network that answers in place of another while that loads, by the latter's name.
     * @type {Record<string, string>}
     */
    this.meanwhile = {};
    /** Names of loaded networks. @type {Set<string>} */
    this.loaded = new Set();
    /** Live links of drawings. @type {Set<LiveLink>} */
    this.links = new Set();
    this.count = 0;
    /** @type {Map<number, {question: any, settle: (answer: Answer) => void}>} */
    this.waiting = new Map();
    this.full = full;
    /** Whether the worker cannot run. */
    this.lost = false;
    /** Resolves when the first prepared network is loaded or has failed. @type {Promise<void>} */
    this.first = Promise.resolve();
    this.beFirst = () => {};
    this.bePrepared = () => {};
    /** Names of networks being prepared. @type {string[] | null} */
    this.models = null;
    this.begin();
  }

  /** Start the worker, and repeat pending questions. */
  begin() {
    this.worker?.terminate();
    this.loaded.clear();
    const worker = new Worker(new URL("../onnx/worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = () => this.lose();
    worker.postMessage({ base: this.base, full: this.full, runtime: this.runtime });
    if (this.models) worker.postMessage({ models: this.models });
    for (const { question } of this.waiting.values()) worker.postMessage(question);
    this.worker = worker;
  }

  /** Fail all pending questions: the worker's script is missing or damaged. */
  lose() {
    const error = "damaged";
    this.lost = true;
    for (const id of this.waiting.keys()) this.receive({ id, error });
    for (const model of this.models ?? []) this.receive({ model, share: 1, error });
    this.receive({ prepared: true });
  }

  /**
   * Load networks in the background, one after another; decoders wait for the first one.
   * @param {string[]} models
   * @returns {Promise<void>} resolves when all have loaded or failed
   */
  prepare(models) {
    if (!this.models)
      this.first = new Promise((settle) => {
        this.beFirst = settle;
      });
    this.models = models;
    this.worker?.postMessage({ models });
    return new Promise((settle) => {
      this.bePrepared = settle;
      if (this.lost) this.lose();
    });
  }

  /** @param {any} message of the worker; its errors are codes, not sentences */
  receive(message) {
    const answer = message.error ? { ...message, error: explainFailure(message.error) } : message;
    if (answer.prepared) {
      this.models = null;
      this.bePrepared();
      return;
    }
    if (answer.model) {
      this.onProgress(answer.model, answer.share, answer.error);
      this.loaded.delete(answer.model);
      if (answer.share < 1) return;
      this.beFirst();
      if (answer.error) return;
      this.loaded.add(answer.model);
      for (const link of this.links) link.touchOld();
      return;
    }
    if (answer.lacking && !this.full) {
      this.full = true;
      this.begin();
      return;
    }
    this.waiting.get(answer.id)?.settle(answer);
    this.waiting.delete(answer.id);
  }

  /**
   * @param {Uint8Array} message of the live path
   * @param {string} [kind] name of one of the worker's answers
   * @param {Record<string, string>} [substitutes] names of networks that may answer while others
   *   load; set by live links of drawings, which are answered before the decoder is loaded
   * @returns {Promise<Uint8Array>} its reply
   */
  async ask(message, kind = "read", substitutes = undefined) {
    const { bytes, error } = await this.put(message, kind, substitutes);
    return bytes ?? packArrays({ seq: unpackMessage(message).header.seq, error }, {});
  }

  /**
   * Like `ask`, but with errors as a separate property.
   * @param {Uint8Array} message
   * @param {string} kind
   * @param {Record<string, string>} [substitutes]
   * @returns {Promise<Answer>}
   */
  put(message, kind, substitutes = undefined) {
    const { header, raw } = unpackMessage(message);
    const meanwhile = substitutes?.[header.model];
    const id = ++this.count;
    return new Promise((settle) => {
      const early = Boolean(substitutes) && kind === "read";
      const request = { ...header, what: kind, meanwhile, early };
      // A copy, so that only these bytes are posted.
      const question = { id, question: request, raster: raw.slice() };
      this.waiting.set(id, { question, settle });
      this.worker?.postMessage(question);
      if (this.lost) this.lose();
    });
  }

  live(kind, options) {
    if (!LIVE.includes(kind)) return super.live(kind, options);
    const link = new LiveLink(options, {
      local: true,
      isComing: ({ model }) => !this.loaded.has(model),
      open: () => socketOf((message) => this.ask(message, kind, this.meanwhile)),
    });
    for (const each of this.links) if (each.closed) this.links.delete(each);
    this.links.add(link);
    return link;
  }

  async read(settings, raster) {
    const reply = decodeReply(await this.ask(packMessage({ seq: 1, ...settings }, raster)));
    if (reply.error) throw new EngineError(reply.error);
    return reply;
  }

  /**
   * @param {any} question
   * @param {Uint8Array} raster
   * @param {string} kind
   * @returns {Promise<import("./engine.js").Arrays & {bytes: Uint8Array}>} a successful reply and
   *   its bytes
   */
  async askOnce(question, raster, kind) {
    const bytes = await this.ask(packMessage({ seq: 1, ...question }, raster), kind);
    const reply = unpackArrays(bytes);
    const { error } = reply.header;
    if (error) throw new EngineError(error);
    return { ...reply, bytes };
  }

  /** @param {any} question of a drawing @param {string} kind */
  askDrawing({ drawing, ...question }, kind) {
    return this.askOnce(question, new DrawingRaster().load(drawing).bytes, kind);
  }

  async inside(question) {
    return this.askDrawing(question, "inside");
  }

  async curves(question, inputs) {
    return this.askOnce(question, inputs, "curves");
  }

  /** The attack recorded for the site's initial drawing, at the nearest strength. */
  async attack({ model, method, epsilon }) {
    const { header, arrays, shapes } = unpackArrays(await this.bytes(`attacks/${model}.bin`));
    const distance = (record) => Math.abs(record.epsilon - epsilon);
    const [nearest] = header.records
      .filter((record) => record.method === method)
      .sort((a, b) => distance(a) - distance(b));
    const prefix = `${header.records.indexOf(nearest)} `;
    const ofIt = (all) =>
      Object.fromEntries(
        Object.entries(all)
          .filter(([name]) => name.startsWith(prefix))
          .map(([name, value]) => [name.slice(prefix.length), value]),
      );
    const attackHeader = { ...nearest.header, recorded: nearest.epsilon };
    return { header: attackHeader, arrays: ofIt(arrays), shapes: ofIt(shapes) };
  }

  async readAll(networks, raster, center) {
    const { header, arrays } = await this.askOnce({ networks, center }, raster, "all");
    const { outputs, ms } = header;
    return { input: bytesToBase64(arrays.input), outputs, ms };
  }

  async split(question, image) {
    return this.ask(packMessage({ seq: 1, ...question }, image), "split");
  }

  /**
   * A network's column on Compare.
   * @param {string} network
   * @param {Uint8Array} raster
   * @param {boolean} center
   * @returns {Promise<any>} data that depends on the picture; "input" as base64, and the time "ms"
   */
  async column(network, raster, center) {
    const { header, arrays } = await this.askOnce({ model: network, center }, raster, "column");
    const pictures = ["input", "couplings", "reconstruction"].map((name) => [
      name,
      arrays[name] ? bytesToBase64(arrays[name]) : null,
    ]);
    return { ...header, ...Object.fromEntries(pictures) };
  }

  /** List the site's files that the browser has neither fetched nor cached. */
  async missing(paths) {
    return (await this.askOnce({ places: paths }, new Uint8Array(), "missing")).header.missing;
  }

  async trace(question) {
    return (await this.askDrawing(question, "routing")).bytes;
  }

  /** @param {string} path @returns {Promise<Response>} a successful one */
  async fetch(path) {
    const reply = await fetch(`${this.base}/${path}`).catch(() => null);
    if (!reply?.ok) throw new EngineError("A file of this site cannot be reached: load it again.");
    return reply;
  }

  /** @param {import("./engine.js").DecoderData} decoder */
  async decoderHere(decoder) {
    await this.first;
    const weights = await (await this.fetch(`decoder/${decoder.sha}.bin`)).arrayBuffer();
    return new CapsuleDecoder(weights, decoder);
  }

  async partsNetwork(sha) {
    return unpackArrays(await this.bytes(`parts/${sha}.bin`));
  }

  async lessonNetwork(sha) {
    return unpackArrays(await this.bytes(`lesson/${sha}.bin`));
  }

  async film(run) {
    return unpackArrays(await this.bytes(`films/${encodeURIComponent(run)}.bin`));
  }

  /** @param {string} path @returns {Promise<Uint8Array>} */
  async bytes(path) {
    return new Uint8Array(await (await this.fetch(path)).arrayBuffer());
  }

  async sections(page, { model, language = ENGLISH }) {
    const folder = language === ENGLISH ? page : `${page}/${language}`;
    const results = await (await this.fetch(`sections/${folder}/${model}.json`)).json();
    return { ...results, plotly: `${this.base}/${results.plotly}` };
  }

  async poses(sha) {
    return sha ? (await this.fetch(`poses/${sha}.json`)).json() : null;
  }

  async samples(sha) {
    return (await this.fetch(`samples/${sha}.json`)).json();
  }
}
