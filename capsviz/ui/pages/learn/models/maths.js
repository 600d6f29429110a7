/*
 * Formulas of the lessons' toys, for vectors of any size as plain arrays. Tests compare them with
 * the Python functions that the lessons name. A "mistake" reproduces a programming error, whose
 * damage the lessons show.
 */

/** Added to |s|^2, as in capsviz.model.squash. */
export const LESSON_EPSILON = 1e-12;

export function vectorDot(a, b) {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += a[d] * b[d];
  return sum;
}

export function vectorLength(a) {
  return Math.sqrt(vectorDot(a, a));
}

/** v = |s|^2 / (1 + |s|^2) * s / |s|. With `epsilon` 0, as in the mistake, squash(0) is NaN. */
export function squashVector(s, epsilon = LESSON_EPSILON) {
  const square = vectorDot(s, s) + epsilon;
  const n = Math.sqrt(square);
  return s.map((x) => (square / (1 + square)) * (x / n));
}

/** Length of the squashed vector for a length n of the input. */
export function squashLength(n) {
  return (n * n) / (1 + n * n);
}

/**
 * dv/ds of squash as rows: n/(1+n^2) I + (1-n^2)/(n (1+n^2)^2) s s^T.
 *
 * A variant but 0 is wrong. The first three are common slips. The fourth is the backward pass of a
 * public layer (squash_layer.cpp of chenzhenhua986/CAFFE-CapsNet): it omits the outer product s sᵀ
 * from the second term, and adds the first term without the incoming gradient, so that it does not
 * count as a slope at all.
 */
export function squashJacobian(s, variant = 0) {
  const square = vectorDot(s, s) + LESSON_EPSILON;
  const n = Math.sqrt(square);
  const slope = n / (1 + square);
  const outer = (1 - square) / (n * (1 + square) ** 2);
  const [diagonal, product] = [
    [slope, outer],
    [slope, 0],
    [slope, -outer],
    [(2 * n) / (1 + square) ** 2, 0],
    [outer, 0],
  ][variant];
  return s.map((si, i) => s.map((sj, j) => (i === j ? diagonal : 0) + product * si * sj));
}

/** Slopes by central differences of each input. */
export function numericalJacobian(f, s, h = 1e-4) {
  const columns = s.map((_, j) => {
    const above = f(s.map((x, d) => (d === j ? x + h : x)));
    const below = f(s.map((x, d) => (d === j ? x - h : x)));
    return above.map((x, d) => (x - below[d]) / (2 * h));
  });
  return s.map((_, i) => columns.map((column) => column[i]));
}

export function softmaxOf(values) {
  const maximum = Math.max(...values);
  const powers = values.map((x) => Math.exp(x - maximum));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((x) => x / sum);
}

/**
 * Routing by agreement, Procedure 1 of the paper.
 *
 * @param {number[][][]} votes [part][parent][dimension]
 * @param {number} iterations
 * @param {{mistake?: string, compete?: boolean, start?: number[][]}} [options] `start`: initial
 *   logits, for a program that keeps them; `compete` false: every coupling is 1.
 * @returns {{b: number[][], c: number[][], s: number[][], v: number[][], a: number[][]}[]} one
 *   entry per iteration; b as it enters, and a of every iteration, including the last.
 */
export function routeVotes(votes, iterations, { mistake = "", compete = true, start = null } = {}) {
  const parents = votes[0].length;
  const dims = votes[0][0].length;
  const steps = [];
  let b = votes.map((_, i) => votes[0].map((__, j) => start?.[i][j] ?? 0));
  // One logit per dimension, for the mistake of a softmax over dimensions.
  let dimensionLogits = votes.map((row) => row.map((vote) => vote.map(() => 0)));
  for (let t = 0; t < iterations; t++) {
    const shares = sharesOf(b, dimensionLogits, mistake, compete);
    const s = votes[0].map((_, j) =>
      votes[0][j].map((__, d) =>
        votes.reduce((sum, row, i) => sum + shares[i][j][d] * row[j][d], 0),
      ),
    );
    const v = s.map((total) => squashVector(total));
    const a = votes.map((row) =>
      row.map((vote, j) =>
        mistake === "sum"
          ? vote.reduce((sum, x, d) => sum + x + v[j][d], 0)
          : vectorDot(vote, v[j]),
      ),
    );
    steps.push({ b, c: shares.map((row) => row.map((share) => share[0])), s, v, a });
    b = b.map((row, i) => row.map((x, j) => x + a[i][j]));
    dimensionLogits = dimensionLogits.map((row, i) =>
      row.map((logit, j) => logit.map((x, d) => x + votes[i][j][d] * v[j][d])),
    );
  }
  return steps;

  function sharesOf(logits, perDimension, mistakeName, sharing) {
    const expand = (rows) => rows.map((row) => row.map((c) => new Array(dims).fill(c)));
    if (!sharing) return expand(logits.map((row) => row.map(() => 1)));
    if (mistakeName === "dims") return perDimension.map((row) => row.map(softmaxOf));
    if (mistakeName === "softmax") {
      const columns = Array.from({ length: parents }, (_, j) =>
        softmaxOf(logits.map((row) => row[j])),
      );
      return expand(logits.map((row, i) => row.map((_, j) => columns[j][i])));
    }
    return expand(logits.map(softmaxOf));
  }
}

/** The margin loss of each digit; `squared` compares squared lengths, as in the mistake. */
export function marginTerms(lengths, present, squared = false) {
  return lengths.map((length, k) => {
    const x = squared ? length * length : length;
    return present[k] ? Math.max(0, 0.9 - x) ** 2 : 0.5 * Math.max(0, x - 0.1) ** 2;
  });
}

/** Each number as a point of a circle, so that values that differ cancel when added. */
export function angleCode(values, periods, gain) {
  const scale = gain / Math.sqrt(values.length);
  return values.flatMap((x, d) => {
    const angle = (2 * Math.PI * x) / periods[d];
    return [scale * Math.cos(angle), scale * Math.sin(angle)];
  });
}

/**
 * A pose in the plane as a matrix: rotation and translation. Poses are chained by products, so that
 * a fixed matrix maps a part's pose to its whole's, wherever the part is.
 * @param {{x: number, y: number, angle: number}} pose
 */
export function poseMatrix({ x, y, angle }) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [
    [cos, -sin, x],
    [sin, cos, y],
    [0, 0, 1],
  ];
}

/**
 * @param {number[][]} a
 * @param {number[][]} b
 */
export function matrixProduct(a, b) {
  return a.map((row) => b[0].map((_, j) => row.reduce((sum, x, k) => sum + x * b[k][j], 0)));
}

/** Values that a reshape puts into capsule `index`: channel, row and column of each. */
export function groupNumbers(index, mistaken, { types = 32, dims = 8, grid = 6 } = {}) {
  const places = grid * grid;
  return Array.from({ length: dims }, (_, d) => {
    // Right: position by position, with all types of one position together. Mistaken: a
    // channels-first array read in memory order, eight values at a time.
    const flat = index * dims + d;
    const channel = mistaken ? Math.floor(flat / places) : (index % types) * dims + d;
    const position = mistaken ? flat % places : Math.floor(index / types);
    return { channel, row: Math.floor(position / grid), column: position % grid };
  });
}
