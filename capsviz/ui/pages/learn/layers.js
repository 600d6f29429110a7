/*
 * Layers over a step's figure with the states of all members of a class: each shows only its
 * difference from the step's initial state.
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
  const copies = [...node.children].map((child, n) =>
    same ? difference(child, base.children[n]) : difference(child, null),
  );
  const changed = copies.filter(Boolean);
  if (same && !changed.length) return null;
  const copy = node.cloneNode(false);
  for (const { name } of [...copy.attributes])
    if (DROPPED_ATTRIBUTES.test(name)) copy.removeAttribute(name);
  copy.append(...changed);
  return copy;
}

function isAlike(a, b) {
  const text = ({ attributes }) => [...attributes].map(({ name, value }) => `${name}=${value}`);
  const pairs = (node) => text(node).filter((pair) => !DROPPED_ATTRIBUTES.test(pair.split("=")[0]));
  return (
    a.localName === b.localName &&
    a.children.length === b.children.length &&
    pairs(a).join("\n") === pairs(b).join("\n")
  );
}

/** Panels of a figure in a given state. @param {any} context for `buildFigure` */
function panelsOf(context) {
  const host = document.createElement("div");
  buildFigure(host, { ...context, report: () => {}, onChange: () => {} });
  return [...host.querySelectorAll(".cv-panel-svg")];
}

export class Layers {
  constructor() {
    /** The step whose figure the copies show. */
    this.stepKey = "";
    /** Copies by the state that they show. @type {Map<string, any[]>} */
    this.copies = new Map();
  }

  /**
   * @param {HTMLElement} host of the figure
   * @param {any} context for `buildFigure`
   * @param {any[]} states of the figure
   * @param {any} highlighted the state of the opaque layer
   */
  show(host, context, states, highlighted) {
    const live = [...host.querySelectorAll(".cv-panel-svg")];
    for (const node of host.querySelectorAll(".cv-layers")) node.remove();
    const stepKey = `${context.lesson.name} ${context.step}`;
    if (stepKey !== this.stepKey) this.copies.clear();
    this.stepKey = stepKey;
    if (!states.length) return this.copies.clear();
    const bases = panelsOf({ ...context, state: null });
    const current = new Map();
    const faint = String(layerOpacity(states.length));
    const groups = live.map(() => svgMake("g", { class: "cv-layers", "aria-hidden": "true" }));
    for (const state of states) {
      const key = JSON.stringify(state);
      const copies = this.copies.get(key) ?? copiesOf(panelsOf({ ...context, state }), bases);
      current.set(key, copies);
      copies.forEach((copy, n) => {
        const layer = copy?.cloneNode(true);
        layer?.setAttribute("opacity", state === highlighted ? "1" : faint);
        if (layer) groups[n]?.append(layer);
      });
    }
    this.copies = current;
    live.forEach((svg, n) => {
      svg.append(groups[n]);
    });
  }
}

/** @param {any[]} panels @param {any[]} bases */
function copiesOf(panels, bases) {
  return panels.map((panel, n) => {
    const copy = difference(panel, bases[n]);
    return copy && svgMake("g", {}, ...copy.children);
  });
}
