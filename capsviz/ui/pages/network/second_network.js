/*
 * The second network, below the first: its selection, its own connection, and its prediction.
 */

import { setText } from "../../browser/dom.js";
import { text } from "../../browser/text.js";
import { Row } from "./row.js";
import { secondWords, totalWords } from "./words.js";

export class SecondRow extends Row {
  /** @param {import("./index.js").NetworkPage} page */
  constructor(page) {
    super(page, 1, page.part("second-map"));
    this.select = page.element("second");
    this.select.addEventListener("input", () => this.choose(this.select.value));
    /** Key of the current options. */
    this.offered = "";
  }

  close() {
    this.link?.close();
  }

  /** @param {{name: string, title: string, pairs: boolean}[]} offered `pairs` of digits */
  offer(offered) {
    const none = { name: "", title: text("second-none"), pairs: false };
    const options = [none, ...offered];
    const key = JSON.stringify(options);
    if (key !== this.offered)
      this.select.replaceChildren(
        ...options.map(
          ({ name, title, pairs }) =>
            new Option(pairs ? text("second-pairs", { title }) : title, name),
        ),
      );
    this.offered = key;
    this.select.value = this.server ? this.page.view.second : "";
  }

  /** Select another network, or none. @param {string} second */
  choose(second) {
    const { view } = this.page;
    const { block, under, second_off } = this.page.readView();
    this.page.change({ second, second_off, ...(view.under ? { block, under } : {}) });
  }

  connect() {
    this.close();
    this.link = this.server && this.page.engine.live("network", this.liveOptions());
    this.link?.touch();
  }

  /** Paint it after all iterations: only the first network plays passes. */
  paint() {
    const { ready } = this;
    if (ready) this.paintMap(null, this.reply.rounds - 1);
    setText(this.page.element("second-say"), ready ? secondWords(this) : "");
    const total = ready ? totalWords(this.server.total, this.map.milliseconds) : "";
    setText(this.page.part("second-total"), total);
  }
}
