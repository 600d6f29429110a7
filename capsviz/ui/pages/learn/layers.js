/*
 * States of a whole class over the figure of a step: for each, only its difference from the step's
 * initial state.
 */

import { svgMake } from "../../browser/dom.js";
import { buildFigure } from "./stage.js";

/** Opacity of one layer: strong for a few layers, and still visible for sixty. */
const MIN_OPACITY = 0.12;
const MAX_OPACITY = 0.6;
/** Attributes that copies drop, so that they are not found, focused or announced. */
const DROPPED_ATTRIBUTES = /^(id|tabindex|role|data-.*|aria-.*)$/;

/** @param {number} count */
function layerOpacity(count) {
  return Math.max(MIN_OPACITY, Math.min(MAX_OPACITY, 3 / Math.max(1, count)));
}

/**
 * Copy of the parts of a drawing that differ from another one of the same figure; null if they are
 * alike. Text is left out: sixty overlapping words cannot be read.
 * @param {any} node
 * @param {any} base
 * @returns {any} a copy
 */
export function difference(node, base) {
  if (node.localName === "text" || node.localName === "title") return null;
  const same = base && isAlike(node, base);
  const parts = [...node.children].map((child, n) =>
    same ? difference(child, base.children[n]) : difference(child, null),
  );
  const kept = parts.filter(Boolean);
  if (same && !kept.length) return null;
  const copy = node.cloneNode(false);
  for (const { name } of [...copy.attributes])
    if (DROPPED_ATTRIBUTES.test(name)) copy.removeAttribute(name);
  copy.append(...kept);
  return copy;
}

function isAlike(one, other) {
  const text = ({ attributes }) => [...attributes].map(({ name, value }) => `${name}=${value}`);
  const own = (node) => text(node).filter((pair) => !DROPPED_ATTRIBUTES.test(pair.split("=")[0]));
  return (
    one.localName === other.localName &&
    one.children.length === other.children.length &&
    own(one).join("\n") === own(other).join("\n")
  );
}

/** Panels of a figure in a given state. @param {any} given as `buildFigure` takes it */
function panelsOf(given) {
  const host = document.createElement("div");
  buildFigure(host, { ...given, report: () => {}, changed: () => {} });
  return [...host.querySelectorAll(".cv-panel-svg")];
}

export class Layers {
  constructor() {
    /** The step whose figure the copies show. */
    this.of = "";
    /** Copies by the state that they show. @type {Map<string, any[]>} */
    this.copies = new Map();
  }

  /**
   * @param {HTMLElement} host of the figure
   * @param {any} given as `buildFigure` takes it
   * @param {any[]} states of the figure
   * @param {any} one the state that stands out
   */
  show(host, given, states, one) {
    const live = [...host.querySelectorAll(".cv-panel-svg")];
    for (const old of host.querySelectorAll(".cv-layers")) old.remove();
    const of = `${given.lesson.name} ${given.step}`;
    if (of !== this.of) this.copies.clear();
    this.of = of;
    if (!states.length) return this.copies.clear();
    const bases = panelsOf({ ...given, kept: null });
    const shown = new Map();
    const faint = String(layerOpacity(states.length));
    const groups = live.map(() => svgMake("g", { class: "cv-layers", "aria-hidden": "true" }));
    for (const state of states) {
      const key = JSON.stringify(state);
      const copies = this.copies.get(key) ?? copiesOf(panelsOf({ ...given, kept: state }), bases);
      shown.set(key, copies);
      copies.forEach((copy, n) => {
        const seen = copy?.cloneNode(true);
        seen?.setAttribute("opacity", state === one ? "1" : faint);
        if (seen) groups[n]?.append(seen);
      });
    }
    this.copies = shown;
    live.forEach((svg, n) => {
      svg.append(groups[n]);
    });
  }
}

/** @param {any[]} panels @param {any[]} bases */
function copiesOf(panels, bases) {
  return panels.map((panel, n) => {
    const found = difference(panel, bases[n]);
    return found && svgMake("g", {}, ...found.children);
  });
}
