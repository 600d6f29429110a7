/* Texts of the Viewpoint page about its numbers. */

import { list, number, text } from "../../browser/text.js";
import { kindName, viewValue } from "./figures.js";

/**
 * The place of the largest value.
 * @param {ArrayLike<number>} values
 */
export function largest(values) {
  let best = 0;
  for (let k = 1; k < values.length; k++) if (values[k] > values[best]) best = k;
  return best;
}

/**
 * @param {{cnn: number[] | null, classes: string[], thing: string}} reply the plain network's
 *   probabilities and its classes
 * @param {boolean} empty the picture
 */
export function cnnWords({ cnn, classes, thing }, empty) {
  if (!cnn) return text("cnn-missing");
  if (empty) return text("cnn-empty", { thing });
  const best = largest(cnn);
  return text("cnn-says", { name: classes[best], probability: number(cnn[best], 2) });
}

/**
 * Predictions of both networks for one picture, as a heading.
 * @param {{cnn: number[] | null, classes: string[], thing: string, verdict: {kind: string}}} reply
 * @param {string} capsules name of the capsules' class
 */
export function sayWords({ cnn, classes, thing, verdict }, capsules) {
  if (verdict.kind === "empty") return text("says-nothing");
  const other = cnn ? classes[largest(cnn)] : "";
  if (verdict.kind === "none") return text("says-none", { thing, cnn: cnn ? 1 : 0, other });
  if (!cnn) return text("says-capsules", { name: capsules });
  return other === capsules
    ? text("says-both", { name: capsules })
    : text("says-apart", { name: capsules, other });
}

/** A share of variance. @param {number} r2 */
function shareWords(r2) {
  return r2 < 0.005 ? text("share-nothing") : text("share", { percent: Math.round(100 * r2) });
}

/** @param {string} kind @param {number} span of a law, to each side */
export function spanWords(kind, span) {
  return kind === "scale"
    ? text("span", { low: viewValue(kind, 1 - span), high: viewValue(kind, 1 + span) })
    : `±${viewValue(kind, span).slice(1)}`;
}

/**
 * @param {import("./curves.js").Curve} curve
 * @param {string} measure what the network's numbers are called
 */
export function curveWords({ kind, digit, law, lengths, values, classes }, measure) {
  const digitLengths = lengths.filter((_, i) => i % classes.length === digit);
  const name = classes[digit];
  const index = largest(digitLengths.map((length) => -length));
  const lowest = { least: number(digitLengths[index], 2), value: viewValue(kind, values[index]) };
  const sentence = text("curve-falls", { measure, name, ...lowest });
  if (!law) return list([sentence, text("law-none")], "sentences");
  const laws = { shared: shareWords(law.shared), own: shareWords(law.own) };
  const lawValues = { span: spanWords(kind, law.span), name, kind: kindName(kind), ...laws };
  return list([sentence, text("law", lawValues)], "sentences");
}

/** @typedef {{from: number, to: number} | null} Range of values; null where it is not seen at all */

/**
 * The range around the untransformed digit in which a class stays the winner.
 * @param {import("./curves.js").Curve} curve
 * @returns {Range}
 */
function winningRange({ kind, digit, lengths, values, classes }) {
  const wins = Array.from(values, (_, i) => {
    const all = lengths.subarray(classes.length * i, classes.length * (i + 1));
    return all.indexOf(Math.max(...all)) === digit;
  });
  const rest = kind === "scale" ? 1 : 0;
  const distances = Array.from(values, (value) => Math.abs(value - rest));
  const middle = distances.indexOf(Math.min(...distances));
  if (!wins[middle]) return null;
  let [low, high] = [middle, middle];
  while (wins[low - 1]) low -= 1;
  while (wins[high + 1]) high += 1;
  return { from: values[low], to: values[high] };
}

/**
 * How far a class stays the winner, as a heading.
 * @param {import("./curves.js").Curve} curve
 */
export function rangeWords(curve) {
  const { kind, digit, values, classes } = curve;
  const [name, range] = [classes[digit], winningRange(curve)];
  if (!range) return text("range-never", { name });
  if (range.from === values[0] && range.to === values.at(-1)) return text("range-whole", { name });
  const ends = { from: viewValue(kind, range.from), to: viewValue(kind, range.to) };
  return text("range", { name, ...ends });
}

/**
 * Result of a guess of the angle at which the class is lost.
 * @param {import("./curves.js").Curve} curve
 * @param {number} guess in degrees
 */
export function guessWords(curve, guess) {
  const range = winningRange(curve);
  const values = { guess: viewValue("rotation", guess) };
  if (!range) return text("guess-lost", { ...values, name: curve.classes[curve.digit] });
  const end = guess < 0 ? range.from : range.to;
  if (Math.abs(end) >= 90) return text("guess-end", values);
  const difference = Math.abs(Math.round(guess - end));
  return text("guess-off", { ...values, end: viewValue("rotation", end), off: difference });
}

/**
 * Whether an attack led a network away from a class that it had read.
 * @param {Record<string, any>} header
 * @param {string} part "capsules" or "cnn"
 */
function isFooled(header, part) {
  const [before, after] = [header[`${part}_before`], header[`${part}_after`]];
  return before.winner === header.digit && after.winner !== header.digit;
}

/**
 * Effect of an attack on a network's prediction.
 * @param {Record<string, any>} header
 * @param {string} part "capsules" or "cnn"
 * @param {string} measure
 * @param {string[]} classes
 */
export function attackWords(header, part, measure, classes) {
  const [before, after] = [header[`${part}_before`], header[`${part}_after`]];
  const quantity = part === "cnn" ? "probability" : measure;
  const says = ({ winner, lengths }) => {
    const value = number(lengths[winner], 2);
    return text("attack-answer", { name: classes[winner], measure: quantity, value });
  };
  const { digit } = header;
  const answers = { before: says(before), after: says(after) };
  if (before.winner !== digit) return text("attack-not-read", { ...answers, name: classes[digit] });
  return text(isFooled(header, part) ? "attack-fooled" : "attack-not-fooled", answers);
}

/**
 * Whether the reconstruction gives an attack away, and how often it would accuse the innocent.
 * @param {Record<string, any>} header
 * @param {string} part
 * @param {number | null} alarms share of untouched pictures that the limit rejects
 */
export function misfitWords(header, part, alarms) {
  if (header[`${part}_after`].misfit === undefined) {
    return text(isFooled(header, part) ? "attack-no-decoder-fooled" : "attack-no-decoder");
  }
  const [before, after] = [header.capsules_before, header.capsules_after];
  return text("misfit", {
    before: number(before.misfit, 1),
    after: number(after.misfit, 1),
    limit: number(after.limit, 1),
    fits: Number(after.fits),
    alarms: alarms === null ? "unknown" : number(100 * alarms, 1),
    verdict: after.verdict,
  });
}

/**
 * The viewpoint of a body, and the one predicted from the pose.
 * @param {string} truth
 * @param {string} reading "" if no map was measured
 */
export function turnedWords(truth, reading) {
  return reading ? text("turned-read", { truth, read: reading }) : text("turned", { truth });
}
