/*
 * Rows of many classes: only those with the largest numbers are visible, and a search finds the
 * others.
 */

import { make } from "./dom.js";
import { text } from "./text.js";

/** More than MAX_CLASSES are folded to MAX_SHOWN. */
const MAX_CLASSES = 20;
const MAX_SHOWN = 12;

export class ClassFold {
  /**
   * @param {HTMLElement} box the rows' parent or an element around it; the search field is placed
   *   before it
   * @param {() => void} [onSearch] called when the visible classes change
   */
  constructor(box, onSearch = () => {}) {
    const data = { testid: "class-search" };
    this.field = make("input", { type: "search", className: "cv-number", data });
    this.label = make("label", { className: "cv-class-search", hidden: true }, this.field);
    this.field.addEventListener("input", () => {
      this.fold();
      onSearch();
    });
    box.before(this.label);
    /** @type {string[]} */
    this.names = [];
    /** Elements of each class. @type {HTMLElement[][]} */
    this.rows = [];
    /** @type {ArrayLike<number>} */
    this.sizes = [];
    this.chosen = -1;
  }

  /**
   * @param {string[]} classes
   * @param {HTMLElement[][]} rows elements of each class
   */
  adopt(classes, rows) {
    this.names = classes.map((name) => name.toLowerCase());
    this.rows = rows;
    this.label.hidden = classes.length <= MAX_CLASSES;
    this.field.value = "";
    const args = { shown: MAX_SHOWN, count: String(classes.length) };
    this.field.placeholder = text("classes-find-hint", args);
    this.field.setAttribute("aria-label", text("classes-find", args));
  }

  /**
   * Show the classes with the largest numbers, and the chosen one.
   * @param {ArrayLike<number>} sizes
   * @param {number} chosen class, negative for none
   */
  show(sizes, chosen) {
    this.sizes = sizes;
    this.chosen = chosen;
    this.fold();
  }

  /** Whether too many classes exist to show all. */
  get folds() {
    return !this.label.hidden;
  }

  fold() {
    if (!this.folds) return;
    const visible = new Set(this.select(this.sizes, this.chosen));
    this.rows.forEach((elements, k) => {
      for (const element of elements) element.hidden = !visible.has(k);
    });
  }

  /**
   * Indices of the visible classes; see `show`.
   * @param {ArrayLike<number>} sizes
   * @param {number} chosen
   */
  select(sizes, chosen) {
    const query = this.field.value.trim().toLowerCase();
    if (!query || sizes.length <= MAX_CLASSES) return largestClasses(sizes, chosen);
    return [...this.names.keys()].filter((k) => this.names[k].includes(query));
  }
}

/**
 * Indices of all classes if they are few, or else of those with the largest numbers and the chosen
 * one.
 * @param {ArrayLike<number>} sizes of each class
 * @param {number} chosen class, negative for none
 */
export function largestClasses(sizes, chosen) {
  const indices = Array.from(sizes, (_, k) => k);
  if (sizes.length <= MAX_CLASSES) return indices;
  const largest = indices.sort((a, b) => sizes[b] - sizes[a] || a - b).slice(0, MAX_SHOWN);
  return chosen < 0 ? largest : [...new Set([chosen, ...largest])];
}
