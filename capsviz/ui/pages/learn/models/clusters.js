/*
 * Couplings by other rules than agreement, as plain functions. Tests compare them with the Python
 * functions that the lessons name.
 */

import { softmaxOf, vectorDot } from "./maths.js";

/** Minimum variance of a cluster, as in capsviz.model.routing.em. */
const FLOOR = 1e-4;
const EPSILON = 1e-9;
const LN_2PI = Math.log(2 * Math.PI);

/** Costs beta_u and beta_a of the toy, and the inverse temperature that each iteration adds. */
export const EM_TOY = { betaU: 0.3, betaA: -1.5, lambda: 1 };
/** Factor of lambda at which the logistic saturates. */
const SATURATION_FACTOR = 100;

const logistic = (x) => 1 / (1 + Math.exp(-x));
const total = (numbers) => numbers.reduce((sum, x) => sum + x, 0);

/**
 * EM over one dense layer: a Gaussian cluster of votes for each parent. All parts have activation
 * 1.
 *
 * A "mistake" reproduces a programming error: "amount" scales the cost by the number of parts;
 * "field" routes to every parent independently, as if no other had the part in its field; "floor"
 * drops the minimum variance; "sure" uses a large lambda.
 *
 * @param {number[][][]} votes [part][parent][dimension]
 * @param {number} iterations
 * @param {{betaU: number, betaA: number, lambda: number, floor?: number, mistake?: string}} toy
 *   costs, the minimum variance, the mistake
 * @returns {{r: number[][], mu: number[][], sigma: number[][], cost: number[], a: number[]}[]} one
 *   entry per iteration: the responsibilities that enter it, and the resulting clusters
 */
export function emVotes(votes, iterations, { betaU, betaA, lambda, floor = FLOOR, mistake = "" }) {
  const parents = votes[0].length;
  const dims = votes[0][0].length;
  const minVariance = mistake === "floor" ? 0 : floor;
  const gain = mistake === "sure" ? SATURATION_FACTOR * lambda : lambda;
  const scale = mistake === "amount" ? votes.length / parents : 1;
  const normalise = mistake === "field" ? (logits) => logits.map(() => 1) : softmaxOf;
  const steps = [];
  let r = votes.map(() => normalise(new Array(parents).fill(0)));
  for (let t = 0; t < iterations; t++) {
    const shares = r;
    const clusters = votes[0].map((_, j) => {
      const memberships = shares.map((row) => row[j] / votes.length);
      const received = total(memberships);
      const weights = memberships.map((share) => share / (received + EPSILON));
      const mean = (fn) => total(weights.map((w, i) => w * fn(votes[i][j])));
      const mu = votes[0][j].map((_, d) => mean((vote) => vote[d]));
      const variance = mu.map((m, d) => mean((vote) => (vote[d] - m) ** 2) + minVariance);
      const logs = total(variance.map((x) => Math.log(x) / 2));
      const cost = (betaU * dims + logs) * received * parents * scale;
      const a = logistic(gain * (t + 1) * (betaA - cost));
      return { mu, variance, logs, cost, a };
    });
    steps.push({
      r,
      mu: clusters.map(({ mu }) => mu),
      sigma: clusters.map(({ variance }) => variance.map(Math.sqrt)),
      cost: clusters.map(({ cost }) => cost),
      a: clusters.map(({ a }) => a),
    });
    r = votes.map((row) =>
      normalise(
        row.map((vote, j) => {
          const { mu, variance, logs, a } = clusters[j];
          const distance = total(vote.map((x, d) => (x - mu[d]) ** 2 / 2 / variance[d]));
          return Math.log(a) - logs - (dims / 2) * LN_2PI - distance;
        }),
      ),
    );
  }
  return steps;
}

/**
 * Couplings that each part computes from its own pose and learned directions.
 * @param {number[][][]} votes they also stand for the poses that they were made from
 * @param {number[][]} directions a direction for each parent
 */
export function selfShares(votes, directions) {
  return votes.map((row) => softmaxOf(row.map((vote, j) => vectorDot(vote, directions[j]))));
}

/**
 * Couplings by attention: how well a part's vote fits all votes for the same parent, in one pass.
 * @param {number[][][]} votes
 */
export function attentionShares(votes) {
  const scale = Math.sqrt(votes[0][0].length);
  const fit = (vote, j) => total(votes.map((row) => vectorDot(vote, row[j]))) / scale;
  return votes.map((row) => softmaxOf(row.map((vote, j) => fit(vote, j))));
}

/**
 * Weighted sum of the votes for each parent.
 * @param {number[][][]} votes
 * @param {number[][]} shares
 */
export function weightedSums(votes, shares) {
  return votes[0].map((first, j) =>
    first.map((_, d) => total(votes.map((row, i) => shares[i][j] * row[j][d]))),
  );
}
