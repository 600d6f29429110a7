/*
 * This tab's storage keeps the visitor's drawing, settings and views. A new tab begins with the
 * drawing and the settings that another one changed last. Each thing has the time of its last
 * change by this browser's clock, and the newer one wins; so a reload, a server that restarts, a
 * page left at once and a change made without a connection cost nothing.
 *
 *   writeState("settings", settings);    // at once, whatever the connection does
 *   readState("settings")?.value;        // what this tab kept last
 *
 * A page's script uses a `StateSync`, which also tells the page's host.
 */

/**
 * @typedef {{value: any, at: number}} Kept `at` in milliseconds
 * @typedef {object} Carried what the page's host knows, see `PageHost`
 * @property {Kept} [drawing]
 * @property {Kept} [settings]
 * @property {Kept} [view]
 * @typedef {(name: string, value: any) => void} Tell tells the host
 */

/** Frames of one document share its tab's storage: each page that is set up has its own. */
const { search = "" } = globalThis.location ?? {};
const FRAME = new URLSearchParams(search).get("embed") === "1" ? search : "";
const PREFIX = `capsviz.kept.${FRAME}`;
/** Entries of another version are not read. */
const VERSION = 1;
/** Longest entry, in characters: browsers give a tab about five million. */
export const MAX_ENTRY_LENGTH = 1_500_000;
/** State that pages share; views belong to each page. */
const NAMES = ["drawing", "settings", "view"];

/** The drawing and settings of the tab that changed one last, for those that are opened soon after. */
const NEWEST = "capsviz.newest";
const SHARED_STATES = ["drawing", "settings"];
/** How long after the change, in ms: the next day begins anew. */
const SHARED_TIME = 12 * 3_600_000;

/** State that the tab's storage refused lasts as long as the document. */
const unstored = new Map();
const listeners = new EventTarget();
/** The events of everything that is kept, and of what a visitor changed; no name has a star. */
const ALL_EVENTS = "*";
const CHANGE = "**";
/** How much longer than a page asks for its host is told nothing. @type {(name: string) => number} */
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
 * Keep a value, by default as the newest there is.
 * @param {string} name
 * @param {any} value plain, as JSON takes it
 * @param {number} [time] time of the change
 * @returns {number} the time it is kept with
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

/** Let tabs that are opened from now on begin with what this one keeps. @param {number} time */
function shareNewest(time) {
  if (FRAME || isOver(time)) return; // a default is nobody's change
  try {
    const texts = SHARED_STATES.map((name) => sessionStorage.getItem(PREFIX + name));
    localStorage.setItem(NEWEST, JSON.stringify({ v: VERSION, at: time, texts }));
  } catch {
    // Without room for them a new tab begins with an example.
  }
}

/** @param {number} time */
function isOver(time) {
  return !(Date.now() - time < SHARED_TIME);
}

/** A tab that has kept nothing yet begins with what another one changed last. */
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
    // Nothing is kept here, or not as it was written.
  }
}

beginAsNewest();

/**
 * Hear of everything that this tab keeps.
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
 * Hear of everything that the visitor changes.
 * @param {(place: string, before: any, after: any) => void} act
 * @param {AbortSignal} signal ends it
 */
export function subscribeChanges(act, signal) {
  /** @param {any} event */
  const onChange = ({ detail }) => act(detail.place, detail.before, detail.after);
  listeners.addEventListener(CHANGE, onChange, { signal });
}

/**
 * Have hosts be told of changes later, each time after the last of them: where a whole class
 * follows one lecturer, the server would hear the same of all at once.
 * @param {(name: string) => number} pause the least, in milliseconds, for "drawing", "settings"
 *   and "view"
 */
export function throttleReports(pause) {
  patience = pause;
}

/** A time later than what was kept before, even where the clock was set back. */
function nextTime(name) {
  return Math.max(Date.now(), (readState(name)?.at ?? 0) + 1);
}

/** Under which name a page's thing is kept. */
export function stateName(page, name) {
  return name === "view" ? `view.${page}` : name;
}

/** Links that this document has opened. */
const followed = new Set();

/**
 * Whether a link is to be opened: once, and not again when its address is reloaded after the
 * visitor went on.
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

/** Keeps drawing, settings and view between a page's script and its host. */
export class StateSync {
  /**
   * @param {string} page name of the page, or of what else carries something
   * @param {string[]} [names] of what it carries
   */
  constructor(page, names = NAMES) {
    this.page = page;
    this.names = names;
    /** @type {Map<string, number>} time of what this page shows, by name */
    this.shown = new Map();
    /** @type {Map<string, number>} the time of what the host was told last, by name */
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
   * Take what the host knows; each time it says something.
   *
   * @param {Carried} carried
   * @param {Tell} tell
   * @returns {{drawing: any, settings: any, view: any, news: Set<string>}} the newer of each,
   *   and the names of those that this page does not show yet
   */
  reconcile(carried, tell) {
    this.tell = tell;
    const result = { drawing: null, settings: null, view: null, news: new Set() };
    for (const name of this.names) {
      const hostEntry = carried[name];
      const { value, at: time } = this.newer(name, hostEntry);
      result[name] = value;
      if (this.shown.get(name) !== time) result.news.add(name);
      this.shown.set(name, time);
      if (time > hostEntry.at) this.report(name, { value, at: time }, 0);
    }
    return result;
  }

  /**
   * The visitor changed something: it is kept at once, and the host told.
   * @param {string} name "drawing", "settings" or "view"
   * @param {any} value
   * @param {number} [pause] to wait for further changes before the host is told, in ms
   */
  change(name, value, pause = 0) {
    const key = stateName(this.page, name);
    const time = nextTime(key);
    const before = readState(key)?.value;
    this.shown.set(name, time);
    writeState(key, value, time);
    const detail = { place: key, before, after: value };
    listeners.dispatchEvent(new CustomEvent(CHANGE, { detail }));
    this.report(name, { value, at: time }, pause);
  }

  /**
   * Hear of what another script of the page changed, such as the picker of networks; that
   * script tells the host.
   * @param {string} name
   * @param {(value: any) => void} act
   */
  subscribe(name, act) {
    const { signal } = this.ending;
    listeners.addEventListener(
      stateName(this.page, name),
      () => {
        const entry = readState(stateName(this.page, name));
        if (!entry || entry.at === this.shown.get(name)) return;
        this.shown.set(name, entry.at);
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

  /** Tell the host each thing once. */
  report(name, entry, pause) {
    clearTimeout(this.timers.get(name));
    const act = () => {
      if (this.reported.get(name) === entry.at) return;
      this.reported.set(name, entry.at);
      this.tell(name, entry);
    };
    // Never within the component's own update.
    this.timers.set(name, setTimeout(act, Math.max(pause, patience(name))));
  }
}
