/*
 * Content of the Dimensions page, as plain values: the sweeps, ends and orders for a network and a
 * drawing. An unmeasured network has fewer.
 */

import { sampleName } from "../../browser/names.js";
import { text } from "../../browser/text.js";

export const SWEEP_STEPS = 11;
/** Half the width of the paper's sweep, and of one over real digits, each in its unit. */
const PAPER_REACH = 0.25;
const DATA_REACH = 3;
/** Length below which a capsule's class is too weak to morph from. */
const MIN_LENGTH = 0.1;
/** Units of the analysis's measures of strokes; those of colours are parts of their range. */
const UNITS = {
  area: "px²",
  length: "px",
  thickness: "px",
  slant: "°",
  width: "px",
  height: "px",
  x: "px",
  y: "px",
  rotation: "°",
};

/**
 * Measures of a network's pictures, in the order of the numbers.
 * @param {{measures: string[]}} stats
 */
export function measuresOf({ measures }) {
  return measures.map((name) => {
    const short = text("measure-short", { key: name.replaceAll(" ", "-"), name });
    return { name, short, unit: UNITS[name] ?? "range" };
  });
}

/**
 * State of the page, for drawings and texts.
 * @typedef {object} Scene
 * @property {any} inks colours
 * @property {any} decoder
 * @property {any} stats measurements of the network from the poses route, or null
 * @property {import("./numbers.js").PoseCloud | null} cloud pose statistics of the selected class
 * @property {{text: string, title: string}[] | null} names labels of its dimensions
 * @property {number} k the selected capsule
 * @property {string} name name of class k
 * @property {ArrayLike<number>} pose on the sliders
 * @property {ArrayLike<number>} original the initial pose
 * @property {"drawing" | "mean"} start
 * @property {"paper" | "data"} range
 * @property {number[]} order of the dimensions
 * @property {number} dimension the inspected one
 * @property {boolean} [plain] whether measures are hidden
 * @property {{canvas: HTMLCanvasElement}[]} [sheets] the sweeps' pictures
 * @property {Spot | null} [cursor] the cell under the pointer
 */
/**
 * A part of the sweep figure.
 * @typedef {{part: "cell" | "change" | "label" | "measure", row: number, column: number}} Spot
 */

/**
 * The visible form of a view: options that need measurements fall back if there are none. The view
 * itself does not change, as the next network may have them.
 * @param {Record<string, any>} view
 * @param {any} stats
 * @returns {{start: "drawing" | "mean", range: "paper" | "data", order: "number" | "effect"}}
 */
export function viewFor({ start, range, order }, stats) {
  return stats ? { start, range, order } : { start: "drawing", range: "paper", order: "number" };
}

/** All `count` dimensions in display order: their own, or the strongest first. */
export function orderOf(stats, k, order, count) {
  const all = Array.from({ length: count }, (_, d) => d);
  const effect = stats?.effects.visible[k];
  return order === "effect" && effect ? all.sort((a, b) => effect[b] - effect[a]) : all;
}

/**
 * The value of dimension d at a step of its sweep, which may be fractional.
 * @param {Scene} scene
 */
export function sweepValue({ range, stats, k, pose }, d, step) {
  const share = (2 * step) / (SWEEP_STEPS - 1) - 1;
  if (range === "paper") return pose[d] + PAPER_REACH * share;
  return stats.mean[k][d] + DATA_REACH * share * stats.std[k][d];
}

/**
 * Fractional step of the current pose in a sweep; null if outside.
 * @param {Scene} scene
 */
export function positionInSweep({ range, stats, k, pose }, d) {
  const middle = (SWEEP_STEPS - 1) / 2;
  if (range === "paper") return middle;
  const z = (pose[d] - stats.mean[k][d]) / stats.std[k][d];
  const position = middle + (middle * z) / DATA_REACH;
  return position < -0.5 || position > SWEEP_STEPS - 0.5 ? null : position;
}

/**
 * Possible ends of a path between two digits.
 * @param {string} way "class" or "morph"
 * @param {number} k the chosen capsule
 * @param {{
 *   stats: any, lengths: number[], classes: string[], samples: {digit: number, name: string}[],
 * }} options
 * @returns {[string, string][]} names and labels
 */
export function endChoices(way, k, { stats, lengths, classes, samples }) {
  const mean = (j) => (stats ? [[`mean-${j}`, text("mean-of", { name: classes[j] })]] : []);
  const drawingEnd = (j) => [`drawing-${j}`, text("end-drawing", { name: classes[j] })];
  if (way === "class") {
    const indexed = samples.map(({ digit, name }, index) => ({ digit, name, index }));
    const ofClass = indexed.filter(({ digit }) => digit === k);
    return /** @type {[string, string][]} */ ([
      ["now", text("end-sliders")],
      drawingEnd(k),
      ...mean(k),
      ...ofClass.map(({ name, index }) => [`sample-${index}`, sampleName(name)]),
    ]);
  }
  return /** @type {[string, string][]} */ (
    lengths.flatMap((length, j) => [
      ...mean(j),
      ...(length >= MIN_LENGTH || !stats ? [drawingEnd(j)] : []),
    ])
  );
}

/**
 * The default ends.
 * @param {string} way
 * @param {number} k
 * @param {string[]} names of the possible ends
 * @param {number} count of the classes
 * @returns {[string, string]}
 */
export function defaultEnds(way, k, names, count) {
  const other =
    names.find((name) => name !== names[0] && name !== `drawing-${k}`) ?? names[names.length - 1];
  if (way === "class") return ["now", names.find((name) => name.startsWith("sample-")) ?? other];
  const first = names.includes(`drawing-${k}`) ? `drawing-${k}` : `mean-${k}`;
  return [first, names.find((name) => name === `mean-${(k + 1) % count}`) ?? other];
}

/**
 * The decoded picture at a position between two ends.
 * @param {any} decoder
 * @param {{capsule: number, pose: ArrayLike<number>}} from
 * @param {{capsule: number, pose: ArrayLike<number>}} to
 * @param {number} position 0..1
 * @returns {Uint8Array} the decoder's own buffer: copy it to keep it
 */
export function imageBetween(decoder, from, to, position) {
  if (from.capsule === to.capsule) {
    const step = (value, d) => value + (to.pose[d] - value) * position;
    return decoder.decode(from.capsule, Float32Array.from(from.pose, step));
  }
  return decoder.decodeMixture([
    [from.capsule, Float32Array.from(from.pose, (value) => value * (1 - position))],
    [to.capsule, Float32Array.from(to.pose, (value) => value * position)],
  ]);
}
