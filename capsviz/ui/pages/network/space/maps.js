/* All maps of a layer, also while the pen moves and only a few of them are sent. */

/** Most numbers of a layer whose maps are all shown; a larger one shows only the sent maps. */
const MAX_NUMBERS = 300_000;

/**
 * @typedef {{bytes: Uint8Array, shape: number[], indices: number[], peak: number}} Maps bytes as shares
 *   of the largest number, `peak`; count, rows and columns; `indices` of the maps in their layer
 * @typedef {{kernels: Float32Array, biases: Float32Array, stride: number}} Layer a convolution over a
 *   picture of one channel; `kernels` map after map, row by row
 */

/** All maps of a layer: the sent ones at their indices, the others empty. @param {Maps} sent @param {number} count @returns {Maps} */
export function spreadMaps({ bytes, shape: [shown, rows, columns], indices, peak }, count) {
  const size = rows * columns;
  if (shown === count || count * size > MAX_NUMBERS)
    return { bytes, shape: [shown, rows, columns], indices, peak };
  const allBytes = new Uint8Array(count * size);
  indices.forEach((map, index) => {
    allBytes.set(bytes.subarray(index * size, (index + 1) * size), map * size);
  });
  return {
    bytes: allBytes,
    shape: [count, rows, columns],
    indices: [...Array(count).keys()],
    peak,
  };
}

/** Computes the first layer's maps; for another picture, only from the pixels that changed. */
export class LayerSums {
  /** @param {Layer} layer @param {number} count of its maps */
  constructor({ kernels, biases, stride }, count) {
    this.weights = transpose(kernels, count);
    this.kernel = Math.sqrt(kernels.length / count);
    this.biases = biases;
    this.stride = stride;
    /** The last picture, and the sums by position, then map. */
    this.input = new Uint8Array();
    this.sums = new Float32Array();
  }

  /**
   * @param {Uint8Array} input
   * @param {number[]} off maps that are switched off
   * @param {[number, number, number]} shape count, rows and columns of its maps
   * @returns {Maps | null} null if the layer pads its picture
   */
  derive(input, off, [count, rows, columns]) {
    const side = Math.sqrt(input.length);
    if (rows !== Math.floor((side - this.kernel) / this.stride) + 1 || rows !== columns)
      return null;
    this.follow(input, count, rows);
    const { sums, biases } = this;
    const size = rows * columns;
    const enabled = Float32Array.from(biases, (_, map) => Number(!off.includes(map)));
    const outputs = new Float32Array(sums.length);
    let peak = 1e-9;
    for (let position = 0, index = 0; position < size; position++)
      for (let map = 0; map < count; map++, index++) {
        const output = enabled[map] * (sums[index] + biases[map]);
        if (output <= 0) continue;
        outputs[map * size + position] = output;
        if (output > peak) peak = output;
      }
    const bytes = new Uint8Array(outputs.length);
    for (let index = 0; index < bytes.length; index++)
      bytes[index] = (255 * outputs[index]) / peak + 0.5;
    return { bytes, shape: [count, rows, columns], indices: [...Array(count).keys()], peak };
  }

  /** Update the sums from those of the last picture, or of an empty one if that is less work. */
  follow(input, count, rows) {
    const { input: previous } = this;
    const [inked, changed] = [(byte) => byte, (byte, index) => byte !== previous[index]].map(
      (counts) => input.filter(counts).length,
    );
    const restart = previous.length !== input.length || inked <= changed;
    if (restart) this.sums = new Float32Array(rows * rows * count);
    input.forEach((byte, pixel) => {
      const change = byte - (restart ? 0 : previous[pixel]);
      if (change) this.add(change / 255, pixel, Math.sqrt(input.length), count, rows);
    });
    this.input = input;
  }

  /** @param {number} value @param {number} pixel @param {number} side @param {number} count @param {number} rows */
  add(value, pixel, side, count, rows) {
    const { kernel, stride, sums, weights } = this;
    const [y, x] = [Math.floor(pixel / side), pixel % side];
    for (let ky = 0; ky < kernel; ky++) {
      const row = (y - ky) / stride;
      if (row < 0 || row >= rows || row % 1) continue;
      for (let kx = 0; kx < kernel; kx++) {
        const column = (x - kx) / stride;
        if (column < 0 || column >= rows || column % 1) continue;
        const target = (row * rows + column) * count;
        const source = (ky * kernel + kx) * count;
        for (let map = 0; map < count; map++) sums[target + map] += value * weights[source + map];
      }
    }
  }
}

/**
 * The position of a map's largest number, that number, and the mean.
 * @param {Maps} maps
 * @param {number} map
 */
export function describeMap({ bytes, shape: [, rows, columns], indices, peak }, map) {
  const size = rows * columns;
  const values = bytes.subarray(indices.indexOf(map) * size, (indices.indexOf(map) + 1) * size);
  const index = values.reduce(
    (best, value, position) => (value > values[best] ? position : best),
    0,
  );
  const mean = values.reduce((sum, value) => sum + value, 0) / size;
  const [row, column] = [Math.floor(index / columns), index % columns];
  return { row, column, largest: (values[index] / 255) * peak, mean: (mean / 255) * peak };
}

/** Reorder kernels by position, then map. @param {Float32Array} kernels @param {number} count */
function transpose(kernels, count) {
  const size = kernels.length / count;
  const weights = new Float32Array(kernels.length);
  for (let index = 0; index < kernels.length; index++)
    weights[(index % size) * count + Math.floor(index / size)] = kernels[index];
  return weights;
}
