/*
 * The decoder of a network that a browser cannot run: the server paints what is asked for. It is
 * asked like the decoder here, gives at once what has been painted by then, and tells when more has
 * come; then whoever shows pictures asks again. Without a decoder, all pictures are empty.
 */

import { EachDecoder } from "../each_decoder.js";

/** Pictures asked for at a time, and kept: a grid of sweeps and a film beside it. */
const MAX_POSES = 96;
const MAX_KEPT = 2000;

/**
 * @typedef {object} DecoderData as `weights.py` gives it
 * @property {string} sha
 * @property {boolean} here whether a browser can run it
 * @property {boolean} [there] false where the network has none
 * @property {number} classes
 * @property {number} dim
 * @property {number} side
 * @property {number} [channels] 3 where pictures are in colour
 * @property {number[]} [hidden]
 */

/**
 * @typedef {import("../decoder.js").CapsuleDecoder | BlankDecoder} QuickDecoder which paints at once
 * @typedef {QuickDecoder | RemoteDecoder} AnyDecoder
 */

/** Stands for a missing decoder: its pictures are empty, and pages hide them. */
export class BlankDecoder extends EachDecoder {
  decode(_capsule, _pose, out = new Uint8Array(this.pixels)) {
    return out.fill(0);
  }

  decodeMixture(_parts, out = new Uint8Array(this.pixels)) {
    return out.fill(0);
  }
}

/**
 * Hide what is painted where nothing paints it: the parts that are marked so.
 * @param {HTMLElement} root of a page
 * @param {Pick<DecoderData, "there">} decoder
 */
export function markDecoder(root, { there }) {
  root.classList.toggle("cv-undecoded", there === false);
}

export class RemoteDecoder extends EachDecoder {
  /**
   * @param {(poses: Float32Array) => Promise<Uint8Array>} ask paints poses one after another
   * @param {Pick<DecoderData, "classes" | "dim" | "side" | "channels">} shape
   * @param {() => void} onMore
   */
  constructor(ask, shape, onMore) {
    super(shape);
    this.ask = ask;
    this.onMore = onMore;
    this.image = new Uint8Array(this.pixels);
    /** @type {Map<string, Uint8Array>} by pose, the longest unseen first */
    this.cache = new Map();
    /** @type {Map<string, Float32Array>} asked for and not yet sent */
    this.pending = new Map();
    /** @type {Promise<void> | null} until all that is asked for has come, or cannot */
    this.coming = null;
  }

  /** As `CapsuleDecoder.decode`; what is not painted yet leaves the picture as it was. */
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

  /** Ask for all that is wanted, the newest first; who moves on no longer wants the oldest. */
  async fetchAll() {
    await null; // all of one event are asked for together
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
    return this.ask(raw).catch(() => null); // whoever asks again asks anew
  }
}

/**
 * Result of `make` once all its pictures have been painted.
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
