/**
 * The page's colours as its pictures need them, read anew with each theme.
 *
 * @typedef {object} Colours
 * @property {string} theme changes where a colour does
 * @property {Record<string, string>} inks as CSS, and the font's family
 * @property {Record<string, Uint32Array>} tables
 */

import { adoptTheme, colourScales, colourTables, cssColours } from "../../browser/picture.js";

const NAMES = ["paper", "ink", "muted", "line", "panel", "accent"];

/**
 * The present theme's colours, or those before while nothing has changed.
 * @param {HTMLElement} root
 * @param {Colours | null} before
 * @returns {Colours}
 */
export function readColours(root, before) {
  const style = getComputedStyle(root);
  const named = ["--cv-paper", "--cv-ink", "--cv-accent"];
  const theme = named.map((name) => style.getPropertyValue(name)).join();
  if (before?.theme === theme) return before;
  adoptTheme(root);
  const ink = (name) => `rgb(${cssColours(root, `--cv-${name}`)[0].join(" ")})`;
  const inks = Object.fromEntries(NAMES.map((name) => [name, ink(name)]));
  return {
    theme,
    inks: { ...inks, second: ink("v-second"), font: style.fontFamily },
    tables: colourTables(colourScales(root)),
  };
}
