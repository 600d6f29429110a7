/* The page's colours as its pictures need them, read anew with each theme. */

import {
  adoptTheme,
  colourScales,
  colourTables,
  cssColours,
  themeKey,
} from "../../browser/picture.js";

const NAMES = ["paper", "ink", "muted", "line", "panel", "accent", "t-second"];

/** @param {HTMLElement} root @param {any} before */
export function readColours(root, before) {
  const theme = themeKey(root);
  if (before?.theme === theme) return before;
  adoptTheme(root);
  const ink = (name) => `rgb(${cssColours(root, `--cv-${name}`)[0].join(" ")})`;
  const scales = colourScales(root);
  const tables = new Map();
  return {
    theme,
    inks: {
      ...Object.fromEntries(NAMES.map((name) => [name.replace("t-", ""), ink(name)])),
      font: getComputedStyle(root).fontFamily,
    },
    /** Tables whose uniform coupling is that of so many classes. */
    tablesFor(classes) {
      if (!tables.has(classes)) tables.set(classes, colourTables(scales, 1 / classes));
      return tables.get(classes);
    },
  };
}
