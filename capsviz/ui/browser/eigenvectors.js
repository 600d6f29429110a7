/* Main axes of symmetric matrices. */

/**
 * Eigenvalues and eigenvectors of a symmetric matrix, by Jacobi's rotations.
 * @param {Float64Array} matrix row by row, modified in place
 * @param {number} n
 * @returns {{value: number, vector: number[]}[]} the largest first
 */
export function eigenvectors(matrix, n) {
  const vectors = Float64Array.from({ length: n * n }, (_, i) => Number(i % (n + 1) === 0));
  for (let sweep = 0; sweep < 60; sweep++) {
    let sum = 0;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) sum += matrix[p * n + q] ** 2;
    if (sum < 1e-24) break;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(matrix, vectors, n, p, q);
  }
  const pairs = Array.from({ length: n }, (_, k) => ({
    value: matrix[k * n + k],
    vector: Array.from({ length: n }, (_, row) => vectors[row * n + k]),
  }));
  return pairs.sort((a, b) => b.value - a.value);
}

/** One rotation, after which the element of row p and column q is 0. */
function rotate(matrix, vectors, n, p, q) {
  const apq = matrix[p * n + q];
  if (Math.abs(apq) < 1e-300) return;
  const theta = (matrix[q * n + q] - matrix[p * n + p]) / (2 * apq);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const cosine = 1 / Math.hypot(tangent, 1);
  const sine = tangent * cosine;
  const rotatePair = (values, i, j) => {
    const [a, b] = [values[i], values[j]];
    values[i] = cosine * a - sine * b;
    values[j] = sine * a + cosine * b;
  };
  for (let k = 0; k < n; k++) rotatePair(matrix, k * n + p, k * n + q);
  for (let k = 0; k < n; k++) rotatePair(matrix, p * n + k, q * n + k);
  for (let k = 0; k < n; k++) rotatePair(vectors, k * n + p, k * n + q);
}
