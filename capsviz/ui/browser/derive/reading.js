/* The verdict on a network's reading. */

/**
 * @typedef {object} Verdict
 * @property {string} kind
 * @property {number | null} digit
 * @property {number | null} runner_up
 *
 * @typedef {{present: number, second: number, misfit: number}} Limits of a verdict
 */

/**
 * Indices of the two largest values; of equal values the later comes first.
 * @param {ArrayLike<number>} lengths
 */
function twoLargest(lengths) {
  let [first, second] = [-1, -1];
  for (let k = 0; k < lengths.length; k++) {
    if (first < 0 || lengths[k] >= lengths[first]) [first, second] = [k, first];
    else if (second < 0 || lengths[k] >= lengths[second]) second = k;
  }
  return [first, second];
}

/**
 * @param {boolean} empty whether the input has no ink
 * @param {ArrayLike<number>} lengths after the last iteration
 * @param {number | null} misfit summed squared pixel error of the winner's reconstruction
 * @param {{limits: Limits}} network
 * @returns {Verdict}
 */
export function judge(empty, lengths, misfit, { limits }) {
  const nothing = { digit: null, runner_up: null };
  if (empty) return { kind: "empty", ...nothing };
  const [first, second] = twoLargest(lengths);
  const digits = { digit: first, runner_up: second };
  if (lengths[second] >= limits.second) return { kind: "two", ...digits };
  if (lengths[first] < limits.present) return { kind: "none", ...nothing };
  if (misfit !== null && misfit > limits.misfit) return { kind: "misfit", ...digits };
  return { kind: "clear", ...digits };
}

/**
 * Add the network's names and the verdict to a reply.
 * @template {import("../engine/message.js").Reply} R
 * @param {R} reply
 * @param {import("../classes.js").NetworkData} network
 */
export function deriveReading(reply, network) {
  const { classes, thing, measure, shares } = network;
  const empty = !reply.input.some(Boolean);
  const verdict = judge(empty, reply.lengths[reply.iterations - 1], reply.misfit, network);
  return { ...reply, classes, thing, measure, shares, verdict };
}
