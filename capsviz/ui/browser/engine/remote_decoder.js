/*
 * The decoder of a network that the browser cannot run: the server decodes. It has the interface of
 * a local decoder, but pictures may be missing at first. It notifies its page when further pictures
 * have arrived, and the page decodes again. Without a decoder, all pictures are blank.
 */

import { EachDecoder } from "../each_decoder.js";

/** Maximum pictures per request, and in the cache: a grid of sweeps and a film. */
const MAX_POSES = 96;
const MAX_KEPT = 2000;

/**
 * @typedef {object} DecoderData as `weights.py` returns it
 * @property {string} sha
 * @property {boolean} here whether a browser can run it
 * @property {boolean} [there] false if the network has no decoder
 * @property {number} classes
 * @property {number} dim
 * @property {number} side
 * @property {number} [channels] 3 for colour pictures
 * @property {number[]} [hidden]
 */

/**
 * @typedef {import("../decoder.js").CapsuleDecoder | BlankDecoder} QuickDecoder decodes
 *   synchronously
 * @typedef {QuickDecoder | RemoteDecoder} AnyDecoder
 */

/** Replaces a missing decoder: its pictures are blank, and pages hide them. */
export class BlankDecoder extends EachDecoder {
  decode(_capsule, _pose, out = new Uint8Array(this.pixels)) {
    return out.fill(0);
  }

  decodeMixture(_parts, out = new Uint8Array(this.pixels)) {
    return out.fill(0);
  }
}

/**
 * Mark a page without a decoder, to hide its parts for decoded pictures.
 * @param {HTMLElement} root of a page
 * @param {Pick<DecoderData, "there">} decoder
 */
export function markDecoder(root, { there }) {
  root.classList.toggle("cv-undecoded", there === false);
}

export class RemoteDecoder extends EachDecoder {
  /**
   * @param {(poses: Float32Array) => Promise<Uint8Array>} ask decodes concatenated poses
   * @param {Pick<DecoderData, "classes" | "dim" | "side" | "channels">} shape
   * @param {() => void} onMore
   */
  constructor(ask, shape, onMore) {
    super(shape);
    this.ask = ask;
    this.onMore = onMore;
    this.image = new Uint8Array(this.pixels);
    /** @type {Map<string, Uint8Array>} by pose, least recently used first */
    this.cache = new Map();
    /** @type {Map<string, Float32Array>} requested and not yet sent */
    this.pending = new Map();
    /** @type {Promise<void> | null} resolves when all requests have succeeded or failed */
    this.coming = null;
  }

  /** As `CapsuleDecoder.decode`; `out` stays unchanged if the picture has not arrived. */
  decode(capsule, pose, out = this.image) {
    return this.decodeMixture([[capsule, pose]], out);
  }

  /** As `CapsuleDecoder.decodeMixture`. */
  decodeMixture(parts, out = this.image) {
    const poses = new Float32Array(this.classes * this.dim);
    for (const [capsule, pose] of parts) poses.set(pose, capsule * this.dim);
    const key = String.fromCharCode(...new Uint16Array(poses.buffer));
    const picture = this.cache.get(key);
    if (picture) {
      this.cache.delete(key);
      this.cache.set(key, picture);
      out.set(picture);
    } else {
      this.pending.set(key, poses);
      this.coming ??= this.fetchAll();
    }
    return out;
  }

  /** Request all pending pictures, the newest first; the oldest of too many are dropped. */
  async fetchAll() {
    await null; // all of one event are in one request
    while (this.pending.size) {
      const batch = [...this.pending].slice(-MAX_POSES).reverse();
      for (const [key] of batch) this.pending.delete(key);
      for (const key of [...this.pending.keys()].slice(0, -MAX_KEPT / 2)) this.pending.delete(key);
      const pictures = await this.paint(batch.map(([, poses]) => poses));
      if (!pictures) {
        this.pending.clear();
        break;
      }
      batch.forEach(([key], n) => {
        this.cache.set(key, pictures.subarray(n * this.pixels, (n + 1) * this.pixels));
      });
      for (const key of [...this.cache.keys()].slice(0, -MAX_KEPT)) this.cache.delete(key);
      this.onMore();
    }
    this.coming = null;
  }

  /** @param {Float32Array[]} poses */
  async paint(poses) {
    const raw = new Float32Array(poses.length * this.classes * this.dim);
    poses.forEach((pose, n) => {
      raw.set(pose, n * pose.length);
    });
    return this.ask(raw).catch(() => null); // the next call requests them again
  }
}

/**
 * The result of `make` once all its pictures have arrived.
 * @template T
 * @param {AnyDecoder} decoder
 * @param {() => T} make
 * @returns {Promise<T>}
 */
export async function awaitDecoding(decoder, make) {
  const result = make();
  if (!(decoder instanceof RemoteDecoder) || !decoder.coming) return result;
  await decoder.coming;
  return make();
}
