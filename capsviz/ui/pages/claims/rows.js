/* What every network says of the digit as it lies, a row each. */

import { make, setText } from "../../browser/dom.js";
import { rankAmong, SURE } from "./scrambling.js";

/** @typedef {{name: string, title: string, capsules: boolean}} Network */

/**
 * What a row says of one network.
 * @param {number[]} now outputs for the picture as it lies
 * @param {number[] | undefined} whole outputs for the whole one
 * @param {number[] | undefined} quantiles over whole digits
 */
export function sayNetwork(now, whole, quantiles) {
  const most = Math.max(...now);
  const rank = quantiles ? rankAmong(most, quantiles) : null;
  return {
    digit: now.indexOf(most),
    most,
    before: whole ? Math.max(...whole) : null,
    rank,
    sure: rank !== null && rank >= SURE,
  };
}

/** One row a network: its name, its answer, a bar with a mark, and its rank. */
export class Rows {
  /** @param {HTMLElement} place @param {Network[]} networks */
  constructor(place, networks) {
    const cell = (className, ...children) =>
      make("span", { className, aria: { role: "cell" } }, ...children);
    const head = ["network", "says", "", "output", "rank"].map((text) => {
      const aria = text ? { role: "columnheader" } : { "aria-hidden": "true" };
      return make("span", { className: "cv-small cv-muted", aria }, text);
    });
    this.rows = networks.map(({ name, title }) => {
      const [ink, mark] = [make("i"), make("b")];
      const bar = make(
        "span",
        { className: "cv-claims-bar", aria: { "aria-hidden": "true" } },
        ink,
        mark,
      );
      const [digit, most, rank] = ["cv-claims-digit", "cv-claims-number", "cv-claims-number"].map(
        (className) => cell(className),
      );
      const row = make(
        "div",
        { className: "cv-claims-row", data: { testid: `row-${name}` }, aria: { role: "row" } },
        cell("cv-claims-name", title),
        digit,
        bar,
        most,
        rank,
      );
      return { name, row, digit, ink, mark, most, rank };
    });
    const top = make("div", { className: "cv-claims-row", aria: { role: "row" } }, ...head);
    place.replaceChildren(top, ...this.rows.map(({ row }) => row));
  }

  /**
   * @param {Record<string, number[]> | null} now null of empty paper
   * @param {Record<string, number[]>} whole
   * @param {Record<string, number[]>} quantiles
   */
  show(now, whole, quantiles) {
    for (const { name, row, digit, ink, mark, most, rank } of this.rows) {
      const outputs = now?.[name];
      const said = outputs && sayNetwork(outputs, whole[name], quantiles[name]);
      setText(digit, said ? String(said.digit) : "");
      setText(most, said ? said.most.toFixed(2) : "");
      setText(rank, said && said.rank !== null ? `${Math.round(100 * said.rank)} %` : "");
      ink.style.transform = `scaleX(${said ? said.most.toFixed(4) : 0})`;
      mark.hidden = !said || said.before === null;
      mark.style.left = `${100 * (said?.before ?? 0)}%`;
      row.classList.toggle("cv-claims-sure", Boolean(said?.sure));
    }
  }
}
