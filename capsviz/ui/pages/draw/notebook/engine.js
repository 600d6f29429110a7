/* The engine behind a notebook's own Python. */

import { packMessage } from "../../../browser/arrays.js";
import { CapsuleDecoder } from "../../../browser/decoder.js";
import { Engine, EngineError } from "../../../browser/engine/engine.js";
import { LiveLink } from "../../../browser/engine/live.js";

export class NotebookEngine extends Engine {
  /** @param {import("./channel.js").Channel} channel */
  constructor(channel) {
    super();
    this.channel = channel;
  }

  live(_what, options) {
    return new LiveLink(options, { open: () => this.channel.socket() });
  }

  async decoderHere(shape) {
    const { bytes } = await this.channel.ask("decoder");
    return new CapsuleDecoder(/** @type {ArrayBuffer} */ (bytes.buffer), shape);
  }

  async decode(_model, poses) {
    const message = packMessage({}, new Uint8Array(poses.buffer));
    const { content, bytes } = await this.channel.ask("decode", {}, message);
    if (content.error) throw new EngineError(content.error);
    return bytes;
  }
}
