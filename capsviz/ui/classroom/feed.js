/*
 * What a lecturer's tab shows, told as it changes: everything that pages keep (kept.js), which
 * is what links hold. No page knows of it.
 */

import { hearAll, kept, keptName } from "../browser/kept.js";

/** Milliseconds between two messages: twenty a second while a slider is dragged. */
const PAUSE = 50;
/** What every page has. */
const SHARED = ["drawing", "settings"];

export class Feed {
  /** @param {(state: {page: string, things: Record<string, any>}) => void} send */
  constructor(send) {
    this.send = send;
    this.page = "";
    /** @type {Set<string>} */
    this.changed = new Set();
    this.waiting = false;
    this.after = 0;
    this.end = hearAll((name) => this.note(name));
  }

  close() {
    this.end();
    clearTimeout(this.timer);
  }

  /** The lecturer has turned to a page. @param {string} page */
  turn(page) {
    if (page === this.page) return;
    this.page = page;
    this.note(keptName(page, "view"));
  }

  /** Tell everything: to a server that may know nothing. */
  tellAll() {
    for (const name of [...SHARED, keptName(this.page, "view")]) this.changed.add(name);
    this.schedule();
  }

  /** @param {string} name of what was kept */
  note(name) {
    if (!SHARED.includes(name) && name !== keptName(this.page, "view")) return;
    this.changed.add(name);
    this.schedule();
  }

  /** The first change at once, those soon after it together. */
  schedule() {
    if (this.waiting || !this.page) return;
    this.waiting = true;
    this.timer = setTimeout(() => this.flush(), Math.max(0, this.after - Date.now()));
  }

  flush() {
    this.waiting = false;
    this.after = Date.now() + PAUSE;
    /** @type {Record<string, any>} */
    const things = {};
    for (const name of this.changed) {
      const found = kept(name);
      if (found) things[name] = found.value;
    }
    this.changed.clear();
    this.send({ page: this.page, things });
  }
}
