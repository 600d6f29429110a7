/* Texts of the Dimensions page about poses and dimensions. Nothing here touches the page. */

import { formatPoseValue } from "../../browser/sliders.js";
import { asPercent, poseLength, shareBelow, shareOfHistogram } from "./numbers.js";
import { measuresOf, sweepValue } from "./poses.js";

/** @import { Scene, Spot } from "./poses.js" */

/** Share of real digits beyond a pose, below which the pose counts as unusual. */
const UNUSUAL = 0.05;
/** Margin below which a capsule did not win clearly. */
const SHORT = 0.5;

/** "+0.31 px", with two significant digits. */
function slopeText(slope, unit) {
  const size = Number(Math.abs(slope).toPrecision(2));
  return `${slope < 0 ? "\u2212" : "+"}${size} ${unit} per standard deviation`;
}

/** Measured effect of a dimension, as a full sentence. */
export function sentenceOf(known, k, d, name) {
  const { kind, text, measures, confirmed, r } = known.labels[k][d];
  const start = `Dimension ${d} of the ${name}`;
  if (kind === "still") return `${start}: hardly changes the picture.`;
  if (kind === "unknown") return `${start}: its effect is ${text}.`;
  if (kind === "local")
    return `${start}: changes a detail that none of the nine measures describes.`;
  const [first] = measures;
  const all = measuresOf(known);
  const by = slopeText(known.effects.slope[k][d][first], all[first].unit);
  const how = typeof r === "number" ? ` (r = ${formatPoseValue(r)})` : "";
  const real = confirmed
    ? `Real test pictures agree${how}.`
    : `Real test pictures do not confirm it${how}.`;
  if (kind === "clear") return `${start} is ${text}: ${by}. ${real}`;
  if (kind === "loose") return `${start} goes ${text}, but not in a straight line. ${real}`;
  const names = measures.map((m) => all[m].name).join(" and ");
  const shares = text.replace("entangled: ", "R² ");
  return `${start} is entangled: it changes ${names} together (${shares}). ${real}`;
}

/**
 * Description of the cell under the pointer in the sweep figure.
 * @param {Scene} scene
 * @param {Spot} spot
 */
export function spotWords(scene, { part, at, column }) {
  const { known, k, order, name: called } = scene;
  const d = order[at];
  if (part === "measure") {
    const { slope, r2, partial } = known.effects;
    const { name, unit } = measuresOf(known)[column];
    const r = partial[k][d][column];
    const real =
      r === null ? "" : `; on real test pictures, partial correlation r ${formatPoseValue(r)}`;
    const by = slopeText(slope[k][d][column], unit);
    return `dimension ${d} and ${name}: ${by}, R² ${r2[k][d][column].toFixed(2)}${real}`;
  }
  if (part === "cell") {
    const value = formatPoseValue(sweepValue(scene, d, column));
    return `dimension ${d} at ${value}: click to use this pose`;
  }
  if (part === "change") return `dimension ${d}: the last picture minus the first`;
  return known ? sentenceOf(known, k, d, called) : `dimension ${d}`;
}

/**
 * How typical a pose is.
 * @param {import("./numbers.js").PoseCloud} cloud of its class
 * @param {string} name of the class
 * @param {ArrayLike<number>} pose
 */
export function usualness(cloud, name, pose) {
  const distance = cloud.distance(pose);
  const farther = 1 - shareBelow(cloud.distances, distance);
  const count = cloud.count.toLocaleString("en");
  const rest =
    farther === 0
      ? `farther out than every one of the ${count} training ${kinPlural(name)}. No training picture is like this.`
      : `${farther < UNUSUAL ? "unusual" : "usual"}, ${asPercent(farther)} of the training ${kinPlural(name)} ` +
        "lie farther out.";
  return {
    distance,
    far: farther < UNUSUAL,
    text: `distance ${distance.toFixed(1)} from the mean ${name}: ${rest}`,
  };
}

/**
 * A pose's length beside those of real digits.
 * @param {import("./numbers.js").PoseCloud | null} cloud
 * @param {string} name of its class
 * @param {ArrayLike<number>} pose
 */
export function lengthWords(cloud, name, pose) {
  const length = poseLength(pose);
  if (!cloud) return { beyond: false, text: `length of the pose ${length.toFixed(2)}` };
  const [low, high] = [cloud.lengths[1], cloud.lengths[99]];
  const beyond = length < low ? ", too short" : length > high ? ", too long" : "";
  const range = `${low.toFixed(2)} to ${high.toFixed(2)}`;
  return {
    beyond: Boolean(beyond),
    text: `length of the pose ${length.toFixed(2)}${beyond}: 98 % of real ${kinPlural(name)} have ${range}.`,
  };
}

/** Several of a class: "7s", but "pictures of trousers". */
function kinPlural(name) {
  return name.length > 1 ? `pictures of ${name}` : `${name}s`;
}

/** Text beside the capsules. */
export function capsuleWords({ k, winner, size, network, measured }) {
  const name = network.classes[k];
  if (k === winner) return `the ${network.most} is chosen`;
  if (network.measure !== "length")
    return `${name} did not win: the decoder never learned to paint such a pose`;
  if (size >= SHORT) return "";
  const bring = `; bring it to the usual length of ${name} to see one in this hand`;
  return `${name} did not win: so short a pose decodes to a blur${measured ? bring : ""}`;
}

/**
 * Text about capsules that did not win.
 * @param {{measure: string}} network
 * @param {any} known measurements, or null
 */
export function othersWords({ measure }, known) {
  const start = "Choose one that did not win";
  if (measure !== "length")
    return `${start} to see what its pose decodes to: the decoder never learned to paint such a pose.`;
  if (!known) return `${start} to see what so short a pose decodes to.`;
  return `${start}, bring it to the length that its like has, and see what it would look like in this hand.`;
}

/** Range of a slider. */
export function sliderWords(known) {
  return known
    ? "A slider covers the values that real pictures have: mean ± 3 standard deviations over the training set."
    : "The values of real pictures were not measured for this network: a slider covers 0.5 to either side of its start.";
}

/**
 * Position of the pose among real digits in the chosen dimension.
 * @param {Scene} scene with measurements
 */
export function shareWords({ known, k, name, dimension: d, pose, original, start }) {
  const higher = (x) => {
    const share = shareOfHistogram(known.histogram[k][d], known.mean[k][d], known.std[k][d], x);
    const place =
      share === 0
        ? "lower than all"
        : share === 1
          ? "higher than all"
          : `higher than ${asPercent(share)}`;
    return `${formatPoseValue(x)} is ${place} of the training ${kinPlural(name)}`;
  };
  const from = start === "mean" ? "The mean" : "Your drawing";
  return pose[d] === original[d]
    ? `${from}: ${higher(original[d])}.`
    : `Now: ${higher(pose[d])}. ${from} (thin line): ${higher(original[d])}.`;
}

/** Number of pictures behind the statistics, and of those that they were chosen from. */
function trainingWords({ provenance }) {
  const { training_images: read, training_of: all } = provenance;
  const [some, every] = [read, all].map((n) => n?.toLocaleString("en"));
  if (read === all) return `all ${every} training pictures`;
  return all ? `${some} of ${every} training pictures` : `${some} training pictures`;
}

/** Range of a sweep over real pictures. */
export function rangeWords(known) {
  return (
    "“What real pictures have” goes from three standard deviations below the mean to three above, of " +
    `${trainingWords(known)}.`
  );
}

/** Meaning of the numbers in the table, and the number of digits behind them. */
export function evidenceWords(known) {
  const { test_images: test } = known.provenance;
  const least = known.least_r ? ` with r of at least ${known.least_r}` : "";
  return (
    "In the table, a colour tells how far a measure moves when the dimension rises by one " +
    "standard deviation (red: up, blue: down; full colour: one standard deviation of real " +
    "pictures), the number is the R² of a straight line over sweeps from many real poses; r is the " +
    `partial correlation on real test pictures. \u2713: they agree${least}. Measured on ` +
    `${trainingWords(known)} and ${test.toLocaleString("en")} test pictures.`
  );
}

/** Shown for an unmeasured network: what is disabled, and how to get it. */
export function unmeasuredWords(network) {
  return (
    "The dimensions of this network have not been measured: sweeps over the values that real pictures " +
    "take, the mean pose, random poses, labels, the order by effect and the data behind them are " +
    `switched off, for ${network.missing}`
  );
}

/**
 * @param {{capsule: number}} from
 * @param {{capsule: number}} to
 * @param {string[]} classes
 */
export function wayWords(from, to, classes) {
  return from.capsule === to.capsule
    ? `The pose of the ${classes[from.capsule]} in a straight line; what lies between need not look like a real one.`
    : `Capsule ${classes[from.capsule]} shrinks while capsule ${classes[to.capsule]} grows.`;
}

/**
 * The dimension with the largest measured effect or, without measures, a description of the figure.
 * @param {import("./poses.js").Scene} scene
 * @param {string} name of the capsule
 */
export function sweepWords({ known, k, order }, name) {
  const plain = "a sweep of each dimension";
  if (!known) return plain;
  const visible = Array.from(known.effects.visible[k]);
  const most = visible.indexOf(Math.max(...visible));
  // A heading names the row beneath it, not one that may be out of sight.
  if (order[0] !== most) return plain;
  return `Dimension ${most} changes capsule ${name}’s picture most`;
}
