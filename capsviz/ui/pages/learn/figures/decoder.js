/* Figures that run the real decoder with weights from the page's data. */

import { FetchedFigure } from "./fetched.js";

export class DecoderFigure extends FetchedFigure {
  begin() {
    /** @type {import("../../../browser/decoder.js").CapsuleDecoder | null} */
    this.decoder = null;
    const { decoder, engine, samples } = this.extra;
    const pending = decoder && samples?.length ? engine.decoderHere(decoder) : null;
    this.whenHere(pending, (capsuleDecoder) => {
      this.decoder = capsuleDecoder;
    });
  }

  get network() {
    return this.extra.network ?? "";
  }

  /**
   * Decode onto a new canvas: the decoder reuses its output array.
   * @param {number} digit
   * @param {ArrayLike<number>} pose
   */
  picture(digit, pose) {
    return this.decoder.decode(digit, pose, new Uint8Array(this.decoder.pixels));
  }

  /** @param {number} digit */
  sample(digit) {
    return this.extra.samples.find((sample) => sample.digit === digit) ?? this.extra.samples[0];
  }
}
