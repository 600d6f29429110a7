/*
 * What a lecturer's tab shows, told as it changes: everything that pages keep (kept.js), which
 * is what links hold. No page knows of it.
 */

import { readState, stateName, subscribeAll } from "../browser/state_sync.js";

/** Milliseconds between two messages: twenty a second while a slider is dragged. */
const PAUSE = 50;
/** So long, in ms, a page that was pressed is believed to be on its way. */
const ON_ITS_WAY = 15_000;
/** What every page has. */
const SHARED = ["drawing", "settings", "card"];

export class Feed {
  /** @param {(state: {page: string, things: Record<string, any>}) => void} send */
  constructor(send) {
    this.send = send;
    this.page = "";
    /** The page that was pressed and is not here yet, and until when that is believed. */
    this.ahead = "";
    this.until = 0;
    /** @type {Set<string>} */
    this.changed = new Set();
    this.waiting = false;
    this.after = 0;
    this.end = subscribeAll((name) => this.note(name));
  }

  close() {
    this.end();
    clearTimeout(this.timer);
  }

  /** The lecturer turns to a page: the class may go there meanwhile. @param {string} page */
  lead(page) {
    this.ahead = page;
    this.until = Date.now() + ON_ITS_WAY;
    this.show(page);
  }

  /** A page is here; it may be the one before, shown once more. @param {string} page */
  turn(page) {
    const awaits = this.ahead && Date.now() < this.until;
    if (awaits && page !== this.ahead) return;
    this.ahead = "";
    if (awaits) this.schedule(); // what was asked on the page before is no longer there
    this.show(page);
  }

  /** @param {string} page */
  show(page) {
    if (page === this.page) return;
    this.page = page;
    this.note(stateName(page, "view"));
  }

  /** Tell everything: to a server that may know nothing. */
  tellAll() {
    for (const name of [...SHARED, stateName(this.page, "view")]) this.changed.add(name);
    this.schedule();
  }

  /** @param {string} name of what was kept */
  note(name) {
    if (!SHARED.includes(name) && name !== stateName(this.page, "view")) return;
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
      const found = readState(name);
      if (found) things[name] = found.value;
    }
    this.changed.clear();
    this.send({ page: this.page, things });
  }
}
