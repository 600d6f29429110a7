/*
 * The three dimensions that are seen to change this very digit most, each as a slider between the two
 * pictures at its ends. They move the sliders of all dimensions, which keep the pose.
 */

import { make, setText } from "../../browser/dom.js";
import { misfitOf, PixelPicture } from "../../browser/picture.js";
import { formatPoseValue, fullName, plainName } from "../../browser/sliders.js";

const COUNT = 3;
/** Names of dimensions that do several things, or nothing that has a name. */
const MIXED = new Set(["entangled", "local detail", "hardly any change", "unknown"]);

/**
 * How much each dimension changes a capsule's picture from one end of its slider to the other.
 * @param {(pose: Float32Array) => Uint8Array} decode paints into the same bytes each time
 * @param {{original: Float32Array, low: Float32Array, high: Float32Array}} sliders
 */
export function visibleChanges(decode, { original, low, high }) {
  return Array.from(original, (_, d) => {
    const before = Uint8Array.from(decode(poseAt(original, d, low[d])));
    return misfitOf(before, decode(poseAt(original, d, high[d])));
  });
}

/** A pose with another value of one dimension. @param {Float32Array} pose */
function poseAt(pose, d, value) {
  return Float32Array.from(pose, (old, k) => (k === d ? value : old));
}

/**
 * Which dimensions: those with the largest change, confirmed ones first and no name twice.
 * @param {number[]} changes by dimension
 * @param {{text: string, confirmed: boolean}[]} labels none where nothing was measured
 * @param {number} [count]
 */
export function chooseDimensions(changes, labels, count = COUNT) {
  const order = changes.map((_, d) => d).sort((a, b) => changes[b] - changes[a]);
  const names = new Set();
  const chosen = order.filter((d) => {
    const { text = "", confirmed = false } = labels[d] ?? {};
    const fresh = confirmed && !MIXED.has(plainName(text)) && !names.has(plainName(text));
    if (fresh) names.add(plainName(text));
    return fresh;
  });
  const others = order.filter((d) => !chosen.includes(d));
  return [...chosen, ...others].slice(0, count);
}

export class KeySliders {
  /**
   * @param {HTMLElement} place filled with them
   * @param {import("../../browser/sliders.js").DimensionSliders} sliders of all dimensions
   */
  constructor(place, sliders) {
    this.sliders = sliders;
    this.dimensions = [];
    this.rows = Array.from({ length: COUNT }, (_, at) => this.build(at));
    place.replaceChildren(...this.rows.map(({ row }) => row));
    place.setAttribute("role", "group");
    place.setAttribute("aria-label", "what changes this picture most");
  }

  build(at) {
    const hidden = { "aria-hidden": "true" };
    const ends = ["low", "high"].map(() => make("canvas", { className: "cv-digit", aria: hidden }));
    const name = make("span", { className: "cv-key-name", aria: hidden });
    const data = { testid: `key-${at}` };
    // Until it is known what it moves, it moves nothing.
    const input = make("input", { type: "range", step: "any", disabled: true, data });
    input.addEventListener("input", () =>
      this.sliders.move(this.dimensions[at], Number(input.value)),
    );
    input.addEventListener("change", () => this.sliders.onCommit(this.sliders.pose));
    const [low, high] = ends;
    const row = make("label", { className: "cv-key" }, name, low, input, high);
    return { row, name, input, ends, pictures: ends.map((end) => new PixelPicture(end)) };
  }

  /**
   * Another digit, or it is known by now what its dimensions do.
   * @param {(pose: Float32Array) => Uint8Array} decode
   * @param {{text: string, confirmed: boolean}[]} labels
   * @param {Uint32Array} ink table of colours
   */
  choose(decode, labels, ink) {
    const { sliders } = this;
    this.dimensions = chooseDimensions(visibleChanges(decode, sliders), labels);
    this.rows.forEach(({ row, name, input, pictures }, at) => {
      const d = this.dimensions[at];
      row.hidden = d === undefined;
      input.disabled = row.hidden;
      if (row.hidden) return;
      const known = plainName(labels[d]?.text ?? "");
      const said = known && !MIXED.has(known) ? fullName(known) : `dimension ${d}`;
      setText(name, said);
      input.setAttribute("aria-label", said);
      pictures[0].show(decode(poseAt(sliders.original, d, sliders.low[d])), ink);
      pictures[1].show(decode(poseAt(sliders.original, d, sliders.high[d])), ink);
    });
    this.follow();
  }

  /** The sliders of all dimensions have moved. */
  follow() {
    const { low, high, pose } = this.sliders;
    this.rows.forEach(({ input }, at) => {
      const d = this.dimensions[at];
      if (d === undefined) return;
      Object.assign(input, { min: String(low[d]), max: String(high[d]), value: String(pose[d]) });
      input.setAttribute("aria-valuetext", formatPoseValue(pose[d]));
    });
  }
}
