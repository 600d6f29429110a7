/* Texts of the Viewpoint page about its numbers. */

import { VIEW_KINDS, viewValue } from "./figures.js";

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
 *   probabilities, and what they are of
 * @param {boolean} empty the picture
 */
export function cnnWords({ cnn, classes, thing }, empty) {
  if (!cnn) {
    return "No plain CNN that reads the same is on this machine, so only the capsules are shown: capsviz train --network cnn trains one, on the same --data-set.";
  }
  if (empty) return `The plain CNN must name a ${thing} even for an empty picture.`;
  const best = largest(cnn);
  return `The plain CNN says ${classes[best]}, probability ${cnn[best].toFixed(2)}.`;
}

/**
 * Predictions of both networks for one picture, as a heading.
 * @param {{cnn: number[] | null, classes: string[], verdict: {kind: string}}} reply
 * @param {string} capsules name of the capsules' class
 */
export function sayWords({ cnn, classes, verdict }, capsules) {
  if (verdict.kind === "empty") return "Nothing to read";
  if (!cnn) return `The capsules predict ${capsules}`;
  const other = classes[largest(cnn)];
  return other === capsules
    ? `Both say ${capsules}`
    : `The capsules predict ${capsules}, the CNN ${other}`;
}

/** A share of variance. @param {number} r2 */
function shareWords(r2) {
  return r2 < 0.005 ? "nothing" : `${Math.round(100 * r2)} %`;
}

/** @param {string} kind @param {number} span of a law, to each side */
export function spanWords(kind, span) {
  return kind === "scale"
    ? `${viewValue(kind, 1 - span)} to ${viewValue(kind, 1 + span)}`
    : `±${viewValue(kind, span).slice(1)}`;
}

/**
 * @param {import("./curves.js").Curve} curve
 * @param {string} measure what the network's numbers are called
 */
export function curveWords({ kind, digit, law, lengths, values, classes }, measure) {
  let at = 0;
  const own = (i) => lengths[classes.length * i + digit];
  const name = classes[digit];
  for (let i = 1; i < values.length; i++) if (own(i) < own(at)) at = i;
  const short = `The ${measure} of ${name} falls to ${own(at).toFixed(2)} at ${viewValue(kind, values[at])}.`;
  if (!law) {
    return `${short} No law of the pose has been fitted for this network: capsviz viewpoint does that.`;
  }
  return (
    `${short} Within ${spanWords(kind, law.span)} a straight law, the same for every ${name}, ` +
    `explains ${shareWords(law.shared)} of how the pose follows the ${VIEW_KINDS[kind].name}, over test pictures it was not fitted on; ` +
    `a law that may depend on each one's own pose explains ${shareWords(law.own)}.`
  );
}

/** @typedef {{from: number, to: number} | null} Range of values; null where it is not seen at all */

/**
 * From where to where a class stays the winner, around the untouched digit.
 * @param {import("./curves.js").Curve} curve
 * @returns {Range}
 */
function winningRange({ kind, digit, lengths, values, classes }) {
  const wins = Array.from(values, (_, i) => {
    const all = lengths.subarray(classes.length * i, classes.length * (i + 1));
    return all.indexOf(Math.max(...all)) === digit;
  });
  const rest = kind === "scale" ? 1 : 0;
  const away = Array.from(values, (value) => Math.abs(value - rest));
  const middle = away.indexOf(Math.min(...away));
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
  if (!range) return `Untouched, it is not seen as ${name}`;
  if (range.from === values[0] && range.to === values.at(-1))
    return `Seen as ${name} through the whole range`;
  return `Seen as ${name} from ${viewValue(kind, range.from)} to ${viewValue(kind, range.to)}`;
}

/**
 * Result of a guess of the angle at which the class is lost.
 * @param {import("./curves.js").Curve} curve
 * @param {number} guess in degrees
 */
export function guessWords(curve, guess) {
  const range = winningRange(curve);
  const said = `You said ${viewValue("rotation", guess)}.`;
  if (!range) return `${said} ${rangeWords(curve)}.`;
  const end = guess < 0 ? range.from : range.to;
  if (Math.abs(end) >= 90) return `${said} On that side it is seen to the end.`;
  const off = Math.abs(Math.round(guess - end));
  return `${said} It is seen up to ${viewValue("rotation", end)}: ${off}° off.`;
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
  const what = part === "cnn" ? "probability" : measure;
  const says = ({ winner, lengths }) => `${classes[winner]}, ${what} ${lengths[winner].toFixed(2)}`;
  const { digit } = header;
  const outcome =
    before.winner !== digit
      ? `not read as ${classes[digit]} to begin with`
      : isFooled(header, part)
        ? "fooled"
        : "not fooled";
  return `${says(before)} \u2192 ${says(after)}: ${outcome}.`;
}

/** Note about the recorded attacks of a published site. @param {number} epsilon */
export function recordedWords(epsilon) {
  return `Recorded of the sample that this page begins with, untouched, at ε ${epsilon.toFixed(2)}. Your own picture is attacked in the app alone: that takes gradients, which a browser does not calculate.`;
}

/**
 * Whether the reconstruction gives an attack away, and how often it would accuse the innocent.
 * @param {Record<string, any>} header
 * @param {string} part
 * @param {number | null} alarms share of untouched pictures that the limit rejects
 */
export function misfitWords(header, part, alarms) {
  if (header[`${part}_after`].misfit === undefined) {
    return `It has no decoder: nothing ${isFooled(header, part) ? "tells that it was" : "would tell if it were"} fooled.`;
  }
  const [before, after] = [header.capsules_before, header.capsules_after];
  const told = after.fits
    ? "the reconstruction still fits, nothing reveals the change"
    : "the reconstruction does not fit, which reveals the change";
  const innocent =
    alarms === null
      ? "How many untouched pictures it rejects has not been measured for these weights."
      : `The same limit rejects ${(100 * alarms).toFixed(1)} % of untouched test pictures.`;
  const [was, is, limit] = [before.misfit, after.misfit, after.limit].map((one) => one.toFixed(1));
  return `Misfit ${was} \u2192 ${is}, limit ${limit}: ${told}. ${innocent} Verdict: ${after.verdict}`;
}

/**
 * The viewpoint of a body, and what the pose says of it.
 * @param {string} truth
 * @param {string} read "" if no map was measured
 */
export function turnedWords(truth, read) {
  return read ? `Turned to ${truth}. The pose says ${read}.` : `Turned to ${truth}.`;
}
