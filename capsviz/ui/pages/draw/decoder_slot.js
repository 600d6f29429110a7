/*
 * The decoder that the browser has. A checkpoint may be replaced while the app runs: every answer
 * names the decoder that belongs to its poses, and only that one will do from then on.
 */

/** @import { DecoderData } from "../../browser/engine/remote_decoder.js" */

/** @template Decoder */
export class DecoderSlot {
  /** @param {(data: DecoderData) => Promise<Decoder>} fetch */
  constructor(fetch) {
    this.fetch = fetch;
    /** @type {DecoderData | null} */
    this.expected = null;
    /** @type {Promise<Decoder> | null} */
    this.promise = null;
    /** @type {Decoder | null} */
    this.decoder = null;
  }

  /**
   * @param {DecoderData} data of the decoder that counts from now on
   * @returns {boolean} whether it is another one
   */
  expect(data) {
    if (data.sha === this.expected?.sha) return false;
    this.expected = data;
    this.promise = null;
    this.decoder = null;
    return true;
  }

  /** Fetch the expected decoder once; after a failure, call again to retry. */
  async load() {
    const { expected } = this;
    if (!expected) return;
    this.promise ??= this.fetch(expected);
    const { promise } = this;
    try {
      const decoder = await promise;
      if (promise === this.promise) this.decoder = decoder;
    } catch (error) {
      if (promise === this.promise) this.promise = null;
      throw error;
    }
  }
}
