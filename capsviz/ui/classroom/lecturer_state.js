/*
 * Sends the state of a lecturer's tab as it changes: everything that pages keep (state_sync.js),
 * which is also the content of links. No page knows of it.
 */

import { readState, stateName, subscribeAll } from "../browser/state_sync.js";

/** Milliseconds between two messages: twenty a second while a slider is dragged. */
const PAUSE = 50;
/** Time in ms during which a pressed page is expected to open. */
const PAGE_TIMEOUT = 15_000;
/** State that every page has. */
const SHARED_STATES = ["drawing", "settings", "card"];

export class Feed {
  /** @param {(state: {page: string, things: Record<string, any>}) => void} send */
  constructor(send) {
    this.send = send;
    this.page = "";
    /** The pressed page that has not opened yet, and until when it is expected. */
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

  /** The lecturer turns to a page. The class may turn to it at once. @param {string} page */
  lead(page) {
    this.ahead = page;
    this.until = Date.now() + PAGE_TIMEOUT;
    this.show(page);
  }

  /** A page has opened. It may be the previous one, shown once more. @param {string} page */
  turn(page) {
    const awaits = this.ahead && Date.now() < this.until;
    if (awaits && page !== this.ahead) return;
    this.ahead = "";
    if (awaits) this.schedule(); // a question of the previous page is no longer there
    this.show(page);
  }

  /** @param {string} page */
  show(page) {
    if (page === this.page) return;
    this.page = page;
    this.note(stateName(page, "view"));
  }

  /** Send everything, to a server that may know nothing. */
  sendAll() {
    for (const name of [...SHARED_STATES, stateName(this.page, "view")]) this.changed.add(name);
    this.schedule();
  }

  /** @param {string} name name of the changed state */
  note(name) {
    if (!SHARED_STATES.includes(name) && name !== stateName(this.page, "view")) return;
    this.changed.add(name);
    this.schedule();
  }

  /** Send the first change at once, and those soon after it together. */
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
