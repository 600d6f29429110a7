/* Statistics of the Dimensions page: a pose among those of real digits. */

/** Statistics of one class's poses, precomputed for sixty queries a second. */
export class PoseCloud {
  /** @param {any} statistics from the poses route @param {number} k class */
  constructor(statistics, k) {
    this.mean = Float64Array.from(statistics.mean[k]);
    this.std = Float64Array.from(statistics.std[k]);
    this.count = statistics.count[k];
    this.lengths = statistics.lengths[k];
    this.distances = statistics.distances[k];
    this.root = cholesky(statistics.covariance[k]);
    this.scratch = new Float64Array(this.mean.length);
  }

  /** Mahalanobis distance of a pose from the mean, which includes correlations. */
  distance(pose) {
    const { root, mean, scratch } = this;
    let total = 0;
    for (let i = 0; i < mean.length; i++) {
      let value = pose[i] - mean[i];
      for (let j = 0; j < i; j++) value -= root[i][j] * scratch[j];
      scratch[i] = value / root[i][i];
      total += scratch[i] ** 2;
    }
    return Math.sqrt(total);
  }

  /** A random pose with the mean, the spread and the correlations of real digits. */
  random(uniform = Math.random) {
    const normal = Array.from(this.mean, () => {
      const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
      return radius * Math.cos(2 * Math.PI * uniform());
    });
    return Float32Array.from(this.mean, (mean, i) =>
      this.root[i].reduce((sum, weight, j) => sum + weight * normal[j], mean),
    );
  }

  /**
   * A random pose within the typical range of lengths and distances: a normal distribution would
   * also give lengths that squash does not allow.
   */
  samplePose(uniform = Math.random) {
    const { lengths, distances } = this;
    for (let tries = 0; tries < 50; tries++) {
      const pose = this.random(uniform);
      const length = poseLength(pose);
      if (length > lengths[1] && length < lengths[99] && this.distance(pose) < distances[95])
        return pose;
    }
    return Float32Array.from(this.mean);
  }
}

/** Lower triangle L with L L^T = matrix, with a small ridge for flat directions. */
function cholesky(matrix) {
  const n = matrix.length;
  const ridge = 1e-6 * Math.max(1e-12, Math.max(...matrix.map((row, i) => row[i])));
  const root = matrix.map(() => []);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let value = matrix[i][j] + (i === j ? ridge : 0);
      for (let l = 0; l < j; l++) value -= root[i][l] * root[j][l];
      root[i][j] = i === j ? Math.sqrt(Math.max(value, ridge)) : value / root[j][j];
    }
  }
  return root;
}

/** Share of the distribution below a value, 0..1, from its percentiles 0..100. */
export function shareBelow(percentiles, value) {
  if (value < percentiles[0]) return 0;
  for (let p = 1; p < percentiles.length; p++) {
    const [low, high] = [percentiles[p - 1], percentiles[p]];
    if (value < high) return (p - 1 + (value - low) / (high - low)) / (percentiles.length - 1);
  }
  return 1;
}

/** Position of a value in a histogram over mean ± 4 std, 0..1 inside. */
export function positionInHistogram(mean, std, value) {
  return ((value - mean) / std + 4) / 8;
}

/** Share of such a histogram below a value. */
export function shareOfHistogram(counts, mean, std, value) {
  const position = positionInHistogram(mean, std, value);
  const total = counts.reduce((sum, count) => sum + count, 0);
  let below = 0;
  counts.forEach((count, i) => {
    below += count * Math.min(1, Math.max(0, position * counts.length - i));
  });
  return below / total;
}

export function poseLength(pose) {
  let total = 0;
  for (const value of pose) total += value * value;
  return Math.sqrt(total);
}
