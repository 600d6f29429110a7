/* Pictures at another size, as Pillow resizes them. */

/** @param {number} x */
const sinc = (x) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

/** How much of a pixel at some distance counts, and how far that reaches. */
export const FILTERS = {
  box: { reach: 0.5, weight: (x) => (x > -0.5 && x <= 0.5 ? 1 : 0) },
  bicubic: {
    reach: 2,
    weight: (x) => {
      const far = Math.abs(x);
      if (far < 1) return (1.5 * far - 2.5) * far * far + 1;
      return far < 2 ? ((-0.5 * far + 2.5) * far - 4) * far + 2 : 0;
    },
  },
  lanczos: { reach: 3, weight: (x) => (x > -3 && x < 3 ? sinc(x) * sinc(x / 3) : 0) },
};

/** @typedef {{rows: number, columns: number, values: Float32Array}} Picture row by row */

/** For each new pixel, the first old pixel that contributes and the weights from there on. */
function weightsOf(old, size, { reach, weight }) {
  const scale = old / size;
  const wide = Math.max(1, scale);
  return Array.from({ length: size }, (_, n) => {
    const centre = (n + 0.5) * scale;
    const first = Math.max(0, Math.trunc(centre - reach * wide + 0.5));
    const end = Math.min(old, Math.trunc(centre + reach * wide + 0.5));
    const weights = Array.from({ length: end - first }, (_, k) =>
      weight((first + k - centre + 0.5) / wide),
    );
    const whole = weights.reduce((a, b) => a + b, 0);
    return { first, weights: weights.map((one) => one / whole) };
  });
}

/**
 * @param {Picture} picture
 * @param {number} rows
 * @param {number} columns
 * @param {{reach: number, weight: (x: number) => number}} filter
 * @returns {Picture}
 */
export function resize(picture, rows, columns, filter) {
  if (rows === picture.rows && columns === picture.columns) return picture;
  const across = weightsOf(picture.columns, columns, filter);
  const half = new Float32Array(picture.rows * columns);
  for (let row = 0; row < picture.rows; row++)
    across.forEach(({ first, weights }, column) => {
      let sum = 0;
      const from = row * picture.columns + first;
      for (let k = 0; k < weights.length; k++) sum += weights[k] * picture.values[from + k];
      half[row * columns + column] = sum;
    });
  const values = new Float32Array(rows * columns);
  weightsOf(picture.rows, rows, filter).forEach(({ first, weights }, row) => {
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (let k = 0; k < weights.length; k++)
        sum += weights[k] * half[(first + k) * columns + column];
      values[row * columns + column] = sum;
    }
  });
  return { rows, columns, values };
}
