/*
 * The capsule network's decoder, run in the visitor's browser: one masked capsule's pose
 * -> 28x28 pixels. Three fully connected layers, ReLU, ReLU, sigmoid.
 *
 * Weights arrive once as half-precision (capsviz/ui/weights.py writes them) and are kept as
 * float32 with all weights of one INPUT unit together: a ReLU leaves about half of the
 * units at zero, and the weights of a zero unit are then never read.
 */

/** Half-precision bits -> number, for all 65,536 of them (Float16Array is too new to rely on). */
let capsuleHalves = null;
function halfPrecisionTable() {
  if (capsuleHalves) return capsuleHalves;
  capsuleHalves = new Float32Array(65536);
  for (let bits = 0; bits < 65536; bits++) {
    const exponent = (bits >> 10) & 31;
    const fraction = bits & 1023;
    let value;
    if (exponent === 0) value = fraction * 2 ** -24;
    else if (exponent === 31) value = fraction ? NaN : Infinity;
    else value = (1 + fraction / 1024) * 2 ** (exponent - 15);
    capsuleHalves[bits] = bits & 0x8000 ? -value : value;
  }
  return capsuleHalves;
}

class CapsuleDecoder {
  /**
   * Fetch the weights, once per address for the whole page: components share them.
   *
   * @param {string} url address of the weights file; its name changes with its content.
   * @param {{classes: number, dim: number, hidden: [number, number], side: number}} shape
   * @returns {Promise<CapsuleDecoder>}
   */
  static load(url, shape) {
    const loaded = (globalThis.__capsvizDecoders ??= new Map());
    if (!loaded.has(url)) {
      const promise = fetch(url)
        .then((reply) => {
          if (!reply.ok) throw new Error(`the decoder could not be fetched (${reply.status})`);
          return reply.arrayBuffer();
        })
        .then((buffer) => new CapsuleDecoder(buffer, shape));
      promise.catch(() => loaded.delete(url)); // a later visit may try again
      loaded.set(url, promise);
    }
    return loaded.get(url);
  }

  constructor(buffer, { classes, dim, hidden, side }) {
    const inputs = classes * dim;
    const pixels = side * side;
    const [first, second] = hidden;
    const expected = (inputs + 1) * first + (first + 1) * second + (second + 1) * pixels;
    if (buffer.byteLength !== 2 * expected) throw new Error("the decoder file has a wrong size");
    Object.assign(this, { classes, dim, side, pixels, first, second });
    const halves = new Uint16Array(buffer);
    const table = halfPrecisionTable();
    let at = 0;
    const take = (count) => {
      const values = new Float32Array(count);
      for (let i = 0; i < count; i++) values[i] = table[halves[at + i]];
      at += count;
      return values;
    };
    const takeByInput = (outputs, count) => {
      const values = new Float32Array(outputs * count);
      for (let o = 0; o < outputs; o++) {
        for (let i = 0; i < count; i++) values[i * outputs + o] = table[halves[at++]];
      }
      return values;
    };
    this.weights1 = take(inputs * first);
    this.bias1 = take(first);
    this.weights2 = takeByInput(second, first);
    this.bias2 = take(second);
    this.weights3 = takeByInput(pixels, second);
    this.bias3 = take(pixels);
    this.hidden1 = new Float32Array(first);
    this.hidden2 = new Float32Array(second);
    this.logits = new Float32Array(pixels);
    this.image = new Uint8Array(pixels);
    this.active = new Int32Array(Math.max(inputs, first, second) + 4);
    this.scale = new Float32Array(Math.max(inputs, first, second) + 4);
  }

  /**
   * Decode one capsule, all others masked.
   *
   * @param {number} capsule 0..classes-1
   * @param {ArrayLike<number>} pose its 16 numbers
   * @param {Uint8Array} [out] where to write; by default a buffer that the next call reuses
   * @returns {Uint8Array} 784 pixels, 0..255
   */
  decode(capsule, pose, out = this.image) {
    const { dim, first, hidden1 } = this;
    this.layer(pose, dim, this.weights1, capsule * dim * first, this.bias1, hidden1, first);
    return this.finish(out);
  }

  /** From the first hidden layer to pixels. */
  finish(out) {
    const { first, second, pixels, logits } = this;
    this.layer(this.hidden1, first, this.weights2, 0, this.bias2, this.hidden2, second);
    this.layer(this.hidden2, second, this.weights3, 0, this.bias3, logits, pixels, false);
    for (let p = 0; p < pixels; p++) out[p] = 255 / (1 + Math.exp(-logits[p])) + 0.5;
    return out;
  }

  /**
   * Decode several capsules at once, which the network was never trained to do.
   *
   * @param {[number, ArrayLike<number>][]} parts capsules and their poses; the others are zero
   */
  decodeMixed(parts, out = this.image) {
    const vector = new Float32Array(this.classes * this.dim);
    for (const [capsule, pose] of parts) vector.set(pose, capsule * this.dim);
    const { first, hidden1 } = this;
    this.layer(vector, vector.length, this.weights1, 0, this.bias1, hidden1, first);
    return this.finish(out);
  }

  /** Every capsule decoded on its own: classes x 784 pixels. */
  decodeAll(poses, out = new Uint8Array(this.classes * this.pixels)) {
    for (let k = 0; k < this.classes; k++) {
      this.decode(k, poses[k], out.subarray(k * this.pixels, (k + 1) * this.pixels));
    }
    return out;
  }

  /** out = [ReLU](bias + weights . input), reading the weights of non-zero inputs only. */
  layer(input, inputs, weights, offset, bias, out, outputs, relu = true) {
    const { active, scale } = this;
    let count = 0;
    for (let i = 0; i < inputs; i++) {
      if (input[i] !== 0) {
        active[count] = offset + i * outputs;
        scale[count++] = input[i];
      }
    }
    while (count % 4) {
      active[count] = offset;
      scale[count++] = 0;
    }
    out.set(bias);
    for (let n = 0; n < count; n += 4) {
      const [a, b, c, d] = [active[n], active[n + 1], active[n + 2], active[n + 3]];
      const [sa, sb, sc, sd] = [scale[n], scale[n + 1], scale[n + 2], scale[n + 3]];
      for (let o = 0; o < outputs; o++) {
        out[o] +=
          sa * weights[a + o] + sb * weights[b + o] + sc * weights[c + o] + sd * weights[d + o];
      }
    }
    if (relu) for (let o = 0; o < outputs; o++) if (out[o] < 0) out[o] = 0;
  }
}
