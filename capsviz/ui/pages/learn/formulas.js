/* Formulas of a step, with the figure's values for their symbols. */

import { make, setText } from "../../browser/dom.js";
import { markupElement } from "./words.js";

/**
 * @param {string[]} names
 * @param {any} course
 * @param {import("./words.js").Word} word
 * @returns {{nodes: Node[], show: (values: Record<string, string>) => void}}
 */
export function formulaBoxes(names, course, word) {
  if (!names.length) return { nodes: [], show: () => {} };
  const formulas = names.map((name) => ({ name, ...course.formulas[name] }));
  const symbols = [...new Set(formulas.flatMap((formula) => formula.symbols))];
  /** @type {Map<string, HTMLElement>} */
  const slots = new Map();
  const rows = symbols.flatMap((name) => {
    const { html, means } = course.symbols[name];
    const slot = make("span", { className: "cv-symbol-value", data: { testid: `value-${name}` } });
    slots.set(name, slot);
    return [
      markupElement("dt", html),
      make("dd", {}, slot),
      make("dd", { className: "cv-symbol-means cv-muted" }, means),
    ];
  });
  const attributes = { className: "cv-legend", aria: { "aria-label": word("values") } };
  const legend = make("dl", attributes, ...rows);
  return {
    nodes: [...formulas.map((formula) => formulaBox(formula, word)), legend],
    show(values) {
      for (const [name, slot] of slots) {
        setText(slot, values[name] === undefined ? "" : `= ${values[name]}`);
      }
    },
  };
}

function formulaBox({ name, html, say, function: computed }, word) {
  const attributes = { className: "cv-function", title: word("computed"), data: { detail: "" } };
  return make(
    "div",
    { className: "cv-row cv-formula", data: { testid: `formula-${name}` } },
    markupElement("div", html, { className: "cv-formula-math" }),
    make("span", { className: "cv-hidden" }, say),
    make("code", attributes, computed),
  );
}

/** Shrink formulas that are wider than their column, so that none is cut. @param {HTMLElement} root */
export function fitFormulas(root) {
  for (const box of root.querySelectorAll(".cv-formula-math")) {
    const { style } = /** @type {HTMLElement} */ (box);
    style.removeProperty("--cv-narrow");
    // Spaces shrink less than letters, so that one step may not be enough.
    for (let narrow = 1, step = 0; step < 4 && box.scrollWidth > box.clientWidth; step++) {
      narrow *= (0.99 * box.clientWidth) / box.scrollWidth;
      style.setProperty("--cv-narrow", narrow.toFixed(3));
    }
  }
}
