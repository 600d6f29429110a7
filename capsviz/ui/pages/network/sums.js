/* The arithmetic that the panes show with its numbers. */

/**
 * One position of a convolution: the patch, its products with the kernel, their sum, and the output
 * of the ReLU.
 * @param {ArrayLike<number>} input pixels, row by row
 * @param {number} side of the picture
 * @param {ArrayLike<number>} kernel row by row
 * @param {number} bias
 * @param {number} stride
 * @param {number} row of the position
 * @param {number} column
 */
export function convolutionAt(input, side, kernel, bias, stride, row, column) {
  const size = Math.sqrt(kernel.length);
  const patch = Float32Array.from(
    kernel,
    (_, index) =>
      input[(row * stride + Math.floor(index / size)) * side + column * stride + (index % size)],
  );
  const products = patch.map((value, index) => value * kernel[index]);
  const sum = products.reduce((total, value) => total + value, 0);
  return { patch, products, sum, output: Math.max(0, sum + bias) };
}

/**
 * Signed numbers as bytes around 128, scaled by the largest absolute value.
 * @param {ArrayLike<number>} values
 */
export function signedBytes(values) {
  const peak = largestSize(values) || 1;
  return Uint8Array.from(values, (value) => Math.round(128 + (127 * value) / peak));
}

/** Non-negative numbers as bytes. @param {ArrayLike<number>} values @param {number} [peak] */
export function levelBytes(values, peak = largestSize(values) || 1) {
  return Uint8Array.from(values, (value) => Math.round((255 * Math.max(0, value)) / peak));
}

/** @param {ArrayLike<number>} values */
function largestSize(values) {
  let peak = 0;
  for (let i = 0; i < values.length; i++) peak = Math.max(peak, Math.abs(values[i]));
  return peak;
}

/**
 * The value at an iteration, or the last one if there are fewer.
 * @template T
 * @param {ArrayLike<T>} values
 * @param {number} iteration
 */
export function atIteration(values, iteration) {
  return values[Math.min(iteration, values.length - 1)];
}

/**
 * Indices of the largest values, the largest first.
 * @param {ArrayLike<number>} values
 * @param {number} [count]
 */
export function strongest(values, count = values.length) {
  return Array.from(values, (_, index) => index)
    .sort((a, b) => values[b] - values[a])
    .slice(0, count);
}
