/* Texts of the Dimensions page about poses and dimensions. Nothing here touches the page. */

import { formatPoseValue, labelWords } from "../../browser/sliders.js";
import { text as message, number } from "../../browser/text.js";
import { poseLength, shareBelow, shareOfHistogram } from "./numbers.js";
import { measuresOf, sweepValue } from "./poses.js";

/** @import { Scene, Spot } from "./poses.js" */

/** Share of real digits beyond a pose, below which the pose counts as unusual. */
const MIN_TYPICAL_SHARE = 0.05;
/** Margin below which a capsule did not win clearly. */
const MIN_CLEAR_MARGIN = 0.5;

/** "+0.31 px per standard deviation", with two significant digits. */
function slopeText(slope, unit) {
  return message("slope", {
    size: number(slope, undefined, { significant: 2, signed: true }),
    unit,
  });
}

/** A measure's name within a sentence. @param {string} name */
export function measureWord(name) {
  return message("measure-plain", { key: name.replaceAll(" ", "-"), name });
}

/** A share as a whole percentage. @param {number} share */
function shareText(share) {
  const percent = 100 * share;
  const round =
    percent > 0 && percent < 1 ? "least" : percent > 99 && percent < 100 ? "most" : "other";
  return message("share-rounded", { round, percent: String(Math.round(percent)) });
}

/** Measured effect of a dimension, as a full sentence. */
export function sentenceOf(stats, k, d, name) {
  const { kind, text: label, measures, confirmed, r } = stats.labels[k][d];
  const values = { dimension: String(d), name, label: labelWords(label) };
  if (kind === "still") return message("effect-still", values);
  if (kind === "unknown") return message("effect-unknown", values);
  if (kind === "local") return message("effect-local", values);
  const [first, second] = measures;
  const all = measuresOf(stats);
  const isKnown = typeof r === "number";
  const real = message("real-pictures", {
    real: confirmed ? "agree" : "other",
    known: isKnown ? "yes" : "no",
    r: isKnown ? formatPoseValue(r) : "",
  });
  if (kind === "clear") {
    const slope = slopeText(stats.effects.slope[k][d][first], all[first].unit);
    return message("effect-clear", { ...values, slope, real });
  }
  if (kind === "loose") return message("effect-loose", { ...values, real });
  const names = { first: measureWord(all[first].name), second: measureWord(all[second].name) };
  const shares = `R² ${labelWords(label.replace("entangled: ", ""))}`;
  return message("effect-entangled", { ...values, ...names, shares, real });
}

/**
 * Description of the cell under the pointer in the sweep figure.
 * @param {Scene} scene
 * @param {Spot} spot
 */
export function spotWords(scene, { part, row, column }) {
  const { stats, k, order, name: called } = scene;
  const d = order[row];
  const dimension = String(d);
  if (part === "measure") {
    const { slope, r2, partial } = stats.effects;
    const { name, unit } = measuresOf(stats)[column];
    const r = partial[k][d][column];
    return message("spot-measure", {
      dimension,
      measure: measureWord(name),
      slope: slopeText(slope[k][d][column], unit),
      r2: number(r2[k][d][column], 2),
      known: r === null ? "no" : "yes",
      r: r === null ? "" : formatPoseValue(r),
    });
  }
  if (part === "cell") {
    const value = formatPoseValue(sweepValue(scene, d, column));
    return message("spot-cell", { dimension, value });
  }
  if (part === "change") return message("spot-change", { dimension });
  return stats ? sentenceOf(stats, k, d, called) : message("dimension-number", { dimension });
}

/**
 * Text about a pose's typicality.
 * @param {import("./numbers.js").PoseCloud} cloud of its class
 * @param {string} name of the class
 * @param {ArrayLike<number>} pose
 */
export function usualness(cloud, name, pose) {
  const distance = cloud.distance(pose);
  const farther = 1 - shareBelow(cloud.distances, distance);
  const unusual = farther < MIN_TYPICAL_SHARE;
  const values = {
    distance: number(distance, 1),
    name,
    kin: classPlural(name),
    share: shareText(farther),
  };
  const text =
    farther === 0
      ? message("distance-beyond", { ...values, count: number(cloud.count) })
      : message(unusual ? "distance-unusual" : "distance-usual", values);
  return { distance, unusual, text };
}

/**
 * A pose's length compared with those of real digits.
 * @param {import("./numbers.js").PoseCloud | null} cloud
 * @param {string} name of its class
 * @param {ArrayLike<number>} pose
 */
export function lengthWords(cloud, name, pose) {
  const length = poseLength(pose);
  const values = { length: number(length, 2) };
  if (!cloud) return { beyond: false, text: message("pose-length", values) };
  const [low, high] = [cloud.lengths[1], cloud.lengths[99]];
  const beyond = length < low ? "short" : length > high ? "long" : "no";
  const range = { low: number(low, 2), high: number(high, 2) };
  return {
    beyond: beyond !== "no",
    text: message("pose-length-among", { ...values, ...range, beyond, kin: classPlural(name) }),
  };
}

/** Several of a class: "7s", but "pictures of trousers". */
function classPlural(name) {
  return message("kin", { named: name.length > 1 ? "name" : "letter", name });
}

/** Text beside the capsules. */
export function capsuleWords({ k, winner, size, network, measured }) {
  const { classes, measure } = network;
  const name = classes[k];
  if (k === winner) return message("capsule-won", { measure });
  if (measure !== "length") return message("capsule-lost-active", { name });
  if (size >= MIN_CLEAR_MARGIN) return "";
  return message(measured ? "capsule-lost-stretch" : "capsule-lost", { name });
}

/**
 * Text about capsules that did not win.
 * @param {{measure: string}} network
 * @param {any} stats measurements, or null
 */
export function othersWords({ measure }, stats) {
  if (measure !== "length") return message("others-active");
  return message(stats ? "others-stretch" : "others-short");
}

/**
 * Position of the pose among real digits in the selected dimension.
 * @param {Scene} scene with measurements
 */
export function shareWords({ stats, k, name, dimension: d, pose, original, start }) {
  const placeText = (x) => {
    const share = shareOfHistogram(stats.histogram[k][d], stats.mean[k][d], stats.std[k][d], x);
    return message("place", {
      value: formatPoseValue(x),
      place: share === 0 ? "lowest" : share === 1 ? "highest" : "between",
      share: shareText(share),
      kin: classPlural(name),
    });
  };
  const place = placeText(original[d]);
  return pose[d] === original[d]
    ? message("place-start", { start, place })
    : message("place-now", { start, place, now: placeText(pose[d]) });
}

/** Number of pictures behind the statistics, and of those from which they were chosen. */
function trainingWords({ provenance }) {
  const { training_images: used, training_of: total } = provenance;
  const [usedText, totalText] = [used, total].map((n) => (n ? number(n) : ""));
  const part = used === total ? "all" : total ? "some" : "unknown";
  return message("pictures-training", { part, some: usedText, all: totalText });
}

/** Range of a sweep over real pictures. */
export function rangeWords(stats) {
  return message("range-explained", { pictures: trainingWords(stats) });
}

/** Meaning of the numbers in the table, and the number of digits behind them. */
export function evidenceWords(stats) {
  return message("evidence", {
    bound: stats.least_r ? "some" : "none",
    least: String(stats.least_r ?? ""),
    training: trainingWords(stats),
    test: number(stats.provenance.test_images),
  });
}

/**
 * @param {{capsule: number}} from
 * @param {{capsule: number}} to
 * @param {string[]} classes
 */
export function wayWords(from, to, classes) {
  return from.capsule === to.capsule
    ? message("way-straight", { name: classes[from.capsule] })
    : message("way-mixed", { from: classes[from.capsule], to: classes[to.capsule] });
}

/**
 * The dimension with the largest measured effect or, without measures, a description of the figure.
 * @param {import("./poses.js").Scene} scene
 * @param {string} name of the capsule
 */
export function sweepWords({ stats, k, order }, name) {
  if (!stats) return message("sweep-each");
  const visible = Array.from(stats.effects.visible[k]);
  const strongest = visible.indexOf(Math.max(...visible));
  // A heading names the row beneath it, not one that may be out of sight.
  if (order[0] !== strongest) return message("sweep-each");
  return message("sweep-most", { dimension: String(strongest), name });
}
