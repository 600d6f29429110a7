/*
 * A phone that follows: it stores a copy of the lecturer's state, and the open page applies it like
 * a link.
 */

import { remountAll } from "../browser/remount.js";
import { readState, stateName, throttleReports, writeState } from "../browser/state_sync.js";

/**
 * Delay in ms of messages to the session, plus a random delay of at most the same length, so that
 * not all phones send at once.
 */
const DELAY = 300;
const VIEW_DELAY = 2000;
/** Time in ms until the next check whether the app can turn to a page. */
const RETRY_DELAY = 300;

export class Follower {
  /**
   * @param {(page: string) => void} open
   * @param {() => boolean} isReady whether the app can turn to a page now
   */
  constructor(open, isReady = () => true) {
    this.open = open;
    this.isReady = isReady;
    /** The open page of this tab, and of the lecturer. */
    this.currentPage = "";
    this.lecturerPage = "";
    this.opening = "";
    /** Pages on which this tab stays, by reason. */
    this.holds = new Map();
    this.follows = true;
    /** @type {Map<string, any>} */
    this.pending = new Map();
    /** The newest value of each of the lecturer's states. @type {Map<string, any>} */
    this.lecturerStates = new Map();
    this.setFollows(true);
  }

  close() {
    this.setFollows(false);
    clearTimeout(this.timer);
  }

  /** @param {boolean} on */
  setFollows(on) {
    this.follows = on;
    const pause = (name) => (name === "view" ? VIEW_DELAY : DELAY) * (1 + Math.random());
    throttleReports(on ? pause : () => 0);
    this.opening = "";
    this.lecturerStates.clear(); // all states are sent again when a visitor follows again
    if (!on) this.pending.clear();
  }

  /**
   * Stay on a page, which does not follow until it is released.
   * @param {string} page "" releases it
   * @param {string} [reason] for staying
   */
  hold(page, reason = "board") {
    this.holds.set(reason, page);
    this.schedule();
  }

  /** The page on which this tab stays; "" if it follows. */
  get heldPage() {
    return [...this.holds.values()].find(Boolean) ?? "";
  }

  /** This tab has turned to a page. @param {string} page */
  turn(page) {
    this.currentPage = page;
    this.opening = "";
    this.schedule(); // the lecturer may have moved on
  }

  /**
   * @param {string} name "drawing", "settings" or "view." and a page's name
   * @param {any} value
   */
  take(name, value) {
    this.lecturerStates.set(name, value);
    if (!this.follows) return;
    this.pending.set(name, value);
    this.schedule();
  }

  /** The lecturer has turned to a page. @param {string} page */
  lead(page) {
    this.lecturerPage = page;
    this.schedule();
  }

  /** Whether the visitor has moved this tab to another step of a lesson than the lecturer's. */
  get isElsewhere() {
    const { follows, heldPage, currentPage, lecturerPage, pending } = this;
    const name = stateName(currentPage, "view");
    if (!follows || heldPage || currentPage !== lecturerPage || pending.has(name)) return false;
    const [lecturerView, ownView] = [this.lecturerStates.get(name), readState(name)?.value];
    return Boolean(
      lecturerView?.lesson &&
        ownView &&
        (ownView.lesson !== lecturerView.lesson || ownView.step !== lecturerView.step),
    );
  }

  schedule() {
    this.timer ??= setTimeout(() => this.apply(), 0);
  }

  apply() {
    this.timer = undefined;
    if (!this.follows) return;
    if (!this.heldPage) this.takeUp();
    const target = this.heldPage || this.lecturerPage;
    if (!target || target === (this.opening || this.currentPage)) return;
    if (!this.isReady()) {
      this.timer = setTimeout(() => this.apply(), RETRY_DELAY);
      return;
    }
    this.opening = target;
    this.open(target);
  }

  takeUp() {
    let changed = false;
    for (const [name, value] of this.pending) {
      if (JSON.stringify(readState(name)?.value) === JSON.stringify(value)) continue;
      writeState(name, value);
      changed = true;
    }
    this.pending.clear();
    if (changed) remountAll();
  }
}

/**
 * Turn to a page by the app's navigation, which listens to the history, even if not visible. A page
 * requested again, because the app was slow, is in the history once, so that "back" leaves it.
 * @param {string} base of the app
 * @param {string} page
 * @param {string} first the app's first page, whose address is the app's own
 */
export function openPage(base, page, first) {
  const address = new URL(location.href);
  address.pathname = `${base}/${page === first ? "" : page}`;
  address.search = "";
  address.hash = "";
  if (address.pathname !== location.pathname) history.pushState(null, "", address);
  window.dispatchEvent(new PopStateEvent("popstate"));
}

/** Whether the app is connected to its server: without it, it never turns to a page. */
export function isAppConnected() {
  return document.querySelector('[data-test-connection-state="CONNECTED"]') !== null;
}

/**
 * The page that a click opens in this tab; "" for none.
 * @param {MouseEvent} event
 * @param {string} base of the app
 * @param {string[]} pages the app's first page first
 */
export function pageOfPress(event, base, pages) {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  /** @type {HTMLAnchorElement | null} */
  const link = /** @type {Element} */ (target).closest("a[href]");
  if (!link || button || ctrlKey || metaKey || shiftKey || altKey) return "";
  if (link.origin !== location.origin || link.hasAttribute("download")) return "";
  if (link.target && link.target !== "_self") return "";
  return pageAt(link.pathname, base, pages);
}

/**
 * The page at a path; "" for none.
 * @param {string} path
 * @param {string} base of the app
 * @param {string[]} pages the app's first page first
 */
export function pageAt(path, base, pages) {
  if (!path.startsWith(base)) return "";
  const name = path.slice(base.length).replace(/^\/|\/$/g, "");
  return pages.find((page) => page === (name || pages[0])) ?? "";
}
