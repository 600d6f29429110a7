/* Sentences of Compare: about each network, all of them together, and each against the others. */

import { sizeWords } from "../../browser/network_offer.js";
import { misfitOf } from "../../browser/picture.js";
import { base64ToBytes } from "../../browser/raster.js";

/**
 * @typedef {object} Score
 * @property {string} name of the numbers
 * @property {number} least one of a sure prediction
 *
 * @typedef {object} Accuracy in 0..1, and its 95 % interval
 * @property {string} of which pictures
 * @property {number | null} share
 * @property {[number, number] | null} interval
 *
 * @typedef {object} Column
 * @property {string} name
 * @property {string} title
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
 * @property {[string, string][]} facts
 */

/** Accuracies between two marks of their scale. */
const STEP = 0.001;

/** How sure a network is. @param {Column} column */
export function scoreWords({ score: { name, least }, lengths, winner, none = 0 }) {
  const longest = lengths[winner];
  if (none > longest) return `unsure: none of its objects ${none.toFixed(2)}`;
  return `${longest < least ? "unsure: " : ""}${name} ${longest.toFixed(2)}`;
}

/** @param {Column} column */
export function couplingWords({ kind, types, grid, rows, called, winner }) {
  if (kind === "parts") return "learnt without labels: nothing is routed";
  if (kind === "plain") return "no capsules: nothing is routed";
  return `${(types * grid * rows).toLocaleString("en")} couplings to ${called[winner]}`;
}

/**
 * The coupling of one input capsule.
 * @param {number[]} place its type, row and column
 * @param {number} coupling
 */
export function cellWords([type, row, column], coupling) {
  const c = coupling.toFixed(coupling < 0.01 ? 4 : 2);
  return `type ${type + 1}, row ${row + 1}, column ${column + 1}: c = ${c}`;
}

/**
 * Squared error of a reconstruction, summed over pixels of 0..1; null without one of the picture's size.
 * @param {{reconstruction?: string | null}} column @param {Uint8Array} image
 */
export function errorOf({ reconstruction }, image) {
  if (!reconstruction) return null;
  const bytes = base64ToBytes(reconstruction);
  return bytes.length === image.length ? misfitOf(image, bytes) : null;
}

/** An accuracy in percent, and its interval or what it is of. @param {Column["accuracy"]} accuracy */
export function accuracyWords({ of, share, interval }) {
  if (share === null) return ["", "not measured for these weights"];
  const percent = (/** @type {number} */ at) => (100 * at).toFixed(2);
  return [`${percent(share)} %`, interval ? interval.map(percent).join(" to ") : `of ${of}`];
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
  const pass = kind === "plain" ? "none" : "none: one pass";
  if (kind !== "parts") rows.push(["iterations", settled ? `settled from ${settled} on` : pass]);
  if (ms !== null) rows.push(["time here and now", `${ms.toFixed(1)} ms`]);
  return [...rows, ...facts];
}

/**
 * Note beneath a prediction that differs from that of more than half of all.
 * @param {{winner: number, called: string[]}} column
 * @param {{winner: number, called: string[]}[]} columns
 */
export function differWords({ winner, called }, columns) {
  const answers = columns.map((column) => column.called[column.winner]);
  const times = (answer) => answers.filter((one) => one === answer).length;
  const usual = answers.find((answer) => times(answer) > columns.length / 2);
  return usual === undefined || usual === called[winner] ? "" : `differs from most: ${usual}`;
}

/**
 * @param {{title: string, winner: number, called: string[]}[]} columns
 * @returns {string}
 */
export function verdictWords(columns) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const { title, winner, called } of columns) {
    const of = called[winner];
    groups.set(of, [...(groups.get(of) ?? []), title]);
  }
  const [first, ...others] = [...groups].sort(([, a], [, b]) => b.length - a.length);
  if (columns.length < 2 || !first) return "";
  const [answer, all] = first;
  if (others.length === 0) return `All ${columns.length} networks predict ${answer}.`;
  const rest = others.map(([of, titles]) => `${titles.join(" and ")} ${of}`);
  return `${all.length} of ${columns.length} networks predict ${answer}; ${rest.join(", ")}.`;
}

/**
 * One sentence about networks that the browser has not fetched yet.
 * @param {{networks: number, bytes: number, coming: boolean}} more
 */
export function moreWords({ networks, bytes, coming }) {
  const others = networks === 1 ? "One more network" : `${networks} more networks`;
  const size = sizeWords(bytes);
  return coming ? `${others} to come (${size}).` : `${others} can read it too: ${size} to fetch.`;
}
