/* Templates, ellipses and whole pictures of parts on a canvas. */

import { contextOf, make } from "../../browser/dom.js";
import { densityOf } from "../../browser/figure.js";
import { compose } from "../../browser/parts_network/affine.js";
import { RASTER_SIDE } from "../../browser/raster.js";
import { extent } from "./extent.js";

/** @typedef {import("../../browser/parts_network/network.js").Part} Part */

/** Least presence of a painted part; from `PRESENT_FROM` on it counts as present. */
const MIN_DRAWN_PRESENCE = 0.05;
export const PRESENT_FROM = 0.5;
/** Largest side of painted templates, in pixels: they are blurred, and screens have many more. */
const MAX_TEMPLATE_SIDE = 240;
/** Strength of the colours over the drawing's own ink. */
const COLOUR_STRENGTH = 0.85;

/** A colour for each part: neighbours in the alphabet lie far apart. */
export function partColour(m, count) {
  const hue = (360 * ((m * 7) % count)) / count;
  return `hsl(${hue.toFixed(0)} 75% ${m % 2 ? 42 : 52}%)`;
}

/** A part's name in the alphabet: A to Z, then AA, AB. @param {number} m @returns {string} */
export function partLetter(m) {
  const last = String.fromCharCode(65 + (m % 26));
  return m < 26 ? last : partLetter(Math.floor(m / 26) - 1) + last;
}

/** A part's letter in a ring of its colour, the same wherever it stands. @param {HTMLElement} node */
export function ringPart(node, m, count) {
  node.classList.add("cv-parts-ring");
  node.style.setProperty("--cv-own", partColour(m, count));
  node.append(partLetter(m));
  return node;
}

export class Inks {
  /** @param {import("../../browser/parts_network/network.js").PartsNetwork} network */
  constructor(network) {
    this.count = network.parts;
    this.side = network.template;
    /** Buffer in which the parts are composed. */
    this.sheet = make("canvas");
    this.stamps = Array.from({ length: this.count }, (_, m) => this.stamp(network, m));
    /** Extent of each template's ink in its frame. */
    this.extents = this.stamps.map((_, m) => extent(network.ink, this.side, m));
  }

  /** A template in its part's colour, opaque where it inks. */
  stamp(network, m) {
    const { side } = this;
    const canvas = make("canvas", { width: side, height: side });
    const context = contextOf(canvas);
    context.fillStyle = partColour(m, this.count);
    context.fillRect(0, 0, side, side);
    const image = context.getImageData(0, 0, side, side);
    for (let p = 0; p < side * side; p++) {
      image.data[4 * p + 3] = 255 * network.ink[m * side * side + p];
    }
    context.putImageData(image, 0, 0);
    return canvas;
  }

  /**
   * Parts at their poses.
   * @param {CanvasRenderingContext2D} context
   * @param {Part[]} parts
   * @param {number[]} frame from the picture, -1 to 1, to pixels of the canvas: [scale, left, top]
   * @param {number} [strength] of the colours
   */
  draw(context, parts, [scale, left, top], strength = 1) {
    parts.forEach(({ x, d }, m) => {
      if (d < MIN_DRAWN_PRESENCE) return;
      const [a, b, tx, c, e, ty] = x;
      context.globalAlpha = d * strength;
      context.setTransform(scale, 0, 0, scale, left, top);
      context.transform(a, c, b, e, tx, ty);
      context.drawImage(this.stamps[m], -1, -1, 2, 2);
    });
    context.globalAlpha = 1;
    context.resetTransform();
  }

  /** An ellipse about each part's ink. @param {CanvasRenderingContext2D} context */
  outline(context, parts, [scale, left, top], dashes = []) {
    parts.forEach(({ x, d }, m) => {
      if (d < PRESENT_FROM) return;
      const [a, b, tx, c, e, ty] = compose(x, this.extents[m]);
      context.save();
      context.setTransform(scale, 0, 0, scale, left, top);
      context.transform(a, c, b, e, tx, ty);
      context.beginPath();
      context.arc(0, 0, 1, 0, 2 * Math.PI);
      context.resetTransform();
      context.strokeStyle = partColour(m, this.count);
      context.lineWidth = Math.max(1, scale / 80);
      context.setLineDash(dashes.map((dash) => (dash * scale) / 80));
      context.stroke();
      context.restore();
    });
  }
}

/** @param {HTMLCanvasElement} canvas */
const displayedSide = (canvas) => Math.round(canvas.clientWidth * densityOf(canvas));

/** A canvas as large as it is seen, emptied. @param {HTMLCanvasElement} canvas */
export function clearCanvas(canvas, side = displayedSide(canvas)) {
  if (canvas.width !== side || canvas.height !== side) canvas.width = canvas.height = side;
  const context = contextOf(canvas);
  context.resetTransform();
  context.clearRect(0, 0, side, side);
  return context;
}

/**
 * Position of a drawing's normalised form on the raster, for `Inks.draw`: scale, left and top.
 * @param {import("../../browser/digit_form.js").Form} form
 * @param {number} unit of the raster's pixels, on the canvas
 * @returns {[number, number, number]}
 */
function frameOf({ image, scale, left, top }, unit) {
  const half = Math.sqrt(image.length) / 2;
  return [(half * unit) / scale, ((half - left) * unit) / scale, ((half - top) * unit) / scale];
}

/**
 * The parts' colours on the drawing itself.
 * @param {HTMLCanvasElement} canvas
 * @param {Inks} inks
 * @param {import("../../browser/digit_form.js").Form | null} form of the drawing; null if it is
 *   empty
 * @param {Part[]} parts
 */
export function paintOver(canvas, inks, form, parts) {
  const context = clearCanvas(canvas, Math.min(MAX_TEMPLATE_SIDE, displayedSide(canvas)));
  if (form) inks.draw(context, parts, frameOf(form, canvas.width / RASTER_SIDE), COLOUR_STRENGTH);
}

/**
 * The digit painted by its parts; the expected parts are dashed.
 * @param {HTMLCanvasElement} canvas
 * @param {Inks} inks
 * @param {Part[]} parts
 * @param {Part[] | null} expected
 */
export function paintStage(canvas, inks, parts, expected) {
  const context = clearCanvas(canvas);
  const side = Math.min(MAX_TEMPLATE_SIDE, canvas.width);
  if (!side) return; // not laid out yet
  inks.draw(clearCanvas(inks.sheet, side), parts, [side / 2, side / 2, side / 2]);
  context.drawImage(inks.sheet, 0, 0, canvas.width, canvas.width);
  if (!expected) return;
  const half = canvas.width / 2;
  /** @type {[number, number, number]} */
  const frame = [half, half, half];
  inks.outline(context, parts, frame);
  inks.outline(context, expected, frame, [4, 3]);
}
