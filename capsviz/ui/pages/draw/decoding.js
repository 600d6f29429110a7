/*
 * Decodes the capsules' pictures in this tab: the selected capsule with its reply, the others in
 * time slices, so that the pen never waits for them on a slow device.
 */

/** Milliseconds of decoding per slice; a fast device decodes all ten pictures in two. */
const SLICE_TIME = 4;

/** @typedef {import("../../browser/engine/remote_decoder.js").QuickDecoder} QuickDecoder */

export class Decoding {
  /**
   * @param {() => void} onMore after each further picture or few
   * @param {object} [clock]
   * @param {() => number} [clock.now] in milliseconds
   * @param {(act: () => void) => any} [clock.defer] as soon as what waits has been done
   */
  constructor(onMore, { now = () => performance.now(), defer = (act) => setTimeout(act) } = {}) {
    this.onMore = onMore;
    this.now = now;
    this.defer = defer;
    this.pictures = new Uint8Array();
    /** @type {any} */
    this.reply = null;
    /** @type {QuickDecoder | null} */
    this.decoder = null;
    /** Capsules whose pictures are older than the reply, the longest wait first. */
    this.queue = [];
    this.scheduled = false;
  }

  /**
   * Add the pictures to a reply that came without them.
   *
   * @param {any} reply
   * @param {QuickDecoder | null} decoder of the network that replied; null where it came with
   * @param {number} first the capsule that is looked at
   * @param {number[]} [visible] capsules whose pictures are visible, by default all
   */
  take(reply, decoder, first, visible) {
    this.reply = reply;
    const count = reply.poses.length;
    if (this.pictures.length !== count * reply.pixels) {
      // Another network: discard the pictures of the one before.
      this.pictures = new Uint8Array(count * reply.pixels);
      this.queue = [];
    }
    if (reply.reconstructions) {
      this.queue = [];
      this.pictures.set(reply.reconstructions);
      return;
    }
    this.decoder = decoder;
    reply.reconstructions = this.pictures;
    // Capsules still queued from an earlier reply go before those that were just decoded.
    const capsules = visible ?? Array.from({ length: count }, (_, k) => k);
    const waiting = this.queue.filter((k) => capsules.includes(k));
    this.queue = [...new Set([first, ...waiting, ...capsules])];
    this.decodeNext();
  }

  /** Decode further capsules of the last reply. @param {number[]} visible */
  add(visible) {
    if (!this.decoder) return;
    this.queue = [...new Set([...this.queue, ...visible])];
    if (this.queue.length) this.decodeNext();
  }

  /** Decode at least one picture, then more until the slice ends. */
  decodeNext() {
    const deadline = this.now() + SLICE_TIME;
    const { decoder, pictures, reply } = this;
    do {
      const k = /** @type {number} */ (this.queue.shift());
      const offset = k * reply.pixels;
      decoder?.decode(k, reply.poses[k], pictures.subarray(offset, offset + reply.pixels));
    } while (this.queue.length && this.now() < deadline);
    if (!this.queue.length || this.scheduled) return;
    this.scheduled = true;
    this.defer(() => {
      this.scheduled = false;
      if (!this.queue.length) return;
      this.decodeNext();
      this.onMore();
    });
  }

  /** Cancel the remaining capsules. */
  close() {
    this.queue = [];
  }
}
