/* Sentences of Compare: about each network, all of them together, and each against the others. */

import { sizeWords } from "../../browser/network_offer.js";
import { misfitOf } from "../../browser/picture.js";
import { base64ToBytes } from "../../browser/raster.js";
import { list, number, text } from "../../browser/text.js";

/**
 * @typedef {object} Score
 * @property {"length" | "activation" | "posterior" | "probability"} name of the numbers
 * @property {number} least one of a sure prediction
 *
 * @typedef {object} Accuracy in 0..1, and its 95 % interval
 * @property {"test" | "validation"} of which pictures
 * @property {number | null} share
 * @property {[number, number] | null} interval
 *
 * @typedef {object} Column
 * @property {string} name
 * @property {string} title
 * @property {number} [objects] of parts
 * @property {"capsules" | "plain" | "parts"} kind plain ones have no capsules, those of parts no labels
 * @property {number} winner
 * @property {string[]} called classes
 * @property {Score} score
 * @property {number[]} lengths
 * @property {number} [none] of parts, the share of none of its objects
 * @property {number} [types] of input capsules
 * @property {number} [grid]
 * @property {number} [rows]
 * @property {string | null} couplings
 * @property {number | null} [settled] the iteration from which on the winner stays; null without any
 * @property {number | null} ms of a pass, where it was measured here
 * @property {string | null} reconstruction
 * @property {Accuracy} accuracy
 * @property {Facts} facts
 *
 * @typedef {object} Facts
 * @property {number} parameters
 * @property {number} [labels] labels per object, for networks of parts
 * @property {{share: number, interval: [number, number]} | null} [affine] accuracy on the affine
 *   set; null where it was not measured with these weights
 */

/** Accuracies between two marks of their scale. */
const STEP = 0.001;

/** A network's certainty. @param {Column} column */
export function scoreWords({ score: { name, least }, lengths, winner, none = 0 }) {
  const longest = lengths[winner];
  if (none > longest) return text("score-none", { value: number(none, 2) });
  const values = { measure: name, value: number(longest, 2) };
  return longest < least ? text("score-unsure", values) : text("score", values);
}

/** @param {Column} column */
export function couplingWords({ kind, types, grid, rows, called, winner }) {
  if (kind === "parts") return text("couplings-no-labels");
  if (kind === "plain") return text("couplings-no-capsules");
  return text("couplings", { count: types * grid * rows, name: called[winner] });
}

/**
 * The coupling of one input capsule.
 * @param {number[]} place its type, row and column
 * @param {number} coupling
 */
export function cellWords([type, row, column], coupling) {
  return text("coupling", { type, row, column, value: couplingValue(coupling) });
}

/** @param {number} coupling */
export const couplingValue = (coupling) => number(coupling, coupling < 0.01 ? 4 : 2);

/**
 * Squared error of a reconstruction, summed over pixels in 0..1; null if there is none of that size.
 * @param {{reconstruction?: string | null}} column @param {Uint8Array} image
 */
export function errorOf({ reconstruction }, image) {
  if (!reconstruction) return null;
  const bytes = base64ToBytes(reconstruction);
  return bytes.length === image.length ? misfitOf(image, bytes) : null;
}

/** An accuracy in percent, and its interval or what it is of. @param {Column["accuracy"]} accuracy */
export function accuracyWords({ of, share, interval }) {
  if (share === null) return ["", text("unmeasured")];
  const note = interval ? intervalWords(interval) : text("accuracy-of", { pictures: of });
  return [percentWords(share, 2), note];
}

/** @param {number} share @param {number} digits */
export const percentWords = (share, digits) =>
  text("percent", { value: number(100 * share, digits) });

/** @param {[number, number]} interval of shares */
function intervalWords([low, high]) {
  return text("interval", { low: number(100 * low, 2), high: number(100 * high, 2) });
}

/**
 * Ends of the scale on which all intervals lie.
 * @param {Pick<Column, "accuracy">[]} columns
 * @returns {[number, number]}
 */
export function accuracySpan(columns) {
  const ends = columns.flatMap(({ accuracy }) => accuracy.interval ?? []);
  if (!ends.length) return [0, 1];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return [STEP * Math.floor(low / STEP), Math.min(1, STEP * Math.ceil(high / STEP))];
}

/** Facts of this picture, and what is known of the network. @param {Column} column */
export function factRows({ kind, settled, ms, facts }) {
  /** @type {[string, string][]} */
  const rows = [];
  const add = (/** @type {string} */ id, /** @type {string} */ value) =>
    rows.push([text(id), value]);
  const pass = kind === "plain" ? text("fact-none") : text("fact-one-pass");
  if (kind !== "parts")
    add("fact-iterations", settled ? text("fact-settled", { iteration: settled }) : pass);
  if (ms !== null) add("fact-time", text("fact-milliseconds", { time: number(ms, 1) }));
  if (kind === "parts") add("fact-learnt", text("fact-without-labels"));
  if (facts.labels) add("fact-named-by", text("fact-labels", { labels: String(facts.labels) }));
  add("fact-parameters", number(facts.parameters));
  const { affine } = facts;
  if (affine === undefined) return rows;
  add("fact-affine", affine ? percentWords(affine.share, 2) : text("unmeasured"));
  if (affine) add("fact-affine-interval", intervalWords(affine.interval));
  return rows;
}

/**
 * Note beneath a prediction that differs from that of more than half of all.
 * @param {{winner: number, called: string[]}} column
 * @param {{winner: number, called: string[]}[]} columns
 */
export function differWords({ winner, called }, columns) {
  const answers = columns.map((column) => column.called[column.winner]);
  const times = (answer) => answers.filter((other) => other === answer).length;
  const common = answers.find((answer) => times(answer) > columns.length / 2);
  return common === undefined || common === called[winner]
    ? ""
    : text("differs", { answer: common });
}

/**
 * @param {{title: string, objects?: number, winner: number, called: string[]}[]} columns
 * @returns {string}
 */
export function verdictWords(columns) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const column of columns) {
    const label = column.called[column.winner];
    groups.set(label, [...(groups.get(label) ?? []), titleOf(column)]);
  }
  const [first, ...others] = [...groups].sort(([, a], [, b]) => b.length - a.length);
  if (columns.length < 2 || !first) return "";
  const [answer, all] = first;
  const count = columns.length;
  if (others.length === 0) return text("verdict-all", { count, answer });
  const rest = others.map(([other, titles]) =>
    text("verdict-other", { networks: list(titles), answer: other }),
  );
  return text("verdict-most", { times: all.length, count, answer, others: list(rest, "unit") });
}

/** Title of a network. @param {{title: string, objects?: number}} column */
export function titleOf({ title, objects }) {
  return objects ? text("parts-title", { objects }) : title;
}

/**
 * @typedef {object} Apart networks of the visitor's that are not compared
 * @property {string[]} names
 * @property {number} more that are not named
 * @property {boolean} alone whether there is nothing to compare with
 */

/** Which networks are not compared, and why. @param {Apart} apart */
export function apartWords({ names, more, alone }) {
  const sentences = [];
  if (names.length) {
    const networks = list(names, "unit");
    sentences.push(more ? text("apart-more", { networks, more }) : text("apart", { networks }));
  }
  if (alone) sentences.push(text("apart-alone"));
  return list(sentences, "sentences");
}

/**
 * One sentence about networks that the browser has not fetched yet.
 * @param {{networks: number, bytes: number, coming: boolean}} more
 */
export function moreWords({ networks, bytes, coming }) {
  const values = { count: networks, size: sizeWords(bytes) };
  return coming ? text("more-coming", values) : text("more-offered", values);
}
