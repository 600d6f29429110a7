/* The engine of the app's own server. */

import { packMessage, unpackArrays } from "../arrays.js";
import { CapsuleDecoder } from "../decoder.js";
import { inTabLanguage, tabLanguage } from "../language.js";
import { socketOrigin } from "../reconnecting_socket.js";
import { text } from "../text.js";
import { Engine, EngineError } from "./engine.js";
import { LiveLink } from "./live.js";
import { decodeReply } from "./message.js";

/** Addresses of each live request: for its socket and for plain requests. */
const LIVE = {
  read: ["live", "read"],
  split: ["overlap/live", "overlap/read"],
  transform: ["viewpoint/live", "viewpoint/read"],
  network: ["network/live", "network/read"],
};

/**
 * Cache of immutable files by address, for all components of a document.
 * @type {Map<string, Promise<any>>}
 */
const FILES = new Map();

/**
 * @param {string} address
 * @param {() => Promise<any>} get a failure is not cached
 */
function fetchOnce(address, get) {
  let promise = FILES.get(address);
  if (!promise) {
    promise = get();
    promise.catch(() => FILES.delete(address));
    FILES.set(address, promise);
  }
  return promise;
}

/** @param {Response} reply */
async function bytesOf(reply) {
  return new Uint8Array(await reply.arrayBuffer());
}

/** @param {Response} reply */
const arraysOf = async (reply) => unpackArrays(await bytesOf(reply));
/** @param {Response} reply */
const jsonOf = (reply) => reply.json();

/** A seed for the server's random numbers, with at most nine digits. */
function randomSeed() {
  return Math.floor(Math.random() * 1e9);
}

export class HttpEngine extends Engine {
  /** @param {string} base path of the app */
  constructor(base) {
    super();
    this.base = base;
  }

  /** @param {string} path */
  address(path) {
    return `${this.base}/capsviz/${path}`;
  }

  /**
   * @param {string} path
   * @param {RequestInit} [options]
   * @returns {Promise<Response>} a successful one; rejects with an `EngineError`
   */
  async ask(path, options) {
    const headers = { "Accept-Language": tabLanguage() };
    const reply = await fetch(this.address(path), { ...options, headers }).catch((error) => {
      throw options?.signal?.aborted ? error : new EngineError(text("server-away"), true);
    });
    if (reply.ok) return reply;
    const { error } = await reply.json().catch(() => ({}));
    throw new EngineError(error ?? text("server-refused", { status: String(reply.status) }));
  }

  /** @param {string} path @param {any} body @returns {Promise<Response>} */
  post(path, body) {
    return this.ask(path, { method: "POST", body });
  }

  /** @param {string} path @param {any} question @returns {Promise<Response>} */
  postJson(path, question) {
    return this.post(path, JSON.stringify(question));
  }

  async page(name, question) {
    return (await this.postJson(`page/${name}`, question)).json();
  }

  async toolsIn(language, checksum) {
    return (await this.ask(`tools/${checksum}/${language}`)).json();
  }

  async sections(page, request) {
    const query = new URLSearchParams(/** @type {any} */ (request));
    const results = await (await this.ask(`sections/${page}?${query}`)).json();
    return { ...results, plotly: this.address(results.plotly) };
  }

  live(kind, options) {
    return new LiveLink(options, this.transport(kind));
  }

  /** The transport of a live kind. @param {keyof typeof LIVE} kind */
  transport(kind) {
    const [socket, request] = LIVE[kind];
    return {
      open: () => new WebSocket(inTabLanguage(socketOrigin() + this.address(socket))),
      request: async (/** @type {Uint8Array} */ message) =>
        bytesOf(await this.post(request, message)),
      isReachable: (/** @type {AbortSignal} */ signal) =>
        fetch(`${this.base}/_stcore/health`, { cache: "no-store", signal }).then(
          () => true,
          () => false,
        ),
    };
  }

  async read(settings, raster) {
    const message = packMessage({ seq: 1, ...settings }, raster);
    const reply = decodeReply(await bytesOf(await this.post("read", message)));
    if (reply.error) throw new EngineError(reply.error);
    return reply;
  }

  async readAll(networks, raster, center) {
    const message = packMessage({ seq: 0, networks, center }, raster);
    return (await this.post("claims/read", message)).json();
  }

  async split(question, image) {
    const message = packMessage({ seq: 1, ...question }, image);
    return bytesOf(await this.post("overlap/read", message));
  }

  async trace(question) {
    return bytesOf(await this.postJson("routing", question));
  }

  async tree(question) {
    return bytesOf(await this.postJson("routing/tree", question));
  }

  async numbers(question) {
    return (await this.postJson("numbers", question)).blob();
  }

  async inside(question) {
    return arraysOf(await this.postJson("network/inside", question));
  }

  async curves(question, inputs) {
    const message = packMessage(question, inputs);
    return arraysOf(await this.post("viewpoint/curves", message));
  }

  async attack(question, inputs) {
    const message = packMessage(question, inputs);
    return arraysOf(await this.post("viewpoint/attack", message));
  }

  async sprite(question) {
    return decodeReply(await bytesOf(await this.postJson("sprite", question)));
  }

  async orientation(settings, raster) {
    return (await this.post("standing", packMessage({ seq: 0, ...settings }, raster))).json();
  }

  /**
   * Load an immutable file. @template T
   * @param {string} path
   * @param {(reply: Response) => Promise<T>} read
   * @returns {Promise<T>}
   */
  askOnce(path, read) {
    return fetchOnce(this.address(path), async () => read(await this.ask(path)));
  }

  async decode(model, poses) {
    const message = packMessage({ model }, new Uint8Array(poses.buffer));
    return bytesOf(await this.post("decode", message));
  }

  /** @param {import("./engine.js").DecoderData} decoder */
  async decoderHere(decoder) {
    return this.askOnce(
      `decoder/${decoder.sha}.bin`,
      async (reply) => new CapsuleDecoder(await reply.arrayBuffer(), decoder),
    );
  }

  async poses(sha) {
    return sha ? this.askOnce(`poses/${sha}.json`, jsonOf).catch(() => null) : null;
  }

  async samples(sha) {
    return this.askOnce(`samples/${sha}.json`, jsonOf).catch(() => []);
  }

  async partsNetwork(sha) {
    return this.askOnce(`parts/${sha}.bin`, arraysOf);
  }

  async lessonNetwork(sha) {
    return this.askOnce(`lesson/${sha}.bin`, arraysOf);
  }

  async testImage(set, index) {
    return this.askOnce(`test/${set}/${index}`, jsonOf);
  }

  async pair(wrong = false) {
    return (await this.ask(`overlap/pair?seed=${randomSeed()}${wrong ? "&wrong=1" : ""}`)).json();
  }

  async countPairs() {
    return (await this.ask(`overlap/count?seed=${randomSeed()}`)).json();
  }

  async film(run, since, signal) {
    const query = new URLSearchParams({
      run,
      since: String(since.moments),
      lines: String(since.lines),
    });
    return arraysOf(await this.ask(`train/film?${query}`, { signal }));
  }

  async filmPage(run, language) {
    const query = new URLSearchParams({ run, language });
    return (await this.ask(`train/film.html?${query}`)).blob();
  }

  async train(command) {
    return (await this.postJson("train/do", command)).json();
  }

  async report(view) {
    return (await this.postJson("report", view)).blob();
  }

  async qrCode(address) {
    return (await this.post("qr", address)).text();
  }
}
