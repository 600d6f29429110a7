/* Does iterating help? This pair after each number of iterations, and test pairs counted. */

import { make, makeButton, setText } from "../../browser/dom.js";
import { text } from "../../browser/text.js";
import { countWords, roundWords } from "./words.js";

/** Offered beside those that are compared. */
const MANY_ITERATIONS = 10;

export class Rounds {
  /**
   * @param {(name: string) => any} part
   * @param {number} compared iterations
   * @param {number} trained iterations that the network was trained with
   * @param {(r: number) => void} iterate
   */
  constructor(part, compared, trained, iterate) {
    this.countHead = part("counted-head");
    /** @type {{n: number, right: number[]} | null} test pairs read, and right after each */
    this.counts = null;
    const numbers = [...Array.from({ length: compared }, (_, t) => t + 1), MANY_ITERATIONS];
    this.buttons = numbers.map((r) => ({ r, button: roundButton(r, r === trained, iterate) }));
    part("rounds").append(...this.buttons.map(({ button }) => button));
    this.rows = Array.from({ length: compared }, (_, t) => roundRow(t + 1));
    part("by-iterations").append(...this.rows.map(({ row }) => row));
  }

  /** Add test pairs. @param {{n: number, right: number[]}} counts */
  count({ n, right }) {
    const before = this.counts ?? { n: 0, right: right.map(() => 0) };
    this.counts = { n: before.n + n, right: right.map((each, t) => before.right[t] + each) };
    this.showCounts();
    return this.counts.n;
  }

  /** @param {import("./reply.js").Reply} reply */
  show({ empty, lengths, labels, iterations }) {
    for (const { r, button } of this.buttons) {
      button.setAttribute("aria-pressed", String(r === iterations));
    }
    this.rows.forEach(({ row, cells }, t) => {
      row.hidden = !lengths[t];
      if (!lengths[t]) return;
      roundWords(lengths[t], labels).forEach((content, k) => {
        setText(cells[k], empty ? "–" : content);
      });
      row.classList.toggle("cv-row-now", t + 1 === iterations);
    });
    this.showCounts();
  }

  showCounts() {
    const { counts } = this;
    this.countHead.hidden = !counts;
    this.rows.forEach(({ cells }, t) => {
      const cell = cells[cells.length - 1];
      cell.hidden = !counts;
      if (counts) setText(cell, countWords(counts.right[t], counts.n));
    });
  }
}

function roundButton(r, trained, iterate) {
  const count = { count: r };
  const content = trained ? text("round-trained", count) : String(r);
  const label = text(trained ? "round-iterations-trained" : "round-iterations", count);
  const aria = { "aria-pressed": "false", "aria-label": label };
  return makeButton("cv-button", `iterations-${r}`, content, () => iterate(r), { aria });
}

function roundRow(r) {
  const cells = Array.from({ length: 4 }, () => make("td"));
  return { row: make("tr", {}, make("th", { scope: "row" }, String(r)), ...cells), cells };
}
