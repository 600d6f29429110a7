/* End of a session: the lecturer confirms it, and can undo it for ten seconds. */

import { make } from "../browser/dom.js";
import { button, openPanel, panel } from "./elements.js";

/** Time in ms during which the end can be undone. */
const UNDO_TIME = 10_000;

export class Ending {
  /**
   * @param {Record<string, string>} words
   * @param {{save: () => void, end: () => void}} acts `save` saves the counts
   */
  constructor(words, { save, end }) {
    this.end = end;
    this.open = button(words.end, () => openPanel(this.panel), { testid: "class-end" });
    const confirm = () => {
      this.panel.close();
      this.begin();
    };
    this.panel = panel(
      words.end,
      words.stay,
      make("h2", {}, words["end-asks"]),
      make("p", {}, words["end-means"]),
      make(
        "div",
        { className: "cv-row cv-class-tools" },
        button(words.counts, save, { testid: "end-counts" }),
        button(words["end-sure"], confirm, { testid: "end-sure", primary: true }),
      ),
    );
    const undo = button(words.undo, () => this.takeBack(), { testid: "end-undo", primary: true });
    /** Shown in the bar while the end can be undone. */
    this.notice = make(
      "span",
      { className: "cv-class-ends", hidden: true, aria: { role: "status" } },
      words.ends,
      " ",
      undo,
    );
  }

  begin() {
    this.notice.hidden = false;
    this.open.hidden = true;
    this.timer = setTimeout(() => this.end(), UNDO_TIME);
    this.notice.querySelector("button")?.focus();
  }

  takeBack() {
    this.close();
    this.notice.hidden = true;
    this.open.hidden = false;
    this.open.focus();
  }

  close() {
    clearTimeout(this.timer);
  }
}
