/* Digits of 28 x 28 pixels on canvases, in the colours of the theme. */

import { make } from "../../../browser/dom.js";
import { colourScales, colourTables, PixelPicture } from "../../../browser/picture.js";
import { base64ToBytes } from "../../../browser/raster.js";

/** @param {Element} element with the colours */
export const digitTables = (element) => colourTables(colourScales(element));

/**
 * Show a digit on its canvas.
 * @param {HTMLCanvasElement} canvas
 * @param {string} pixels bytes in base64
 * @param {Uint32Array} ink colours
 */
export function showDigit(canvas, pixels, ink) {
  new PixelPicture(canvas).show(base64ToBytes(pixels), ink);
}

/**
 * A canvas for a digit, with its name for screen readers.
 * @param {string} label
 * @param {string} [testid]
 * @returns {HTMLCanvasElement}
 */
export function digitCanvas(label, testid) {
  return make("canvas", {
    className: "cv-lesson-digit",
    data: testid ? { testid } : {},
    aria: { role: "img", "aria-label": label },
  });
}

/**
 * The same with its name below it.
 * @param {Element} parent
 * @param {string} caption
 * @param {string} [testid]
 */
export function captionDigit(parent, caption, testid) {
  const canvas = digitCanvas(caption, testid);
  const label = make("figcaption", { className: "cv-small" }, caption);
  parent.append(make("figure", { className: "cv-lesson-picture" }, canvas, label));
  return canvas;
}
