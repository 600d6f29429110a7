/* The panel of one block's inside: requests its numbers after the drawing has changed. */

import { setText } from "../../browser/dom.js";
import { LatestRequest } from "../../browser/engine/latest_request.js";
import { text } from "../../browser/text.js";
import { PANES } from "./panes/index.js";
import { costWords, INSIDE_WORDS, shapesWords, titleOf } from "./words.js";

/** Delay of the request after the last change, in ms. */
const REQUEST_DELAY = 120;

export class Inside {
  /** @param {import("./index.js").NetworkPage} page */
  constructor(page) {
    this.page = page;
    this.box = page.part("inside");
    this.key = "";
    /** @type {any} */
    this.pane = null;
    this.request = new LatestRequest(
      (question) => page.engine.inside(question),
      (reply) => this.take(reply),
      (sentence) => page.trouble(sentence),
    );
    page.onClick("inside-close", () => page.leaveBlock());
    this.box.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      page.leaveBlock();
      event.preventDefault();
    });
  }

  close() {
    clearTimeout(this.settling);
  }

  /** Show the view's block, or none. */
  show() {
    const { view, openRow } = this.page;
    const { map, server } = openRow;
    const block = map.blocks.find(({ name }) => name === view.block);
    this.box.hidden = !block;
    const key = block ? `${openRow.number} ${server.network.name} ${block.name}` : "";
    if (key === this.key) return;
    this.key = key;
    this.pane = this.reply = null;
    const panes = this.page.part("panes");
    panes.replaceChildren();
    if (!block) return;
    this.pane = new PANES[block.part](openRow, block);
    panes.replaceChildren(...this.pane.nodes);
    panes.inert = true; // until the first reply: the switches act on its unit
    const values = { shape: shapesWords(block.outputs), cost: costWords(block) };
    setText(this.page.part("inside-title"), titleOf(block));
    setText(this.page.part("inside-shape"), text("inside-shape", values));
    setText(this.page.part("inside-caption"), text(INSIDE_WORDS[block.part]));
  }

  /** Send a request once nothing has changed for a moment. @param {number} [pause] */
  schedule(pause = REQUEST_DELAY) {
    clearTimeout(this.settling);
    if (!this.pane) return;
    this.settling = setTimeout(() => this.request.ask(this.question), pause);
  }

  get question() {
    const { view, openRow, drawing } = this.page;
    const { block, unit, digit } = view;
    return { ...openRow.reading, block, unit, digit, off: openRow.off, drawing };
  }

  take(reply) {
    if (!this.pane || reply.header.block !== this.page.view.block) return;
    this.reply = reply;
    this.paint();
    this.box.dataset.seq = String(Number(this.box.dataset.seq ?? 0) + 1);
  }

  /** Paint the last reply in the current colours. */
  paint() {
    const shown = this.pane && this.reply?.header.block === this.page.view.block;
    if (!shown || !this.page.openRow.ready) return;
    this.pane.show(this.reply);
    this.page.part("panes").inert = false;
  }
}
