/* Resizes pictures like Pillow. */

/** @param {number} x */
const sinc = (x) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

/** Weight of a pixel by distance, and the filter's radius. */
export const FILTERS = {
  box: { radius: 0.5, weight: (x) => (x > -0.5 && x <= 0.5 ? 1 : 0) },
  bicubic: {
    radius: 2,
    weight: (x) => {
      const distance = Math.abs(x);
      if (distance < 1) return (1.5 * distance - 2.5) * distance * distance + 1;
      return distance < 2 ? ((-0.5 * distance + 2.5) * distance - 4) * distance + 2 : 0;
    },
  },
  lanczos: { radius: 3, weight: (x) => (x > -3 && x < 3 ? sinc(x) * sinc(x / 3) : 0) },
};

/** @typedef {{rows: number, columns: number, values: Float32Array}} Picture row by row */

/** For each new pixel, the first contributing old pixel and the weights from there. */
function weightsOf(oldSize, size, { radius, weight }) {
  const scale = oldSize / size;
  const width = Math.max(1, scale);
  return Array.from({ length: size }, (_, n) => {
    const centre = (n + 0.5) * scale;
    const first = Math.max(0, Math.trunc(centre - radius * width + 0.5));
    const end = Math.min(oldSize, Math.trunc(centre + radius * width + 0.5));
    const weights = Array.from({ length: end - first }, (_, k) =>
      weight((first + k - centre + 0.5) / width),
    );
    const total = weights.reduce((a, b) => a + b, 0);
    return { first, weights: weights.map((value) => value / total) };
  });
}

/**
 * @param {Picture} picture
 * @param {number} rows
 * @param {number} columns
 * @param {{radius: number, weight: (x: number) => number}} filter
 * @returns {Picture}
 */
export function resize(picture, rows, columns, filter) {
  if (rows === picture.rows && columns === picture.columns) return picture;
  const columnWeights = weightsOf(picture.columns, columns, filter);
  const partial = new Float32Array(picture.rows * columns);
  for (let row = 0; row < picture.rows; row++)
    columnWeights.forEach(({ first, weights }, column) => {
      let sum = 0;
      const from = row * picture.columns + first;
      for (let k = 0; k < weights.length; k++) sum += weights[k] * picture.values[from + k];
      partial[row * columns + column] = sum;
    });
  const values = new Float32Array(rows * columns);
  weightsOf(picture.rows, rows, filter).forEach(({ first, weights }, row) => {
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (let k = 0; k < weights.length; k++)
        sum += weights[k] * partial[(first + k) * columns + column];
      values[row * columns + column] = sum;
    }
  });
  return { rows, columns, values };
}
