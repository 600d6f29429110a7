/* Figures that run the real decoder, whose weights come with the page. */

import { make } from "../../../browser/dom.js";
import { LessonFigure } from "./figure.js";

export class DecoderFigure extends LessonFigure {
  constructor(host, context, toy, options, kept) {
    super(host, context, toy, options, kept);
    /** @type {import("../../../browser/decoder.js").CapsuleDecoder | null} */
    this.decoder = null;
    const say = (text) => this.stage.replaceChildren(make("p", { className: "cv-muted" }, text));
    // Without its pictures there is nothing to save or reset.
    this.controls.hidden = true;
    const { decoder, engine, samples } = this.extra;
    if (!decoder || !samples?.length) {
      say(this.t("missing"));
      return;
    }
    say(this.t("loading"));
    engine
      .decoderHere(decoder)
      .then((found) => {
        if (!host.contains(this.stage)) return; // another figure took its place
        this.decoder = found;
        this.controls.hidden = false;
        this.stage.replaceChildren();
        this.build();
        this.refresh();
      })
      .catch(() => say(this.t("missing")));
  }

  get network() {
    return this.extra.network ?? "";
  }

  /** Called once the decoder is there. */
  build() {}

  /**
   * A canvas of its own: the decoder reuses its output array.
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
