/* The numbers of a routing: a row for each part, with s and v below. */

import { make, setText } from "../../../browser/dom.js";
import { figureNumber, vectorText } from "./shapes.js";

/** Placeholder of a value that is not computed yet. */
const PLACEHOLDER = "·";

/** Rows below the parts: the value, and its symbol. */
const TOTALS = [
  ["s", "s"],
  ["v", "v"],
];

/**
 * @param {{parts: number, parents: string[], columns: string[], words: {part: string,
 *   sum: string, caption: string}, choose: (part: number, parent: number) => void,
 *   shares?: string, totals?: string[][]}} options `columns` of each parent, among them the
 *   `shares` that are added up
 */
export function routeTable(options) {
  const { parts, parents, columns, words, choose, shares = "c", totals: names = TOTALS } = options;
  const head = (text, name = "") =>
    make("th", { scope: "col", className: name && `cv-col-${name}` }, text);
  const heads = parents.flatMap((parent) => columns.map((name) => head(`${name} ${parent}`, name)));
  const cell = (name, extra = "") => make("td", { className: `cv-col-${name}${extra}` });
  const rows = Array.from({ length: parts }, (_, i) => {
    const cells = parents.map((__, j) =>
      columns.map((name) => {
        const element = cell(name);
        element.addEventListener("click", () => choose(i, j));
        return element;
      }),
    );
    return { cells, sum: cell(shares, " cv-sum") };
  });
  const totals = names.map(([name]) =>
    parents.map(() => Object.assign(cell(name), { colSpan: columns.length })),
  );
  const line = (name, ...cells) => make("tr", {}, make("th", { scope: "row" }, name), ...cells);
  const body = rows.map(({ cells, sum }, i) => line(String(i + 1), ...cells.flat(), sum));
  const foot = totals.map((cells, k) => line(names[k][1], ...cells, make("td")));
  const table = make(
    "table",
    { className: "cv-route-table", data: { testid: "route-table" } },
    make("caption", { className: "cv-hidden" }, words.caption),
    make("thead", {}, make("tr", {}, head(words.part), ...heads, head(words.sum, shares))),
    make("tbody", {}, ...body),
    make("tfoot", {}, ...foot),
  );

  return {
    table,
    /**
     * @param {Record<string, number[][]>} values by name
     * @param {Record<string, boolean>} computed which of them are computed
     * @param {{part: number, parent: number}} selected
     * @param {string} phase being computed, or ""
     */
    show(values, computed, selected, phase) {
      table.dataset.phase = phase;
      rows.forEach(({ cells, sum }, i) => {
        cells.forEach((group, j) => {
          group.forEach((element, k) => {
            const name = columns[k];
            setText(element, computed[name] ? figureNumber(values[name][i][j]) : PLACEHOLDER);
            element.classList.toggle(
              "cv-cell-chosen",
              i === selected.part && j === selected.parent,
            );
          });
        });
        const total = values[shares][i].reduce((a, b) => a + b, 0);
        setText(sum, computed[shares] ? figureNumber(total) : PLACEHOLDER);
        sum.classList.toggle("cv-bad", computed[shares] && Math.abs(total - 1) > 0.005);
      });
      totals.forEach((cells, k) => {
        const [name] = names[k];
        cells.forEach((element, j) => {
          setText(element, computed[name] ? vectorText(values[name][j]) : PLACEHOLDER);
        });
      });
    },
  };
}
