/*
 * The pictures at both ends of each dimension's slider, and a mark on the three dimensions that
 * change this very digit most.
 */

import { contextOf, make } from "../../browser/dom.js";
import { placeInWindow } from "../../browser/figure.js";
import { misfitOf, PixelPicture } from "../../browser/picture.js";
import { plainName } from "../../browser/sliders.js";

const COUNT = 3;
/** Names of dimensions with several effects or none that has a name. */
const VAGUE_NAMES = new Set(["entangled", "local detail", "hardly any change", "unknown"]);

/**
 * A capsule's pictures at both ends of each slider.
 * @param {(pose: Float32Array) => Uint8Array} decode paints into the same bytes each time
 * @param {{original: Float32Array, low: Float32Array, high: Float32Array}} sliders
 */
export function decodeEnds(decode, { original, low, high }) {
  const pose = Float32Array.from(original);
  /** @param {number} d @param {number} value */
  const pictureAt = (d, value) => {
    pose[d] = value;
    const picture = decode(pose).slice();
    pose[d] = original[d];
    return picture;
  };
  return Array.from(original, (_, d) => [pictureAt(d, low[d]), pictureAt(d, high[d])]);
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
  const selected = order.filter((d) => {
    const { text = "", confirmed = false } = labels[d] ?? {};
    const isNew = confirmed && !VAGUE_NAMES.has(plainName(text)) && !names.has(plainName(text));
    if (isNew) names.add(plainName(text));
    return isNew;
  });
  const others = order.filter((d) => !selected.includes(d));
  return [...selected, ...others].slice(0, count);
}

/**
 * The pictures at one end of all sliders, on one canvas: a browser composes every visible canvas in
 * each frame.
 */
class EndPictures {
  /**
   * @param {HTMLElement} list of the sliders
   * @param {HTMLElement[]} boxes where the pictures belong
   */
  constructor(list, boxes) {
    this.list = list;
    this.boxes = boxes;
    this.canvas = make("canvas", {
      className: "cv-slider-pictures",
      aria: { "aria-hidden": "true" },
    });
    list.append(this.canvas);
    this.context = contextOf(this.canvas, { willReadFrequently: true });
    this.picture = new PixelPicture(make("canvas"));
    /** @type {Uint8Array[]} */
    this.pictures = [];
    /** @type {Uint32Array} */
    this.ink = new Uint32Array();
    /** Left, top, width and height of each box on the canvas. @type {number[][]} */
    this.areas = [];
    this.fit();
  }

  /** Lie under the boxes, wherever they are by now. */
  fit() {
    const { canvas, context, boxes, list } = this;
    const density = globalThis.devicePixelRatio || 1;
    const listBox = list.getBoundingClientRect();
    // Round to device pixels, as the browser does for the boxes themselves.
    const round = (/** @type {number} */ value) => Math.round(value * density);
    const edges = boxes
      .map((box) => box.getBoundingClientRect())
      .map((r) => [round(r.left), round(r.top), round(r.right), round(r.bottom)]);
    const minimum = (/** @type {number} */ edge) => Math.min(...edges.map((each) => each[edge]));
    const maximum = (/** @type {number} */ edge) => Math.max(...edges.map((each) => each[edge]));
    const [left, top] = [minimum(0), minimum(1)];
    [canvas.width, canvas.height] = [maximum(2) - left, maximum(3) - top];
    placeInWindow(canvas, {
      left: left / density - listBox.left,
      top: top / density - listBox.top,
      width: canvas.width / density,
      height: canvas.height / density,
    });
    this.areas = edges.map(([x, y, right, bottom]) => [x - left, y - top, right - x, bottom - y]);
    context.imageSmoothingEnabled = false;
    this.paint();
  }

  /** @param {Uint8Array[]} pictures @param {Uint32Array} ink table of colours */
  show(pictures, ink) {
    this.pictures = pictures;
    this.ink = ink;
    this.paint();
  }

  paint() {
    this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    for (const [d, picture] of this.pictures.entries()) {
      const [x, y, width, height] = this.areas[d];
      this.picture.show(picture, this.ink);
      this.context.drawImage(this.picture.context.canvas, x, y, width, height);
    }
  }
}

export class SliderEnds {
  /** @param {import("../../browser/sliders.js").DimensionSliders} sliders whose rows have ends */
  constructor(sliders) {
    this.sliders = sliders;
    /** The strongest, the first one most. @type {number[]} */
    this.strongest = [];
    /** The rows that they are for. @type {any[]} */
    this.rows = [];
    /** At the low ends and at the high ones. @type {EndPictures[]} */
    this.sides = [];
    this.resizeObserver = new ResizeObserver(() => {
      for (const side of this.sides) side.fit();
    });
  }

  /**
   * Show another digit, or the same after its dimensions were named.
   * @param {(pose: Float32Array) => Uint8Array} decode
   * @param {{text: string, confirmed: boolean}[]} labels
   * @param {Uint32Array} ink table of colours
   */
  show(decode, labels, ink) {
    const ends = decodeEnds(decode, this.sliders);
    const changes = ends.map(([low, high]) => misfitOf(low, high));
    this.strongest = chooseDimensions(changes, labels);
    if (this.rows !== this.sliders.rows) this.build();
    this.paint(ends, ink);
  }

  /** Remove the pictures until another decoder's are ready. */
  clear() {
    this.strongest = [];
    this.paint([]);
  }

  /** @param {Uint8Array[][]} ends by dimension @param {Uint32Array} [ink] */
  paint(ends, ink = new Uint32Array()) {
    for (const [end, side] of this.sides.entries())
      side.show(
        ends.map((pictures) => pictures[end]),
        ink,
      );
    for (const [d, { row }] of this.rows.entries())
      row.classList.toggle("cv-slider-strong", this.strongest.includes(d));
  }

  /** Other sliders than before. */
  build() {
    const { list, rows } = this.sliders;
    this.rows = rows;
    this.sides = [0, 1].map(
      (end) =>
        new EndPictures(
          list,
          rows.map(({ ends }) => ends[end]),
        ),
    );
    this.resizeObserver.disconnect();
    for (const each of [list, rows[0].track, rows[0].ends[0]]) this.resizeObserver.observe(each);
  }
}
