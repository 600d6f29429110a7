/* Compare: one row per network. */

import { nameTest } from "../../browser/classes.js";
import { showScale } from "../../browser/coupling_scale.js";
import { setText } from "../../browser/dom.js";
import { EmptyState } from "../../browser/empty_state.js";
import { showAge } from "../../browser/link_status.js";
import { openDraw } from "../../browser/links.js";
import { Page, showPage } from "../../browser/page.js";
import { colourScales, colourTable, colourTables, PixelPicture } from "../../browser/picture.js";
import { base64ToBytes } from "../../browser/raster.js";
import { Sections } from "../../browser/sections.js";
import { number, text } from "../../browser/text.js";
import { disputedGallery, networkChoice } from "./disputed.js";
import { ariaSort, orderAfterPress, sortNetworks } from "./order.js";
import { labelWords, loadingWords, pictureWords, readIndex } from "./pick.js";
import { rowOf } from "./rows.js";
import { accuracySpan, apartWords, moreWords, percentWords, verdictWords } from "./words.js";

/**
 * @typedef {object} ComparePageData as `data.py` gives it
 * @property {string} image
 * @property {"drawing" | "empty" | "example"} picture where it is no test picture
 * @property {number | null} index of a test picture
 * @property {string} label its class; "" without one
 * @property {import("./words.js").Apart | null} apart
 * @property {string} thing
 * @property {import("../../browser/classes.js").TestSet | null} test
 * @property {import("./words.js").Column[]} columns
 * @property {[number, number] | null} loading number of missing networks, and the time of that count
 */

export class ComparePage extends Page {
  static page = "compare";
  static drawn = ".cv-compared";

  build() {
    this.part("mnist").addEventListener("submit", (event) => {
      event.preventDefault();
      this.pick();
    });
    this.part("drawing").addEventListener("click", () => this.choose(null));
    this.part("disputes").addEventListener("click", () =>
      this.part("sections").scrollIntoView({ block: "start" }),
    );
    this.part("fetch").addEventListener("click", () => this.trigger("fetch", true));
    /** @type {import("./order.js").Order} */
    this.order = { by: "", descending: false };
    for (const head of this.heads())
      head.querySelector("button").addEventListener("click", () => {
        this.order = orderAfterPress(this.order, head.dataset.sort);
        this.paintRows();
      });
    this.tiles = 0;
    /** All that the rows show, as text. */
    this.paintedKey = "";
    /** @type {Set<string>} names of networks whose couplings are enlarged */
    this.opened = new Set();
    const resizeObserver = new ResizeObserver(() => this.tables && this.paintRows(true));
    resizeObserver.observe(this.part("table"));
    this.signal.addEventListener("abort", () => resizeObserver.disconnect());
    this.emptyState = new EmptyState(this.part("begin"), () => {
      const { drawing, settings } = this.server.carried;
      openDraw(this.server.base, drawing.value, settings.value);
    });
    this.sections = new Sections(this.part("sections"), this.signal, {
      ask: (question) =>
        this.engine.sections("compare", { ...question, language: this.server.language }),
      kinds: {
        networks: networkChoice,
        disputed: (part) => disputedGallery(part, this.root, (index) => this.compareDigit(index)),
      },
    });
  }

  /** Compare a chosen test digit. @param {number} index */
  compareDigit(index) {
    this.choose(index);
    this.part("one").scrollIntoView({ block: "start" });
  }

  linkPlain() {
    const { drawing, settings, view } = this.server.carried;
    return { page: "compare", drawing: drawing.value, settings: settings.value, view: view.value };
  }

  /** Compare the typed test digit, or report what is wrong with it. */
  pick() {
    const input = this.part("index");
    const { index, trouble } = readIndex(input.value, this.server.test);
    const picture = pictureWords(this.server);
    const sentence = trouble && text("picture-still", { trouble, picture });
    setText(this.part("trouble"), sentence);
    input.setAttribute("aria-invalid", String(Boolean(trouble)));
    if (!trouble) this.choose(index);
  }

  /** @param {number | null} index of a test digit; null for the drawing */
  choose(index) {
    showAge(this.root, true);
    this.sync.change("view", { test_digit: index });
  }

  /** @param {import("../../browser/page.js").Carried} carried @param {any} before */
  adopt({ news, settings }, before) {
    /** @type {ComparePageData & {carried: any, more?: any}} */
    const data = this.server;
    this.sections.follow(settings.model);
    // The data belong to the state that was sent; the tab may have newer state.
    showAge(this.root, this.isAhead("drawing", "settings", "view"));
    const index = data.carried.view.value.test_digit;
    if (before && news.has("drawing") && index !== null) this.choose(null); // a class's drawing, opened here
    setText(this.part("of"), pictureWords(data));
    setText(this.part("label"), labelWords(data));
    setText(this.part("says"), verdictWords(data.columns));
    setText(this.part("apart"), data.apart ? apartWords(data.apart) : "");
    nameTest(this.part("mnist"), data.test);
    this.part("drawing").hidden = index === null;
    this.part("disputes").hidden = !data.test || data.thing !== "digit";
    this.emptyState.receive(index === null ? data.carried.drawing.value : { s: [], b: data.image });
    if (index !== null && index !== this.index) {
      this.part("index").value = String(index);
      setText(this.part("trouble"), "");
    }
    this.index = index;
    const { theme } = this;
    this.adoptColours();
    if (theme === this.theme) this.paint();
    this.load(data.loading);
    this.offerMore(data.more);
  }

  colour() {
    this.paint();
    this.sections.colour();
  }

  /** Heads of the table's columns. @returns {any[]} */
  heads() {
    return [...this.part("table").querySelectorAll("[data-sort]")];
  }

  /** The image and the networks, in the page's colours. */
  paint() {
    const { image, columns } = this.server;
    const scales = colourScales(this.root);
    new PixelPicture(this.part("image")).show(base64ToBytes(image), colourTable(scales.ink));
    this.part("table").hidden = !columns.length;
    if (!columns.length) return;
    const classes = columns[0].called.length;
    for (const bar of this.parts("scale")) showScale(bar, scales.couplings, classes);
    this.tables = colourTables(scales, 1 / classes);
    this.paintRows();
  }

  /** @param {boolean} [onlyIfChanged] where coupling pictures have another form */
  paintRows(onlyIfChanged = false) {
    const table = this.part("table");
    const tiles = Number(getComputedStyle(table).getPropertyValue("--cv-tiles"));
    const before = this.tiles;
    this.tiles = tiles;
    // The observer also reports a removed page, which has no style and thus 0 tiles.
    if (!tiles || (onlyIfChanged && tiles === before)) return;
    const { columns, image: encoded } = this.server;
    // Keep unchanged rows: a press on a replaced button would be lost.
    const key = JSON.stringify([columns, encoded, this.order, tiles, this.theme]);
    if (key === this.paintedKey) return;
    this.paintedKey = key;
    const image = base64ToBytes(encoded);
    const span = accuracySpan(columns);
    const maps = { opened: this.opened, all: [] };
    const state = { tables: this.tables, columns, image, span, tiles, maps };
    const rows = sortNetworks(columns, this.order, image).map((column) => rowOf(column, state));
    for (const body of table.querySelectorAll("tbody")) body.remove();
    table.append(...rows);
    table.style.setProperty("--cv-rows", String(rows.length));
    for (const head of this.heads())
      head.setAttribute("aria-sort", ariaSort(this.order, head.dataset.sort));
    for (const [end, value] of span.entries())
      setText(this.parts("span")[end], end ? percentWords(value, 1) : number(100 * value, 1));
  }

  /**
   * Offer the networks that the browser would have to fetch.
   * @param {{networks: number, bytes: number, coming: boolean} | undefined} more
   */
  offerMore(more) {
    this.part("more").hidden = !more?.networks;
    this.part("fetch").hidden = Boolean(more?.coming);
    setText(this.part("more-says"), more ? moreWords(more) : "");
  }

  /**
   * Load networks now that the page is visible.
   * @param {[number, number] | null} loading number of missing networks, and the time of that count
   */
  load(loading) {
    setText(this.part("loading"), loading ? loadingWords(loading[0]) : "");
    this.part("loading").hidden = !loading;
    // Never within the component's own update.
    if (loading) setTimeout(() => this.trigger("seen", true));
  }
}

export default showPage(ComparePage);
