/*
 * Sections of measured results below a page, as made by capsviz/ui/sections. They are requested
 * when they get close to the viewport, and again for another network.
 */

import { make, makeButton } from "./dom.js";
import { saveFile } from "./export.js";
import { paragraph } from "./markdown.js";
import { watchOverflow } from "./overflow.js";
import { PlotlyChart } from "./plotly_chart.js";
import { text } from "./text.js";

/** Distance from the viewport at which sections are requested. */
const LOAD_MARGIN = "600px";

/**
 * @typedef {object} Section
 * @property {string} name
 * @property {string} title
 * @property {boolean} detail
 * @property {any[]} items
 *
 * @typedef {{sections: Section[], plotly: string}} Found
 *
 * @typedef {object} Options
 * @property {(asked: {model: string, only?: string, networks?: string[]}) => Promise<Found>} ask
 * @property {(field: string) => string} [field] returns the value of a field of the page's view
 * @property {(field: string, value: string) => void} [change] changes it
 * @property {Record<string, (item: any, again: (networks: string[]) => void) => HTMLElement>}
 *   [kinds] functions that show items of the page's own kinds; `again` requests their section again
 */

export class Sections {
  /** @param {HTMLElement} container @param {AbortSignal} signal ends it @param {Options} options */
  constructor(container, signal, { ask, field = () => "", change = () => {}, kinds = {} }) {
    this.container = container;
    this.ask = ask;
    this.field = field;
    this.change = change;
    this.near = false;
    /** The requested network, and the network of the visible sections. */
    this.model = this.shownModel = "";
    /** @type {Set<PlotlyChart>} */
    this.charts = new Set();
    this.kinds = { ...OWN_KINDS, ...kinds };
    this.watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        this.watcher.disconnect();
        this.near = true;
        this.load();
      },
      { rootMargin: LOAD_MARGIN },
    );
    this.watcher.observe(container);
    signal.addEventListener("abort", () => {
      this.watcher.disconnect();
      this.model = "";
      for (const chart of this.charts) chart.close();
    });
  }

  /** Show the sections of a network, by the page's view. @param {string} model */
  follow(model) {
    this.model = model;
    if (!this.near) return;
    if (model === this.shownModel) this.renew();
    else this.load();
  }

  async load() {
    const { model } = this;
    this.container.setAttribute("aria-busy", "true");
    try {
      const reply = await this.ask({ model });
      if (model !== this.model) return;
      this.shownModel = model;
      this.plotly = reply.plotly;
      for (const chart of this.charts) chart.close();
      this.charts.clear();
      this.container.replaceChildren(...reply.sections.map((section) => this.section(section)));
    } catch (error) {
      if (model !== this.model) return;
      const retry = makeButton("cv-button", "sections-again", text("sections-again"), () =>
        this.load(),
      );
      const message = make("p", { aria: { role: "alert" } }, `${error.message} `, retry);
      this.container.replaceChildren(message);
    }
    this.container.removeAttribute("aria-busy");
  }

  /**
   * Request a section again, with the networks chosen in it.
   * @param {string} only
   * @param {string[]} networks
   */
  async reload(only, networks) {
    const { model } = this;
    const element = this.container.querySelector(`[data-section="${only}"]`);
    const reply = await this.ask({ model, only, networks }).catch(() => null);
    const section = reply?.sections[0];
    if (section && element?.isConnected)
      element.replaceChildren(...this.section(section).childNodes);
  }

  /** Redraw after a change of colours or text size. */
  colour() {
    for (const chart of this.charts)
      if (chart.element.isConnected) chart.draw();
      else this.charts.delete(chart); // replaced by another choice
  }

  /** Show the choices of the page's view. */
  renew() {
    /** @type {NodeListOf<HTMLSelectElement>} */
    const selects = this.container.querySelectorAll("select[data-field]");
    for (const select of selects) {
      const fieldValue = this.field(select.dataset.field ?? "");
      // A link may contain a value that this network lacks.
      const exists = [...select.options].some(({ value }) => value === fieldValue);
      if (exists && fieldValue !== select.value) select.dispatchEvent(new Event("renew"));
    }
  }

  /** @param {Section} section */
  section({ name, title, detail, items }) {
    const id = `cv-measured-${name}`;
    return make(
      "section",
      { data: { section: name, ...(detail && { detail: "" }) }, aria: { "aria-labelledby": id } },
      make("h2", { id }, title),
      ...this.items(items, name),
    );
  }

  /** @param {any[]} items @param {string} name of their section @returns {HTMLElement[]} */
  items(items, name) {
    return items.map((item) =>
      typeof item === "string"
        ? paragraph(item)
        : this.kinds[item.kind].call(this, item, (networks) => this.reload(name, networks), name),
    );
  }
}

/** Functions that show an item of each kind, called with the `Sections` as `this`. */
const OWN_KINDS = {
  note: (item) => paragraph(item.text, "cv-small cv-muted"),

  table({ heads, rows }) {
    const cell = (content, tag, scope) => make(tag, scope ? { scope } : {}, content);
    const body = rows.map(([name, ...values]) =>
      make("tr", {}, cell(name, "th", "row"), ...values.map((value) => cell(value, "td", ""))),
    );
    const head = make("tr", {}, ...heads.map((name) => cell(name, "th", "col")));
    const table = make("table", {}, make("thead", {}, head), make("tbody", {}, ...body));
    const aria = { role: "group", "aria-label": text("sections-table") };
    const box = make("div", { className: "cv-table", tabIndex: 0, aria }, table);
    watchOverflow(box);
    return box;
  },

  chart(item) {
    const chart = new PlotlyChart(item, this.plotly);
    this.charts.add(chart);
    return chart.element;
  },

  columns({ columns }, _again, name) {
    const cells = columns.map((items) => make("div", {}, ...this.items(items, name)));
    return make("div", { className: "cv-columns" }, ...cells);
  },

  fold({ summary, items }, _again, name) {
    const heading = make("summary", {}, summary);
    return make("details", { className: "cv-fold" }, heading, ...this.items(items, name));
  },

  choice({ label, options, chosen, field }, _again, name) {
    const titles = options.map((option) => make("option", { value: option.name }, option.title));
    const data = { testid: `choose-${label.replaceAll(" ", "-")}`, ...(field && { field }) };
    const select = make("select", { className: "cv-number", data }, ...titles);
    const box = make("div", {});
    const show = (value) => {
      const option = options.find((each) => each.name === value) ?? options[0];
      select.value = option.name;
      box.replaceChildren(...this.items(option.items, name));
    };
    select.addEventListener("change", () => {
      show(select.value);
      if (field) this.change(field, select.value);
    });
    select.addEventListener("renew", () => show(this.field(field)));
    show((field && this.field(field)) || chosen);
    const choice = make("label", { className: "cv-choice" }, `${label} `, select);
    return make("div", {}, choice, box);
  },

  download({ label, name, text: content }) {
    const save = () => saveFile(content, name, "text/csv;charset=utf-8");
    return makeButton("cv-button", `download-${name}`, label, save);
  },
};
