/* Engines of standalone files: they return only recorded answers. */

import { unpackArrays } from "../arrays.js";
import { CapsuleDecoder } from "../decoder.js";
import { base64ToBytes } from "../raster.js";
import { Engine } from "./engine.js";

/** A training's film, packed by zlib. */
export class RecordedFilm extends Engine {
  /** @param {string} text base64 */
  constructor(text) {
    super();
    this.text = text;
  }

  async film() {
    const stream = new Blob([base64ToBytes(this.text)])
      .stream()
      .pipeThrough(new DecompressionStream("deflate"));
    return unpackArrays(new Uint8Array(await new Response(stream).arrayBuffer()));
  }
}

/** One drawing's reply and the decoder of its network. */
export class RecordedReading extends Engine {
  /** @param {any} data as capsviz/ui/report writes it */
  constructor(data) {
    super();
    this.data = data;
  }

  async read() {
    const { header, input, reconstructions, couplings } = this.data;
    const arrays = { input, reconstructions, couplings };
    for (const name of Object.keys(arrays)) arrays[name] = base64ToBytes(arrays[name]);
    return { ...header, ...arrays };
  }

  async decoderHere() {
    const { data, shape } = this.data.decoder;
    return new CapsuleDecoder(base64ToBytes(data).buffer, shape);
  }
}
