/* Number formats and shapes of the figures: arrows, bars, cells. */

import { setText, svgAppend, svgMake } from "../../../browser/dom.js";
import { list, number } from "../../../browser/text.js";
import { clampNumber } from "../models/toy.js";

/** Decimals of all lengths, couplings and logits, so that a number reads the same everywhere. */
const DECIMALS = 3;

/**
 * A number as text: a true minus sign, a fixed number of decimals.
 * @param {number} value
 * @param {number} [decimals]
 */
export function figureNumber(value, decimals = DECIMALS) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : "∞";
  return number(value, decimals, { grouping: false });
}

/**
 * A number with at most some decimals and no trailing zeros.
 * @param {number} value
 */
export function shortNumber(value) {
  return number(Number(value.toFixed(5)), undefined, { grouping: false, significant: 9 });
}

/**
 * Words in a drawing.
 * @param {number} x
 * @param {number} y
 * @param {{kind?: string, anchor?: string} & Record<string, any>} [attributes] `kind`: classes; `anchor`:
 *   `text-anchor`; further attributes
 * @param {string | number} [content]
 */
export function svgText(x, y, { kind = "", anchor = "start", ...attributes } = {}, content = "") {
  const allAttributes = { class: `cv-text ${kind}`, "text-anchor": anchor, ...attributes };
  return svgMake("text", { x, y, ...allAttributes }, String(content));
}

/** @param {number[]} vector */
export function vectorText(vector) {
  return `(${list(
    vector.map((x) => figureNumber(x)),
    "numbers",
  )})`;
}

/**
 * An arrow that can be moved. `className` may change; `hide` removes it.
 * @param {Element} parent
 * @param {string} className
 * @param {number} [width]
 * @param {number} [head]
 * @param {string} [shows] its symbols and terms in the text
 */
export function svgArrow(parent, className, width = 3, head = 11, shows = "") {
  const line = svgMake("line", { class: `cv-line ${className}`, "stroke-width": width });
  const tip = svgMake("path", { class: `cv-fill ${className}` });
  const visible = (shown) => {
    for (const node of [line, tip]) node.style.display = shown ? "" : "none";
  };
  if (shows) for (const node of [line, tip]) node.dataset.shows = shows;
  parent.append(line, tip);
  return {
    hide() {
      visible(false);
    },
    /** @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
    point(x0, y0, x1, y1) {
      const length = Math.hypot(x1 - x0, y1 - y0);
      visible(length > 0.5);
      if (!(length > 0.5)) return;
      const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
      const size = Math.min(head, length);
      const [bx, by] = [x1 - dx * size, y1 - dy * size];
      for (const [end, value] of Object.entries({ x1: x0, y1: y0, x2: bx + dx, y2: by + dy }))
        line.setAttribute(end, value.toFixed(2));
      const half = size * 0.42;
      const corners = [
        [x1, y1],
        [bx - dy * half, by + dx * half],
        [bx + dy * half, by - dx * half],
      ];
      const path = corners.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L");
      tip.setAttribute("d", `M${path}Z`);
    },
  };
}

/**
 * A horizontal bar from 0 to 1 with its name and value.
 * @param {Element} parent
 * @param {{x: number, y: number, width: number, height?: number, name: string,
 *   className?: string, shows?: string}} attributes `shows`: its symbols and terms in the text
 */
export function svgBar(parent, attributes) {
  const { x, y, width, height = 14, name, className = "", shows = "" } = attributes;
  const label = svgText(x, y - 5, {}, name);
  const value = svgText(x + width, y - 5, { kind: "cv-number-text", anchor: "end" });
  const track = svgMake("rect", { x, y, width, height, rx: 3, class: "cv-track" });
  const bar = svgMake("rect", { x, y, width: 0, height, rx: 3, class: `cv-bar ${className}` });
  parent.append(svgMake("g", shows ? { "data-shows": shows } : {}, label, value, track, bar));
  return {
    /** @param {number} share */
    show(share) {
      bar.setAttribute("width", (width * clampNumber(share || 0, 0, 1)).toFixed(2));
      setText(value, figureNumber(share));
    },
    /** @param {boolean} shown */
    accent(shown) {
      bar.classList.toggle("cv-accent", shown);
    },
  };
}

/**
 * Square cells, row by row.
 * @param {Element} parent
 * @param {{columns: number, rows?: number, size: number, edge?: number}} grid `edge`: space around it
 * @param {Record<string, any>} attributes attributes of each cell
 * @returns {SVGRectElement[]}
 */
export function svgCells(parent, { columns, rows = columns, size, edge = 0 }, attributes) {
  return Array.from({ length: columns * rows }, (_, n) => {
    const [x, y] = [n % columns, Math.floor(n / columns)].map((value) => edge + value * size);
    return svgAppend(parent, "rect", { x, y, width: size, height: size, ...attributes });
  });
}

/**
 * A point in a panel, in the panel's units.
 * @param {number[]} place
 */
export function placeText([x, y]) {
  return `${Math.round(x)}, ${Math.round(y)}`;
}
