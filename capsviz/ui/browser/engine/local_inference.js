/*
 * The app's engine with optional inference in the browser: the worker of published sites then runs
 * the same networks. The server answers all other requests, and drawings whose network is not
 * loaded or cannot run here.
 */

import { packArrays, unpackMessage } from "../arrays.js";
import { runsNetworks } from "../onnx/support.js";
import { readText, writeText } from "../storage.js";
import { text } from "../text.js";
import { EngineError } from "./engine.js";
import { HttpEngine } from "./http.js";
import { LiveLink } from "./live.js";
import { socketOf } from "./local_socket.js";

const STORE = "capsviz.here";
/** Requests that also need the network without capsules. */
const CNN_REQUESTS = ["split", "transform", "curves"];
/** Requests that need every block; the app has no graphs for them. */
const ALL_BLOCKS = "network";
/** Dispatches "change" when the networks that run here change. */
export const LOCAL_CHANGES = new EventTarget();

/** @typedef {{state: "coming" | "here" | "refused", sentence: string}} Place state of a network */

export class LocalInferenceEngine extends HttpEngine {
  /** @param {string} base path of the app */
  constructor(base) {
    super(base);
    this.chosen = readText(() => sessionStorage, STORE) === "1";
    /** State of each network, by name. @type {Map<string, Place>} */
    this.places = new Map();
    /**
     * Name of the network without capsules that belongs to each network.
     * @type {Map<string, string | null>}
     */
    this.plain = new Map();
    /** @type {Set<LiveLink>} */
    this.links = new Set();
    /** @type {import("./onnx.js").OnnxEngine | null} */
    this.reader = null;
  }

  /** @param {boolean} chosen whether networks run here, stored for the tab */
  choose(chosen) {
    this.chosen = chosen;
    writeText(() => sessionStorage, STORE, chosen ? "1" : "0");
    for (const [model, { state }] of this.places)
      if (state === "refused") this.places.delete(model);
    this.reconnectLinks();
    for (const link of this.links) link.touch(); // its request names the network
  }

  /** Reconnect all live links to the engine that answers now. */
  reconnectLinks() {
    for (const link of this.links)
      if (link.closed) this.links.delete(link);
      else link.reconnect();
    LOCAL_CHANGES.dispatchEvent(new Event("change"));
  }

  /** @param {string} model @param {Place["state"]} state @param {string} [sentence] */
  place(model, state, sentence = "") {
    this.places.set(model, { state, sentence });
    this.reconnectLinks();
  }

  /** Whether any network runs here. */
  get reads() {
    return this.chosen && [...this.places.values()].some(({ state }) => state === "here");
  }

  /** Load a network in the background. @param {string} model */
  async prepare(model) {
    if (this.places.has(model)) return;
    this.places.set(model, { state: "coming", sentence: "" });
    LOCAL_CHANGES.dispatchEvent(new Event("change"));
    try {
      if (!runsNetworks()) throw new EngineError(text("network-unfit"));
      const card = await (await this.ask(`networks/${model}.json`)).json();
      this.plain.set(model, card.plain);
      this.reader ??= await this.begin(card.runtime);
      this.reader.prepare([model]);
    } catch (error) {
      this.place(model, "refused", error.message);
    }
  }

  /** @param {string} runtime its folder */
  async begin(runtime) {
    const { OnnxEngine } = await import("./onnx.js");
    if (this.reader) return this.reader;
    const base = new URL(this.address(""), location.href).href.replace(/\/$/, "");
    const reader = new OnnxEngine(base, { full: true, runtime });
    reader.onProgress = (model, share, error) => {
      if (error) this.place(model, "refused", error);
      else if (share === 1 && this.places.get(model)?.state === "coming") this.place(model, "here");
    };
    return reader;
  }

  /**
   * The engine in this browser; null while its networks are not loaded, and the server answers.
   * @param {string} kind
   * @param {{model: string, routing?: string}} question
   */
  readerOf(kind, { model, routing }) {
    if (!this.chosen || routing || kind === ALL_BLOCKS) return null;
    this.prepare(model);
    const plainModel = CNN_REQUESTS.includes(kind) ? this.plain.get(model) : null;
    if (plainModel) this.prepare(plainModel);
    const needed = plainModel ? [model, plainModel] : [model];
    return needed.every((name) => this.places.get(name)?.state === "here") ? this.reader : null;
  }

  live(kind, options) {
    const header = () => {
      const question = /** @type {any} */ (options.header());
      this.readerOf(kind, question);
      return question;
    };
    const link = new LiveLink({ ...options, header }, this.transport(kind));
    this.links.add(link);
    return link;
  }

  transport(kind) {
    const server = super.transport(kind);
    const local = () => socketOf((message) => this.answer(kind, message, server.request));
    return { ...server, open: () => (this.reads && kind !== ALL_BLOCKS ? local() : server.open()) };
  }

  /**
   * @param {string} kind
   * @param {Uint8Array} message
   * @param {(message: Uint8Array) => Promise<Uint8Array>} request sends the message to the server
   */
  async answer(kind, message, request) {
    const { header } = unpackMessage(message);
    const { bytes, error } = (await this.readerOf(kind, header)?.put(message, kind)) ?? {};
    if (bytes) return bytes;
    if (error) this.place(header.model, "refused", error);
    return request(message).catch(({ message: sentence }) =>
      packArrays({ seq: header.seq, error: sentence }, {}),
    );
  }

  async read(settings, raster) {
    return this.readerOf("read", settings)?.read(settings, raster) ?? super.read(settings, raster);
  }

  async readAll(networks, raster, center) {
    const readers = networks.map((model) => this.readerOf("all", { model }));
    const reader = readers.every(Boolean) ? this.reader : null;
    return reader?.readAll(networks, raster, center) ?? super.readAll(networks, raster, center);
  }

  /** @param {any} question @returns {Promise<any>} */
  async trace(question) {
    return this.readerOf("routing", question)?.trace(question) ?? super.trace(question);
  }

  async curves(question, inputs) {
    const reader = this.readerOf("curves", question);
    return reader?.curves(question, inputs) ?? super.curves(question, inputs);
  }
}
