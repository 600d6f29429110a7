/**
 * The page's colours in the form that its pictures need, read again for each theme.
 *
 * @typedef {object} Palette
 * @property {TwoInks} inks
 * @property {import("../../browser/picture.js").Inks} css
 * @property {string[]} two the inks of the two digits, as CSS
 * @property {Record<string, Uint32Array>} tables
 * @property {Record<string, number[][]>} scales
 */

import { cssColours, cssText, readColours } from "../../browser/picture.js";
import { TwoInks } from "./pictures.js";

/**
 * The present theme's palette.
 * @param {HTMLElement} root
 * @returns {Palette}
 */
export function readPalette(root) {
  const colours = readColours(root);
  const [paper, muted, ...two] = ["paper", "muted", "first", "second"].map(
    (name) => cssColours(root, `--cv-${name}`)[0],
  );
  const inks = new TwoInks(paper, two, muted, colours.dark);
  return { ...colours, css: colours.inks, inks, two: two.map(cssText) };
}
