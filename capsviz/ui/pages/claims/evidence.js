/* Evidence for a claim: figures, tables, commands and files of each measure. */

import { make } from "../../browser/dom.js";
import { offerFiles } from "../../browser/export.js";
import { paintFigure } from "../../browser/figure.js";
import { Inks } from "../../browser/picture.js";
import { text } from "../../browser/text.js";
import { tableOf } from "./entries.js";
import { drawIntervals, heightOf, rowsAbout } from "./figures.js";

/** Font size in pixels, unless the page enlarges it. */
const SIZE = 14;
const SMALL_TEXT = { className: "cv-small cv-muted" };

export class Evidence {
  /**
   * @param {HTMLElement} container
   * @param {import("./experiments/experiment.js").ClaimsPageData} data
   */
  constructor(container, { measures, names, titles }) {
    this.container = container;
    this.measures = measures;
    /** Name of a row in the visitor's language. @param {string} name */
    this.rowName = (name) => names[name] ?? name;
    /**
     * Rows with names in the visitor's language, their networks by their titles.
     * @type {(rows: import("./figures.js").Row[]) => import("./figures.js").Row[]}
     */
    this.translate = (rows) =>
      rows.map(([series, condition, ...numbers]) => [
        titles[series] ?? this.rowName(series),
        this.rowName(condition),
        ...numbers,
      ]);
    /** @type {{canvas: any, rows: any[], unit: string}[]} */
    this.figures = [];
  }

  /** @param {import("./effects.js").ClaimEntry} claim */
  show(claim) {
    this.figures = [];
    this.container.replaceChildren(...claim.measures.map((name) => this.blockOf(name, claim)));
  }

  /** One measure: its figure, its numbers, and the command that prints them. */
  blockOf(name, claim) {
    const measure = this.measures[name];
    const conditions = new Set(
      claim.tests.filter((test) => test.measure === name).flatMap((test) => test.at),
    );
    const selection = rowsAbout(measure, conditions, this.rowName);
    const { title, rows } = { ...selection, rows: this.translate(selection.rows) };
    const files = make("span", { className: "cv-push", data: { part: `files-${name}` } });
    const heading = make("h3", { className: "cv-title" }, title);
    const head = make("div", { className: "cv-head" }, heading, files);
    const caption = make("p", SMALL_TEXT, text("measure-of", { of: measure.of }));
    const command = make("pre", { className: "cv-claims-command", tabIndex: 0 }, measure.command);
    const numbers = make("details", { className: "cv-fold" });
    const block = make("section", { data: { testid: `measure-${name}` } }, head, caption);
    if (!rows.length) {
      numbers.append(make("summary", {}, text("measure-unmeasured")), command);
      block.append(numbers);
      return block;
    }
    const table = tableOf({ ...measure, rows: this.translate(measure.rows) });
    numbers.append(
      make("summary", {}, text("all-numbers")),
      make("div", { className: "cv-claims-wide" }, table),
      make("p", SMALL_TEXT, text("measure-command")),
      command,
    );
    const canvas = make("canvas", { aria: { role: "img", "aria-label": title } });
    block.append(make("div", { className: "cv-claims-plot" }, canvas), numbers);
    this.figures.push({ canvas, rows, unit: measure.unit });
    offerFiles(() => files, [this.fileOf(name, measure, title, rows, canvas)]);
    return block;
  }

  fileOf(name, measure, title, rows, canvas) {
    return {
      name,
      title,
      file: () => `claims-${name}`,
      figure: (root) => {
        const inks = new Inks(root);
        return {
          width: Math.floor(canvas.parentElement.clientWidth),
          height: heightOf(rows.length),
          network: "",
          caption: measure.of,
          rows: this.rowsOf(name),
          draw: (g, width) => drawIntervals(g, width, rows, measure.unit, inks),
        };
      },
    };
  }

  /** @param {Inks} inks */
  paint(inks) {
    // On a projector, figures use the font size of the text around them.
    const zoom = Number.parseFloat(getComputedStyle(this.container).fontSize) / SIZE;
    for (const { canvas, rows, unit } of this.figures) {
      const height = () => zoom * heightOf(rows.length);
      paintFigure(canvas, height, (g, width) => {
        g.scale(zoom, zoom);
        drawIntervals(g, width / zoom, rows, unit, inks);
      });
    }
  }

  rowsOf(name) {
    const { heads, unit, rows } = this.measures[name];
    const body = rows.map(([series, condition, ...numbers]) => {
      const labels = [series, condition].map(this.rowName);
      return [name, ...labels, ...numbers.map((value) => value ?? ""), unit];
    });
    const columns = [text("file-measure"), heads[0], heads[1] || text("file-condition")];
    const ends = [text("file-low"), text("file-high")];
    return [[...columns, text("file-value"), ...ends, text("file-unit")], ...body];
  }

  /** The numbers of all measures, after a header. */
  everyRow() {
    const [head, ...rest] = Object.keys(this.measures).flatMap((name, index) =>
      this.rowsOf(name).slice(index ? 1 : 0),
    );
    const columns = [text("file-measure"), text("file-series"), text("file-condition")];
    return [[...columns, ...head.slice(3)], ...rest];
  }
}
