/* Texts of Draw, for the network in use. */

import { classPlural } from "../../browser/classes.js";

/** @typedef {import("../../browser/engine/message.js").VerdictWords} Verdict */

/**
 * The verdict in one large sign: a class, two, or none.
 * @param {Verdict} verdict
 * @param {string[]} classes what each is called
 */
export function verdictSign({ kind, digit, runner_up: second }, classes) {
  if (digit === null) return "–";
  return kind === "two"
    ? `${classes[digit]}|${classes[/** @type {number} */ (second)]}`
    : classes[digit];
}

/** By the share of answers with such a number that were right: how sure one may be. */
/** @type {[number, string][]} */
const SURE = [
  [0.99, ", almost certainly"],
  [0.9, ", very likely"],
  [0.6, ", probably"],
  [0, ", perhaps"],
];

/**
 * @typedef {object} Certainty how often answers are right, by the bin of the winner's number
 * @property {number} bins
 * @property {Record<string, number>} right
 * @property {Record<string, number>} [of] how many pictures
 */

/**
 * The share of answers with such a number that were right; null where that was not measured.
 * @param {Certainty | null} certainty of the network
 * @param {number} number of the winner, in 0..1
 */
export function shareRight(certainty, number) {
  return certainty?.right[binOf(certainty, number)] ?? null;
}

/**
 * How many answers that share is of.
 * @param {Certainty | null} certainty of the network
 * @param {number} number of the winner, in 0..1
 */
export function countAnswers(certainty, number) {
  return certainty?.of?.[binOf(certainty, number)];
}

/**
 * @param {Certainty} certainty
 * @param {number} number
 */
function binOf({ bins }, number) {
  return Math.min(bins - 1, Math.floor(number * bins));
}

/**
 * The verdict in one plain sentence.
 * @param {Verdict} verdict
 * @param {{thing: string, classes: string[]}} reply
 * @param {number | null} share of such answers that were right
 */
export function answerWords({ kind, digit, runner_up: second, text }, { thing, classes }, share) {
  if (kind !== "clear" || digit === null) return text;
  const sure = share === null ? "" : SURE.find(([least]) => share >= least)?.[1];
  const name = classes[digit];
  const article = /^(8|[aeiou])/i.test(name) ? "an" : "a";
  const answer = thing === "class" ? `This is ${name}` : `This is ${article} ${name}`;
  return `${answer}${sure}. Next: ${classes[second ?? digit]}.`;
}

/**
 * The number behind the verdict.
 * @param {Verdict} verdict
 * @param {string} measure "length" or "activation"
 * @param {number} number of the winner
 * @param {number | null} share of such answers that were right
 * @param {number} [count] how many these were: of fewer than a hundred all are told
 */
export function certaintyWords({ kind }, measure, number, share, count = 100) {
  if (kind !== "clear") return "";
  const of = Math.min(count, 100);
  const right = share === null ? "" : `: right in ${Number((of * share).toPrecision(3))} of ${of}`;
  return `${measure} ${number.toFixed(2)}${right}`;
}

/**
 * Part of a verdict whose change is announced to screen readers.
 * @param {Verdict} verdict
 */
export function verdictGist({ kind, digit, runner_up: second }) {
  return `${kind} ${digit} ${kind === "two" ? second : ""}`;
}

/**
 * One iteration of the routing, for whoever only listens.
 * @param {number[]} lengths
 * @param {number} t counted from 0
 * @param {string} measure "length" or "activation"
 * @param {string[]} classes what each is called
 */
export function stepWords(lengths, t, measure, classes) {
  const most = lengths.indexOf(Math.max(...lengths));
  const said = measure === "length" ? "longest is" : "most active is";
  return `iteration ${t + 1}: ${said} ${classes[most]}, ${lengths[most].toFixed(2)}`;
}

/**
 * The coupling coefficients of one primary capsule to a class.
 * @param {number[]} place its type, row and column
 * @param {number[]} numbers after each iteration
 * @param {string} name of the class
 */
export function couplingWords([type, row, column], numbers, name) {
  const values = numbers.map((c) => c.toFixed(2)).join(", then ");
  return `Primary capsule of type ${type}, row ${row}, column ${column}: c to ${name} is ${values}.`;
}

/**
 * Label beside the number of iterations.
 * @param {boolean} iterates
 * @param {number} iterations
 */
export function iterationsWords(iterates, iterations) {
  if (!iterates) return "iterations: this network routes in one pass";
  return iterations === 1 ? "iteration" : "iterations";
}

/**
 * @param {{sharing: string, thing: string, classes: string[]}} network
 * @param {string} [instead] title of another routing that shares the votes meanwhile
 */
export function routingWords({ sharing, thing, classes }, instead) {
  const many = `${classes.length === 10 ? "ten" : classes.length} ${classPlural(thing)}`;
  const other = `by another rule than it learnt with, ${instead}: Routing shows it step by step.`;
  return (
    `Every input capsule shares its vote among the ${many}, ${instead ? other : sharing} ` +
    "Coupling is the name of such a share."
  );
}

/**
 * Which capsule is shown, and why.
 * @param {string} capsule what its class is called
 * @param {boolean} chosen by the visitor
 * @param {boolean} present whether anything was recognised at all
 * @param {string} measure "length" or "activation"
 */
export function capsuleWords(capsule, chosen, present, measure) {
  if (chosen) return `capsule ${capsule}`;
  const most = measure === "length" ? "the longest" : "the most active";
  return `capsule ${capsule}, ${present ? "the winner" : most}`;
}

/**
 * Target lengths of the training, as far as they are known. The two lines are always drawn.
 * @param {{routing: string}} network
 */
export function aimWords({ routing }) {
  const lines = "The two thin lines stand at 0.9 and 0.1.";
  if (routing === "own") return `Its owner knows the target lengths of its training. ${lines}`;
  if (routing === "matrix") {
    return `Training aims at a gap to all others that widens as it goes on. ${lines}`;
  }
  return "Training aims at 0.9 or more where it is, at 0.1 or less where it is not: the two thin lines.";
}

/**
 * Meaning of losing capsules' reconstructions.
 * @param {{routing: string, thing: string}} network
 */
export function loserWords({ routing, thing }) {
  if (routing === "own")
    return "The meaning of the losing capsules' pictures depends on its training.";
  return (
    "Pictures of losing capsules mean nothing, whether a grey blob or clear strokes: the " +
    `decoder was trained with the true ${thing}'s capsule only.`
  );
}

/**
 * In which arithmetic the live answers are.
 * @param {{precision: string, measures: string, precision_differs?: {mean: number,
 *   largest: number, n: number} | null, rounded?: number | null}} network "rounded" where weights
 *   are a byte each: what a number of its samples differs by at most
 */
export function precisionWords({ precision, measures, precision_differs: differs, rounded }) {
  if (typeof rounded === "number")
    return (
      "The numbers here are computed in float32 from weights rounded to a byte each. Over the " +
      `samples ${measures} differ by ${Number(rounded.toPrecision(2))} at most from those in ` +
      "float32, in which all reported numbers are."
    );
  if (precision === "float32")
    return "The numbers here are computed in float32, like all reported numbers.";
  const far = differs
    ? `by ${Number(differs.mean.toPrecision(1))} on average and ${Number(differs.largest.toPrecision(2))} at most, over ` +
      `${differs.n.toLocaleString("en")} pictures,`
    : "by an amount that was not measured for this network";
  return (
    `What follows the pen is calculated in ${precision}, which is faster; ${measures} differ ${far} ` +
    "from those in float32, in which all reported numbers are."
  );
}

/**
 * How often it is seen that a digit does not stand upright.
 * @param {{digits: number, false: number, right: Record<string, number>} | null} rates of the
 *   network that reads; null where they were not measured
 */
export function turningWords(rates) {
  if (!rates) return "How often that is right was not measured for this network.";
  const { right } = rates;
  const share = (value) => `${(100 * value).toFixed(value < 0.01 ? 1 : 0)} %`;
  return (
    `This network, of ${rates.digits} validation digits, rightly told ` +
    `${share((right.left + right.right) / 2)} of those laid on their side, ` +
    `${share(right.over)} of those upside down and ${share(right.mirrored)} of those mirrored. ` +
    `It said so, wrongly, of ${share(rates.false)} of those that stood upright.`
  );
}

/**
 * Text on the canvas until the visitor draws.
 * @param {boolean} empty whether the canvas is empty; else it has an example
 * @param {boolean} samples whether there are any
 */
export function hereWords(empty, samples) {
  if (!empty) return "Example. Start drawing to replace it.";
  return samples ? "Draw here." : "Draw here, or upload a picture.";
}
