/* Result rows: a name, a prediction, a bar with a mark or a curve, numbers. */

import { make, setText, svgMake } from "../../browser/dom.js";
import { text } from "../../browser/text.js";

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {string} title
 * @property {string} says
 * @property {number} [start] start of the bar, 0 to 1; 0 by default
 * @property {number} [value] its end
 * @property {number | null} [mark] on it
 * @property {{values: number[], line: [number, number][], position: number}} [curve] in place of a bar:
 *   evenly spaced numbers, a line by two points, and the current position; positions are shares of
 *   the width
 * @property {string} number
 * @property {string} more
 * @property {boolean} [strong]
 */

const ARIA_HIDDEN = { "aria-hidden": "true" };

function cell(className, ...children) {
  return make("span", { className, aria: { role: "cell" } }, ...children);
}

export class Rows {
  /** @param {HTMLElement} container */
  constructor(container) {
    this.container = container;
    /** @type {Map<string, any>} */
    this.rows = new Map();
  }

  /** Start a new table. @param {string[]} heads their messages, "" for none */
  replace(heads) {
    const cells = heads.map((head) => {
      const aria = head ? { role: "columnheader" } : ARIA_HIDDEN;
      return make("span", { className: "cv-small cv-muted", aria }, head && text(head));
    });
    this.rows.clear();
    const attributes = { className: "cv-claims-row", aria: { role: "row" } };
    this.container.replaceChildren(make("div", attributes, ...cells));
  }

  /** Clear the rows without changing their height. */
  clear() {
    this.show([...this.rows.values()].map(({ blank }) => blank));
  }

  /** @param {Row[]} rows */
  show(rows) {
    for (const [name, { row }] of this.rows)
      if (!rows.some((item) => item.name === name)) {
        row.remove();
        this.rows.delete(name);
      }
    const isBrief = rows.every(({ title }) => title.length < 4);
    this.container.classList.toggle("cv-claims-brief", isBrief);
    for (const row of rows) {
      const parts = this.rows.get(row.name) ?? this.add(row);
      const { title, says, start = 0, value = 0, mark = null, curve, number, more, strong } = row;
      setText(parts.title, title);
      setText(parts.says, says);
      setText(parts.number, number);
      setText(parts.more, more);
      const left = 100 * Math.min(start, value);
      const length = Math.abs(value - start);
      parts.ink.style.transform = `translateX(${left}%) scaleX(${length.toFixed(4)})`;
      parts.mark.hidden = mark === null;
      parts.mark.style.left = `${100 * (mark ?? 0)}%`;
      if (curve) drawCurve(parts.bar, curve);
      parts.row.classList.toggle("cv-claims-sure", Boolean(strong));
    }
  }

  /** @param {Row} row */
  add({ name, title }) {
    const [ink, mark] = [make("i"), make("b", { hidden: true })];
    const bar = make("span", { className: "cv-claims-bar", aria: ARIA_HIDDEN }, ink, mark);
    const [nameCell, says] = [cell("cv-claims-name"), cell("cv-claims-digit")];
    const [number, more] = [cell("cv-claims-number"), cell("cv-claims-number")];
    const row = make(
      "div",
      { className: "cv-claims-row", data: { testid: `row-${name}` }, aria: { role: "row" } },
      ...[nameCell, says, bar, number, more],
    );
    this.container.append(row);
    const blank = { name, title, says: "", number: "", more: "" };
    const parts = { row, title: nameCell, says, bar, ink, mark, number, more, blank };
    this.rows.set(name, parts);
    return parts;
  }
}

/** A curve and its line, scaled to the height of both. */
function drawCurve(bar, { values, line, position }) {
  bar.classList.add("cv-claims-curve");
  const all = [...values, ...line.map(([, y]) => y)];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const middle = (low + high) / 2;
  const half = Math.max(0.05, (high - low) / 2);
  const path = (points) =>
    `M${points.map(([x, y]) => `${(100 * x).toFixed(2)} ${(10 - (9 * (y - middle)) / half).toFixed(2)}`).join("L")}`;
  const points = values.map((y, n) => [n / (values.length - 1), y]);
  bar.replaceChildren(
    svgMake(
      "svg",
      { viewBox: "0 0 100 20", preserveAspectRatio: "none" },
      svgMake("path", { d: `M${100 * position} 0V20`, class: "cv-claims-here" }),
      svgMake("path", { d: path(line), class: "cv-claims-law" }),
      svgMake("path", { d: path(points) }),
    ),
  );
}
