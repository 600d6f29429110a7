/*
 * Sends the changing state of a lecturer's tab: all stored values of pages (state_sync.js), which
 * are also the content of links. Pages are independent of it.
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
    /** The requested page that has not opened yet, and its deadline. */
    this.expectedPage = "";
    this.deadline = 0;
    /** @type {Set<string>} */
    this.changed = new Set();
    this.scheduled = false;
    this.earliest = 0;
    this.end = subscribeAll((name) => this.note(name));
  }

  close() {
    this.end();
    clearTimeout(this.timer);
  }

  /** The lecturer turns to a page: let the class turn to it at once. @param {string} page */
  lead(page) {
    this.expectedPage = page;
    this.deadline = Date.now() + PAGE_TIMEOUT;
    this.show(page);
  }

  /** A page has opened. It may be the previous one, shown once more. @param {string} page */
  turn(page) {
    const awaits = this.expectedPage && Date.now() < this.deadline;
    if (awaits && page !== this.expectedPage) return;
    this.expectedPage = "";
    if (awaits) this.schedule(); // close a question of the previous page
    this.show(page);
  }

  /** @param {string} page */
  show(page) {
    if (page === this.page) return;
    this.page = page;
    this.note(stateName(page, "view"));
  }

  /** Send everything, since the server may have restarted. */
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
    if (this.scheduled || !this.page) return;
    this.scheduled = true;
    this.timer = setTimeout(() => this.flush(), Math.max(0, this.earliest - Date.now()));
  }

  flush() {
    this.scheduled = false;
    this.earliest = Date.now() + PAUSE;
    /** @type {Record<string, any>} */
    const states = {};
    for (const name of this.changed) {
      const stored = readState(name);
      if (stored) states[name] = stored.value;
    }
    this.changed.clear();
    this.send({ page: this.page, things: states });
  }
}
