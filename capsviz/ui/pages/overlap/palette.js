/**
 * The page's colours as its pictures need them, read anew with each theme.
 *
 * @typedef {object} Palette
 * @property {string} theme changes where a colour does
 * @property {TwoInks} inks
 * @property {string} paper as CSS
 * @property {string} ink
 * @property {string} muted
 * @property {string[]} two the inks of the two digits
 * @property {string} family of the font
 * @property {Record<string, Uint32Array>} tables
 * @property {Record<string, number[][]>} scales
 * @property {number[][]} signed from taken away to added
 */

import { adoptTheme, colourScales, colourTables, cssColours } from "../../browser/picture.js";
import { TwoInks } from "./pictures.js";

/**
 * A colour as CSS.
 * @param {number[]} colour [red, green, blue]
 */
export function cssOf(colour) {
  return `#${colour.map((v) => Math.round(v).toString(16).padStart(2, "0")).join("")}`;
}

/**
 * The present theme's palette, or the one before while nothing has changed.
 * @param {HTMLElement} root
 * @param {Palette | null} before
 * @returns {Palette}
 */
export function readPalette(root, before) {
  const style = getComputedStyle(root);
  const theme = ["--cv-paper", "--cv-ink", "--cv-accent"]
    .map((name) => style.getPropertyValue(name))
    .join();
  if (before?.theme === theme) return before;
  const dark = adoptTheme(root);
  const colour = (name) => cssColours(root, `--cv-${name}`)[0];
  const inks = [colour("first"), colour("second")];
  const scales = colourScales(root);
  return {
    theme,
    inks: new TwoInks(colour("paper"), inks, colour("muted"), dark),
    paper: cssOf(colour("paper")),
    ink: cssOf(colour("ink")),
    muted: cssOf(colour("muted")),
    two: inks.map(cssOf),
    family: style.fontFamily,
    tables: colourTables(scales),
    scales,
    signed: scales.difference,
  };
}
