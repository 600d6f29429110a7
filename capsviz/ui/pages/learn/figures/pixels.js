/* Digits of 28 x 28 pixels on canvases, in the colours of the theme. */

import { make } from "../../../browser/dom.js";
import {
  colourTable,
  cssColours,
  mixColours,
  PixelPicture,
  signedColours,
} from "../../../browser/picture.js";

const SIDE = 28;

/** @typedef {{ink: number[], paper: number[], signed: Uint32Array}} Inks `signed` of changes */

/**
 * @param {Element} element
 * @returns {Inks}
 */
export function inkColours(element) {
  const [ink, paper] = ["--st-text-color", "--st-background-color"].map(
    (name) => cssColours(element, name)[0],
  );
  return {
    ink,
    paper,
    signed: colourTable(signedColours(element)),
  };
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {(pixel: number) => number[]} colour
 */
function paint(canvas, colour) {
  canvas.width = canvas.height = SIDE;
  const image = new ImageData(SIDE, SIDE);
  for (let p = 0; p < SIDE * SIDE; p++) image.data.set([...colour(p), 255], 4 * p);
  canvas.getContext("2d").putImageData(image, 0, 0);
}

/**
 * A digit, dark on paper in light and bright on dark.
 * @param {HTMLCanvasElement} canvas
 * @param {Uint8Array} bytes
 * @param {Inks} inks
 */
export function paintDigit(canvas, bytes, { ink, paper }) {
  paint(canvas, (p) => mixColours([paper, ink], bytes[p] / 255));
}

/**
 * What became of the ink: blue is ink that went, red is ink that came.
 * @param {HTMLCanvasElement} canvas
 * @param {Uint8Array} before
 * @param {Uint8Array} after
 * @param {Inks} inks
 */
export function paintDifference(canvas, before, after, { signed }) {
  new PixelPicture(canvas, SIDE).showDifference(before, after, signed);
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
 * The same with its name beneath it.
 * @param {Element} parent
 * @param {string} caption
 * @param {string} [testid]
 */
export function captionDigit(parent, caption, testid) {
  const canvas = digitCanvas(caption, testid);
  const words = make("figcaption", { className: "cv-small" }, caption);
  parent.append(make("figure", { className: "cv-lesson-picture" }, canvas, words));
  return canvas;
}

/** @param {string} text base64 */
export function bytesOf(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
