/*
 * The tab's storage contains the visitor's drawing, settings and views. A new tab starts with the
 * drawing and settings that another tab changed last. Each value has the time of its last change by
 * the browser's clock, and the newer one wins: nothing is lost by a reload, a restart of the
 * server, a page left at once or a change without a connection.
 *
 *   writeState("settings", settings);    // at once, independent of the connection
 *   readState("settings")?.value;        // last stored value
 *
 * A page's script uses a `StateSync`, which also notifies the page's host.
 */

/**
 * @typedef {{value: any, at: number}} Kept `at` in milliseconds
 * @typedef {object} Carried values of the page's host, see `PageHost`
 * @property {Kept} [drawing]
 * @property {Kept} [settings]
 * @property {Kept} [view]
 * @typedef {(name: string, value: any) => void} Tell notifies the host
 */

/** Frames of a document share the tab's storage: each embedded page has its own prefix. */
const { search = "" } = globalThis.location ?? {};
const FRAME = new URLSearchParams(search).get("embed") === "1" ? search : "";
const PREFIX = `capsviz.kept.${FRAME}`;
/** Entries of other versions are ignored. */
const VERSION = 1;
/** Maximum length of an entry, in characters: browsers store about five million per tab. */
export const MAX_ENTRY_LENGTH = 1_500_000;
/** Names of values; views belong to a page, the others to all pages. */
const NAMES = ["drawing", "settings", "view"];

/** Key of the drawing and settings of the last changed tab, for tabs opened soon after. */
const NEWEST = "capsviz.newest";
const SHARED_STATES = ["drawing", "settings"];
/** Time after a change, in ms: the next day starts without it. */
const SHARED_TIME = 12 * 3_600_000;

/** Values rejected by the storage; they last as long as the document. */
const unstored = new Map();
const listeners = new EventTarget();
/** Events of all stored values, and of visitors' changes; no name contains a star. */
const ALL_EVENTS = "*";
const CHANGE = "**";
/** Minimum delay of notifications to the host, in ms. @type {(name: string) => number} */
let patience = () => 0;

/**
 * Stored value of a name, or null.
 * @param {string} name
 * @returns {Kept | null}
 */
export function readState(name) {
  if (unstored.has(name)) return unstored.get(name);
  try {
    const entry = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "null");
    const good = entry?.v === VERSION && Number.isInteger(entry.at) && entry.value !== undefined;
    return good ? { value: entry.value, at: entry.at } : null;
  } catch {
    return null;
  }
}

/**
 * Store a value, by default as the newest one.
 * @param {string} name
 * @param {any} value serialisable as JSON
 * @param {number} [time] time of the change
 * @returns {number} the stored time
 */
export function writeState(name, value, time = nextTime(name)) {
  const text = JSON.stringify({ v: VERSION, at: time, value });
  try {
    if (text.length > MAX_ENTRY_LENGTH) throw new RangeError("too large");
    sessionStorage.setItem(PREFIX + name, text);
    unstored.delete(name);
  } catch {
    unstored.set(name, { value: structuredClone(value), at: time });
  }
  if (SHARED_STATES.includes(name)) shareNewest(time);
  listeners.dispatchEvent(new Event(name));
  listeners.dispatchEvent(new CustomEvent(ALL_EVENTS, { detail: name }));
  return time;
}

/** Share this tab's values with tabs opened later. @param {number} time */
function shareNewest(time) {
  if (FRAME || isOver(time)) return; // a default is not a change
  try {
    const texts = SHARED_STATES.map((name) => sessionStorage.getItem(PREFIX + name));
    localStorage.setItem(NEWEST, JSON.stringify({ v: VERSION, at: time, texts }));
  } catch {
    // Without storage, a new tab starts with an example.
  }
}

/** @param {number} time */
function isOver(time) {
  return !(Date.now() - time < SHARED_TIME);
}

/** Start a new tab with the values that another tab changed last. */
function beginAsNewest() {
  try {
    if (FRAME || SHARED_STATES.some((name) => sessionStorage.getItem(PREFIX + name))) return;
    const { v, at: time, texts } = JSON.parse(localStorage.getItem(NEWEST) ?? "{}");
    if (v !== VERSION) return;
    if (isOver(time)) return localStorage.removeItem(NEWEST);
    SHARED_STATES.forEach((name, k) => {
      if (texts[k]) sessionStorage.setItem(PREFIX + name, texts[k]);
    });
  } catch {
    // The storage is unavailable or the entry is damaged.
  }
}

beginAsNewest();

/**
 * Call `act` for each stored value.
 * @param {(name: string) => void} act
 * @returns {() => void} ends it
 */
export function subscribeAll(act) {
  /** @param {any} event */
  const onEvent = ({ detail }) => act(detail);
  listeners.addEventListener(ALL_EVENTS, onEvent);
  return () => listeners.removeEventListener(ALL_EVENTS, onEvent);
}

/**
 * Call `act` for each change by the visitor.
 * @param {(place: string, before: any, after: any) => void} act
 * @param {AbortSignal} signal ends it
 */
export function subscribeChanges(act, signal) {
  /** @param {any} event */
  const onChange = ({ detail }) => act(detail.place, detail.before, detail.after);
  listeners.addEventListener(CHANGE, onChange, { signal });
}

/**
 * Delay notifications to hosts until the last change: in a class that follows a lecturer, all tabs
 * would send the same at once.
 * @param {(name: string) => number} pause minimum delay in ms, for "drawing", "settings" and "view"
 */
export function throttleReports(pause) {
  patience = pause;
}

/** A time later than the stored one, even if the clock was set back. */
function nextTime(name) {
  return Math.max(Date.now(), (readState(name)?.at ?? 0) + 1);
}

/** The key of a page's value. */
export function stateName(page, name) {
  return name === "view" ? `view.${page}` : name;
}

/** Links that this document has opened. */
const followed = new Set();

/**
 * Whether to open a link: once, and not again if its address is reloaded after further changes.
 * @param {string} token
 */
export function opensLink(token) {
  if (followed.has(token)) return false;
  followed.add(token);
  const before = readState("link")?.value;
  writeState("link", token);
  /** @type {any[]} */
  const [entry] = globalThis.performance?.getEntriesByType?.("navigation") ?? [];
  return before !== token || entry?.type === "navigate";
}

/** Synchronises drawing, settings and view between a page's script and its host. */
export class StateSync {
  /**
   * @param {string} page name of the page or other component
   * @param {string[]} [names] of its values
   */
  constructor(page, names = NAMES) {
    this.page = page;
    this.names = names;
    /** @type {Map<string, number>} time of the visible values, by name */
    this.shownTimes = new Map();
    /** @type {Map<string, number>} time of the last values sent to the host, by name */
    this.reported = new Map();
    /** @type {Map<string, ReturnType<typeof setTimeout>>} */
    this.timers = new Map();
    /** @type {Tell} */
    this.tell = () => {};
    this.ending = new AbortController();
  }

  close() {
    this.ending.abort();
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  /**
   * Merge the host's values with the stored ones, at each update.
   *
   * @param {Carried} carried
   * @param {Tell} tell
   * @returns {{drawing: any, settings: any, view: any, news: Set<string>}} the newer of each, and
   *   the names of those not yet visible on this page
   */
  reconcile(carried, tell) {
    this.tell = tell;
    const result = { drawing: null, settings: null, view: null, news: new Set() };
    for (const name of this.names) {
      const hostEntry = carried[name];
      const { value, at: time } = this.newer(name, hostEntry);
      result[name] = value;
      if (this.shownTimes.get(name) !== time) result.news.add(name);
      this.shownTimes.set(name, time);
      if (time > hostEntry.at) this.report(name, { value, at: time }, 0);
    }
    return result;
  }

  /**
   * Store a visitor's change at once, and notify the host.
   * @param {string} name "drawing", "settings" or "view"
   * @param {any} value
   * @param {number} [pause] delay before the host is notified, to wait for further changes, in ms
   */
  change(name, value, pause = 0) {
    const key = stateName(this.page, name);
    const time = nextTime(key);
    const before = readState(key)?.value;
    this.shownTimes.set(name, time);
    writeState(key, value, time);
    const detail = { place: key, before, after: value };
    listeners.dispatchEvent(new CustomEvent(CHANGE, { detail }));
    this.report(name, { value, at: time }, pause);
  }

  /**
   * Call `act` for changes by another script of the page, such as the picker of networks; that
   * script notifies the host.
   * @param {string} name
   * @param {(value: any) => void} act
   */
  subscribe(name, act) {
    const { signal } = this.ending;
    listeners.addEventListener(
      stateName(this.page, name),
      () => {
        const entry = readState(stateName(this.page, name));
        if (!entry || entry.at === this.shownTimes.get(name)) return;
        this.shownTimes.set(name, entry.at);
        act(entry.value);
      },
      { signal },
    );
  }

  /** @returns {Kept} */
  newer(name, hostEntry) {
    const key = stateName(this.page, name);
    const ownEntry = readState(key);
    if (ownEntry && ownEntry.at > hostEntry.at) return ownEntry;
    if (ownEntry?.at !== hostEntry.at) writeState(key, hostEntry.value, hostEntry.at);
    return hostEntry;
  }

  /** Notify the host once of each change. */
  report(name, entry, pause) {
    clearTimeout(this.timers.get(name));
    const act = () => {
      if (this.reported.get(name) === entry.at) return;
      this.reported.set(name, entry.at);
      this.tell(name, entry);
    };
    // Not during the component's own update.
    this.timers.set(name, setTimeout(act, Math.max(pause, patience(name))));
  }
}
