/* Texts of Draw, for the network in use. */

import { verdictWords } from "../../browser/derive/verdict_words.js";
import { number, text } from "../../browser/text.js";

/** @typedef {import("../../browser/derive/reading.js").Verdict} Verdict */

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

/**
 * Whether a sign is too wide for the largest letters, and written as a name.
 * @param {string} sign of `verdictSign`
 */
export function isName(sign) {
  // Letters without case, as in Chinese, are twice as wide.
  return !/^(.|\d\d|[^\p{Lo}]\|[^\p{Lo}])$/u.test(sign);
}

/** How sure one may be, by the share of right answers with such a number. */
/** @type {[number, string][]} */
const CERTAINTIES = [
  [0.99, "almost-certainly"],
  [0.9, "very-likely"],
  [0.6, "probably"],
  [0, "perhaps"],
];

/**
 * @typedef {object} Certainty how often answers are right, by the bin of the winner's number
 * @property {number} iterations that the network took
 * @property {number} bins
 * @property {Record<string, number>} right
 * @property {Record<string, number>} [of] how many pictures
 */

/**
 * The shares if they were counted after this number of iterations, else null.
 * @param {Certainty | null} certainty of the network
 * @param {number} iterations of an answer
 */
export function certaintyAfter(certainty, iterations) {
  return certainty?.iterations === iterations ? certainty : null;
}

/**
 * The share of right answers with such a number; null if it was not measured.
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
 * @param {{thing: string, classes: string[], measure: string, shares?: boolean,
 *   lengths: ArrayLike<number>[]}} reply
 * @param {number | null} share of such answers that were right
 */
export function answerWords(verdict, reply, share) {
  const { kind, digit, runner_up: second } = verdict;
  if (kind !== "clear" || digit === null) return verdictWords(verdict, reply);
  const { thing, classes } = reply;
  const name = classes[digit];
  const sure = share === null ? "" : (CERTAINTIES.find(([minimum]) => share >= minimum)?.[1] ?? "");
  const article = thing === "class" ? "none" : /^(8|[aeiou])/i.test(name) ? "an" : "a";
  return text("answer", { article, name, sure, next: classes[second ?? digit] });
}

/**
 * The number behind the verdict.
 * @param {Verdict} verdict
 * @param {string} measure "length" or "activation"
 * @param {number} value of the winner
 * @param {number | null} share of such answers that were right
 * @param {number} [count] how many these were: of fewer than a hundred all are told
 */
export function certaintyWords({ kind }, measure, value, share, count = 100) {
  if (kind !== "clear") return "";
  const values = { measure, value: number(value, 2) };
  if (share === null) return text("certainty", values);
  const total = Math.min(count, 100);
  return text("certainty-right", {
    ...values,
    of: total,
    right: Number((total * share).toPrecision(3)),
  });
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
  const winner = lengths.indexOf(Math.max(...lengths));
  const [name, value] = [classes[winner], number(lengths[winner], 2)];
  return text("iteration-longest", { iteration: t + 1, measure, name, value });
}

/**
 * The coupling coefficients of one primary capsule to a class.
 * @param {number[]} place its type, row and column
 * @param {number[]} numbers after each iteration
 * @param {string} name of the class
 */
export function couplingWords([type, row, column], numbers, name) {
  const values = numbers
    .map((c) => number(c, 2))
    .reduce((before, next) => text("coupling-then", { before, next }));
  return text("coupling-values", { type, row, column, name, values });
}

/**
 * @param {{
 *   routing: string, sharing: string, thing: string, classes: string[], couplings_over: string,
 * }} network
 * @param {string} [other] title of another routing that shares the votes meanwhile
 */
export function routingWords({ routing, sharing, thing, classes, couplings_over: over }, other) {
  const values = { count: classes.length, thing };
  if (other) return text("routing-instead", { ...values, instead: other });
  if (over !== "outputs") return text("routing-weights", { thing });
  return text("routing-explained", { ...values, routing, sharing });
}

/**
 * Which capsule is shown, and why.
 * @param {string} name what its class is called
 * @param {boolean} chosen by the visitor
 * @param {boolean} present whether anything was recognised at all
 * @param {string} measure "length" or "activation"
 */
export function capsuleWords(name, chosen, present, measure) {
  const reason = chosen ? "chosen" : present ? "winner" : measure;
  return text("capsule-shown", { name, why: reason });
}

/**
 * The arithmetic of the live answers.
 * @param {{precision: string, measure: string, precision_differs?: {mean: number,
 *   largest: number, n: number} | null, rounded?: number | null}} network `rounded`, if each weight
 *   is a byte: the largest difference of a number of its samples
 */
export function precisionWords({ precision, measure, precision_differs: differs, rounded }) {
  if (typeof rounded === "number")
    return text("precision-rounded", {
      measure,
      most: number(rounded, undefined, { significant: 2 }),
    });
  if (precision === "float32") return text("precision-exact");
  if (!differs) return text("precision-unmeasured", { precision, measure });
  const mean = number(differs.mean, undefined, { significant: 1 });
  const most = number(differs.largest, undefined, { significant: 2 });
  return text("precision-differs", {
    ...{ precision, measure, pictures: number(differs.n) },
    ...{ mean, most },
  });
}

/**
 * How often a digit that is not upright is recognised as such.
 * @param {{digits: number, false: number, right: Record<string, number>} | null} rates of the
 *   network; null if they were not measured
 */
export function turningWords(rates) {
  if (!rates) return text("turning-unmeasured");
  const { right } = rates;
  const share = (value) => number(100 * value, value < 0.01 ? 1 : 0);
  return text("turning-rates", {
    digits: String(rates.digits),
    side: share((right.left + right.right) / 2),
    over: share(right.over),
    mirrored: share(right.mirrored),
    wrongly: share(rates.false),
  });
}

/**
 * Text on the canvas until the visitor draws.
 * @param {boolean} empty whether the canvas is empty; else it has an example
 * @param {boolean} samples whether there are any
 */
export function hereWords(empty, samples) {
  return text(empty ? (samples ? "here-draw" : "here-upload") : "here-example");
}
