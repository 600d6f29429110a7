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
/** Length below which a capsule holds too little of a class to morph from. */
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
 * @param {{measures: string[]}} known
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
 * @property {any} known measurements of the network, as the poses route sends them; or null
 * @property {import("./numbers.js").PoseCloud | null} cloud pose statistics of the chosen class
 * @property {{text: string, title: string}[] | null} names labels of its dimensions
 * @property {number} k the chosen capsule
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
 * @typedef {{part: "cell" | "change" | "label" | "measure", at: number, column: number}} Spot
 */

/**
 * The visible form of a view: options that need measurements fall back if there are none. The view
 * itself stays, as the next network may have them.
 * @param {Record<string, any>} view
 * @param {any} known
 * @returns {{start: "drawing" | "mean", range: "paper" | "data", order: "number" | "effect"}}
 */
export function viewFor({ start, range, order }, known) {
  return known ? { start, range, order } : { start: "drawing", range: "paper", order: "number" };
}

/** All `count` dimensions in display order: their own, or the strongest first. */
export function orderOf(known, k, order, count) {
  const all = Array.from({ length: count }, (_, d) => d);
  const effect = known?.effects.visible[k];
  return order === "effect" && effect ? all.sort((a, b) => effect[b] - effect[a]) : all;
}

/**
 * The value of dimension d at a step of its sweep, which may lie between two.
 * @param {Scene} scene
 */
export function sweepValue({ range, known, k, pose }, d, step) {
  const share = (2 * step) / (SWEEP_STEPS - 1) - 1;
  if (range === "paper") return pose[d] + PAPER_REACH * share;
  return known.mean[k][d] + DATA_REACH * share * known.std[k][d];
}

/**
 * Fractional step of the present pose in a sweep; null if outside.
 * @param {Scene} scene
 */
export function placeInSweep({ range, known, k, pose }, d) {
  const middle = (SWEEP_STEPS - 1) / 2;
  if (range === "paper") return middle;
  const z = (pose[d] - known.mean[k][d]) / known.std[k][d];
  const place = middle + (middle * z) / DATA_REACH;
  return place < -0.5 || place > SWEEP_STEPS - 0.5 ? null : place;
}

/**
 * Possible ends of a path between two digits.
 * @param {string} way "class" or "morph"
 * @param {number} k the chosen capsule
 * @param {{
 *   known: any, lengths: number[], classes: string[], samples: {digit: number, name: string}[],
 * }} of
 * @returns {[string, string][]} names and labels
 */
export function endChoices(way, k, { known, lengths, classes, samples }) {
  const mean = (j) => (known ? [[`mean-${j}`, text("mean-of", { name: classes[j] })]] : []);
  const own = (j) => [`drawing-${j}`, text("end-drawing", { name: classes[j] })];
  if (way === "class") {
    const places = samples.map(({ digit, name }, at) => ({ digit, name, at }));
    const same = places.filter(({ digit }) => digit === k);
    const found = [["now", text("end-sliders")], own(k), ...mean(k)];
    return /** @type {[string, string][]} */ ([
      ...found,
      ...same.map(({ name, at }) => [`sample-${at}`, sampleName(name)]),
    ]);
  }
  return /** @type {[string, string][]} */ (
    lengths.flatMap((length, j) => [
      ...mean(j),
      ...(length >= MIN_LENGTH || !known ? [own(j)] : []),
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
 * @param {number} place 0..1
 * @returns {Uint8Array} the decoder's own buffer: copy it to keep it
 */
export function imageBetween(decoder, from, to, place) {
  if (from.capsule === to.capsule) {
    const step = (value, d) => value + (to.pose[d] - value) * place;
    return decoder.decode(from.capsule, Float32Array.from(from.pose, step));
  }
  return decoder.decodeMixture([
    [from.capsule, Float32Array.from(from.pose, (value) => value * (1 - place))],
    [to.capsule, Float32Array.from(to.pose, (value) => value * place)],
  ]);
}
