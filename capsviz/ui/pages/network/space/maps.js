/* All maps of a layer, also while the pen moves and only a few of them are sent. */

/** Most numbers of a layer that are shown; of a larger one the maps that are sent. */
const MAX_NUMBERS = 300_000;

/**
 * @typedef {{bytes: Uint8Array, shape: number[], which: number[], peak: number}} Maps bytes as shares
 *   of the largest number, `peak`; count, rows and columns; which of the layer's maps these are
 * @typedef {{kernels: Float32Array, biases: Float32Array, stride: number}} Layer a convolution over a
 *   picture of one channel; `kernels` map after map, row by row
 */

/** The sent maps at their places among all; the others are empty. @param {Maps} sent @param {number} count @returns {Maps} */
export function spreadMaps({ bytes, shape: [shown, rows, columns], which, peak }, count) {
  const size = rows * columns;
  if (shown === count || count * size > MAX_NUMBERS)
    return { bytes, shape: [shown, rows, columns], which, peak };
  const all = new Uint8Array(count * size);
  which.forEach((map, at) => {
    all.set(bytes.subarray(at * size, (at + 1) * size), map * size);
  });
  return { bytes: all, shape: [count, rows, columns], which: [...Array(count).keys()], peak };
}

/**
 * Maps of the first layer, summed pixel by pixel, so that paper costs nothing.
 * @param {Uint8Array} input
 * @param {Layer} layer
 * @param {number[]} off maps that are switched off
 * @param {[number, number, number]} shape count, rows and columns of its maps
 * @returns {Maps | null} null where the layer pads its picture
 */
export function convolve(input, { kernels, biases, stride }, off, [count, rows, columns]) {
  const side = Math.sqrt(input.length);
  const kernel = Math.sqrt(kernels.length / count);
  if (rows !== Math.floor((side - kernel) / stride) + 1 || rows !== columns) return null;
  const weights = transpose(kernels, count);
  const sums = new Float32Array(rows * columns * count);
  input.forEach((byte, pixel) => {
    if (!byte) return;
    const [y, x] = [Math.floor(pixel / side), pixel % side];
    const value = byte / 255;
    for (let down = 0; down < kernel; down++) {
      const row = (y - down) / stride;
      if (row < 0 || row >= rows || row % 1) continue;
      for (let across = 0; across < kernel; across++) {
        const column = (x - across) / stride;
        if (column < 0 || column >= columns || column % 1) continue;
        const to = (row * columns + column) * count;
        const from = (down * kernel + across) * count;
        for (let map = 0; map < count; map++) sums[to + map] += value * weights[from + map];
      }
    }
  });
  const left = new Set(off);
  const places = rows * columns;
  const bytes = new Uint8Array(count * places);
  let peak = 1e-9;
  for (let at = 0; at < sums.length; at++) {
    const map = at % count;
    sums[at] = left.has(map) ? 0 : Math.max(0, sums[at] + biases[map]);
    peak = Math.max(peak, sums[at]);
  }
  for (let at = 0; at < sums.length; at++)
    bytes[(at % count) * places + Math.floor(at / count)] = Math.round((255 * sums[at]) / peak);
  return { bytes, shape: [count, rows, columns], which: [...Array(count).keys()], peak };
}

/**
 * The place at which a map answers most, and its numbers.
 * @param {Maps} maps
 * @param {number} map
 */
export function describeMap({ bytes, shape: [, rows, columns], which, peak }, map) {
  const size = rows * columns;
  const own = bytes.subarray(which.indexOf(map) * size, (which.indexOf(map) + 1) * size);
  const at = own.reduce((best, value, place) => (value > own[best] ? place : best), 0);
  const mean = own.reduce((sum, value) => sum + value, 0) / size;
  const [row, column] = [Math.floor(at / columns), at % columns];
  return { row, column, largest: (own[at] / 255) * peak, mean: (mean / 255) * peak };
}

/** Kernels place after place, all maps of a place together. @param {Float32Array} kernels @param {number} count */
function transpose(kernels, count) {
  const size = kernels.length / count;
  const weights = new Float32Array(kernels.length);
  for (let at = 0; at < kernels.length; at++)
    weights[(at % size) * count + Math.floor(at / size)] = kernels[at];
  return weights;
}
