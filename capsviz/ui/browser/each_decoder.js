/* Base of all decoders: the size of their pictures, and the decoding of every capsule. */

export class EachDecoder {
  /** @param {{classes: number, dim: number, side: number, channels?: number}} shape */
  constructor({ classes, dim, side, channels = 1 }) {
    this.classes = classes;
    this.dim = dim;
    this.side = side;
    this.pixels = channels * side * side;
  }

  /**
   * Decode one capsule, all others masked.
   * @param {number} _capsule
   * @param {ArrayLike<number>} _pose
   * @param {Uint8Array} [_out]
   * @returns {Uint8Array}
   */
  decode(_capsule, _pose, _out) {
    throw new Error("each decoder has its own");
  }

  /**
   * Decode every capsule on its own; the pictures are concatenated.
   * @param {ArrayLike<number>[]} poses
   */
  decodeAll(poses, out = new Uint8Array(this.classes * this.pixels)) {
    for (let k = 0; k < this.classes; k++) {
      this.decode(k, poses[k], out.subarray(k * this.pixels, (k + 1) * this.pixels));
    }
    return out;
  }
}
