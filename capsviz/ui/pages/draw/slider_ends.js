/*
 * The pictures at both ends of each dimension's slider, and a mark on the three dimensions that
 * change this very digit most.
 */

import { misfitOf, PixelPicture } from "../../browser/picture.js";
import { plainName } from "../../browser/sliders.js";

const COUNT = 3;
/** Names of dimensions that do several things, or nothing that has a name. */
const MIXED = new Set(["entangled", "local detail", "hardly any change", "unknown"]);

/**
 * A capsule's pictures at both ends of each slider.
 * @param {(pose: Float32Array) => Uint8Array} decode paints into the same bytes each time
 * @param {{original: Float32Array, low: Float32Array, high: Float32Array}} sliders
 */
export function decodeEnds(decode, { original, low, high }) {
  /** @param {number} d @param {number} value */
  const at = (d, value) =>
    Uint8Array.from(decode(Float32Array.from(original, (old, k) => (k === d ? value : old))));
  return Array.from(original, (_, d) => [at(d, low[d]), at(d, high[d])]);
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

export class SliderEnds {
  /** @param {import("../../browser/sliders.js").DimensionSliders} sliders whose rows have ends */
  constructor(sliders) {
    this.sliders = sliders;
    /** The strongest, the first one most. @type {number[]} */
    this.strongest = [];
    /** @type {WeakMap<HTMLCanvasElement, PixelPicture>} */
    this.pictures = new WeakMap();
  }

  /**
   * Another digit, or it is known by now what its dimensions do.
   * @param {(pose: Float32Array) => Uint8Array} decode
   * @param {{text: string, confirmed: boolean}[]} labels
   * @param {Uint32Array} ink table of colours
   */
  show(decode, labels, ink) {
    const ends = decodeEnds(decode, this.sliders);
    const changes = ends.map(([low, high]) => misfitOf(low, high));
    this.strongest = chooseDimensions(changes, labels);
    this.sliders.rows.forEach(({ row, ends: canvases }, d) => {
      for (const [side, canvas] of canvases.entries())
        this.pictureOf(canvas).show(ends[d][side], ink);
      row.classList.toggle("cv-slider-strong", this.strongest.includes(d));
    });
  }

  /** @param {HTMLCanvasElement} canvas */
  pictureOf(canvas) {
    const found = this.pictures.get(canvas) ?? new PixelPicture(canvas);
    this.pictures.set(canvas, found);
    return found;
  }
}
