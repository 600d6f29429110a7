/*
 * The capsules' pictures, decoded here: the one that is looked at with the reply that it belongs
 * to, the others as time allows, so that a slow device's pen never waits for them.
 */

/** Milliseconds of decoding at a time; on a quick device all ten take two. */
const SLICE_TIME = 4;

/** @typedef {import("../../browser/engine/remote_decoder.js").QuickDecoder} QuickDecoder */

export class Decoding {
  /**
   * @param {() => void} onMore after each further picture or few
   * @param {object} [clock]
   * @param {() => number} [clock.now] in milliseconds
   * @param {(act: () => void) => any} [clock.soon] as soon as what waits has been done
   */
  constructor(onMore, { now = () => performance.now(), soon = (act) => setTimeout(act) } = {}) {
    this.onMore = onMore;
    this.now = now;
    this.soon = soon;
    this.pictures = new Uint8Array();
    /** @type {any} */
    this.reply = null;
    /** @type {QuickDecoder | null} */
    this.decoder = null;
    /** Capsules whose pictures are older than the reply, the longest wait first. */
    this.left = [];
    this.due = false;
  }

  /**
   * Give a reply its pictures, where it came without.
   *
   * @param {any} reply
   * @param {QuickDecoder | null} decoder of the network that replied; null where it came with
   * @param {number} first the capsule that is looked at
   * @param {number[]} [shown] capsules whose pictures are shown, by default all
   */
  take(reply, decoder, first, shown) {
    this.reply = reply;
    const count = reply.poses.length;
    if (this.pictures.length !== count * reply.pixels) {
      // Another network's: nothing of what is left is of it.
      this.pictures = new Uint8Array(count * reply.pixels);
      this.left = [];
    }
    if (reply.reconstructions) {
      this.left = [];
      this.pictures.set(reply.reconstructions);
      return;
    }
    this.decoder = decoder;
    reply.reconstructions = this.pictures;
    // Capsules that have waited since an earlier reply come before those that were just decoded.
    const fresh = shown ?? Array.from({ length: count }, (_, k) => k);
    const waiting = this.left.filter((k) => fresh.includes(k));
    this.left = [...new Set([first, ...waiting, ...fresh])];
    this.go();
  }

  /** Decode further capsules of the last reply. @param {number[]} shown */
  add(shown) {
    if (!this.decoder) return;
    this.left = [...new Set([...this.left, ...shown])];
    if (this.left.length) this.go();
  }

  /** Decode one picture, and more while there is time. */
  go() {
    const until = this.now() + SLICE_TIME;
    const { decoder, pictures, reply } = this;
    do {
      const k = /** @type {number} */ (this.left.shift());
      const at = k * reply.pixels;
      decoder?.decode(k, reply.poses[k], pictures.subarray(at, at + reply.pixels));
    } while (this.left.length && this.now() < until);
    if (!this.left.length || this.due) return;
    this.due = true;
    this.soon(() => {
      this.due = false;
      if (!this.left.length) return;
      this.go();
      this.onMore();
    });
  }

  /** Cancel the remaining capsules. */
  close() {
    this.left = [];
  }
}
