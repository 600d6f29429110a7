/*
 * The decoder that the browser has. A checkpoint may be replaced while the app runs: every answer
 * names the decoder that belongs to its poses, and only that one will do from then on.
 */

/** @typedef {import("../../browser/engine/remote_decoder.js").DecoderData} Wanted */

/** @template Decoder */
export class DecoderSlot {
  /** @param {(wanted: Wanted) => Promise<Decoder>} get */
  constructor(get) {
    this.get = get;
    /** @type {Wanted | null} */
    this.wanted = null;
    /** @type {Promise<Decoder> | null} */
    this.coming = null;
    /** @type {Decoder | null} */
    this.decoder = null;
  }

  /**
   * @param {Wanted} wanted the one that will do from now on
   * @returns {boolean} whether it is another one
   */
  want(wanted) {
    if (wanted.sha === this.wanted?.sha) return false;
    this.wanted = wanted;
    this.coming = null;
    this.decoder = null;
    return true;
  }

  /** Fetch the one that is wanted, once; fails where it cannot be had, and may then be asked again. */
  async load() {
    const { wanted } = this;
    if (!wanted) return;
    this.coming ??= this.get(wanted);
    const { coming } = this;
    try {
      const found = await coming;
      if (coming === this.coming) this.decoder = found;
    } catch (error) {
      if (coming === this.coming) this.coming = null;
      throw error;
    }
  }
}
