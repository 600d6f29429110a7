/*
 * Base class of pages. A page is built once, receives data, adopts the theme, stores the visitor's
 * changes, and is closed. Subclasses implement its construction (`build`), updates (`adopt`),
 * colours (`colour`) and stored state (`plain`).
 */

import { awaitArrival } from "./arrival.js";
import { linkFolds, restoreDetails } from "./details.js";
import { finders, setText } from "./dom.js";
import { engineOf } from "./engine/index.js";
import { hideUnavailable } from "./engine/unsupported.js";
import { applyExcerpt } from "./excerpt.js";
import { manageBoxes } from "./help.js";
import { showCard } from "./lesson_card.js";
import { showAge, showLinkStatus } from "./link_status.js";
import { copyLink } from "./links.js";
import { mountPage } from "./mount.js";
import { wordNames } from "./names.js";
import { adoptTheme, themeKey } from "./picture.js";
import { StateSync } from "./state_sync.js";
import { Steps } from "./steps.js";
import { listenToUndoKeys } from "./undo_keys.js";
import { readView } from "./view.js";

/** Duration of a notice, in ms. */
const NOTICE_TIME = 8000;

/**
 * @typedef {import("./engine/engine.js").Engine} Engine
 * @typedef {{drawing: any, settings: any, view: any, news: Set<string>}} Carried as
 *   `StateSync.reconcile` returns it
 */

export class Page {
  /** Name of the page, as in addresses and in capsviz/ui/pages. */
  static page = "";
  /** Selector of an element that exists once the page shows its first result. */
  static drawn = "[data-seq]";

  /** @param {any} root */
  constructor(root) {
    this.root = root;
    const { element, part, parts } = finders(root);
    this.element = element;
    this.part = part;
    this.parts = parts;
    this.sync = new StateSync(/** @type {typeof Page} */ (this.constructor).page);
    this.ending = new AbortController();
    this.signal = this.ending.signal;
    /** The last data of the page's script. @type {any} */
    this.server = null;
    /** @type {import("./engine/engine.js").LiveLink | null} */
    this.link = null;
    this.theme = "";
    /**
     * The canvas for drawing, on a page that has one.
     * @type {import("./pen.js").DrawingPad | null}
     */
    this.pad = null;
    /** The last stored or received view. */
    this.viewText = "";
    /** @type {Engine} set at the first update */
    this.engine = /** @type {any} */ (null);
    root.linkPlain = () => this.linkPlain();
  }

  // --- implemented by each page

  /** Called once, at the first update. @param {any} _data */
  build(_data) {}

  /**
   * @param {any} _carried a `Carried` on pages that carry state
   * @param {any} _before the previous data; null at first
   */
  adopt(_carried, _before) {}

  /** Called when the colours change, to repaint. */
  colour() {}

  /** Undo history of the page. @returns {import("./steps.js").Pad} */
  buildSteps() {
    return new Steps(this.sync, this.signal, this.pad ? { drawing: this.pad } : {});
  }

  /** Content of a link to this page; null if the page's address is enough. @returns {any} */
  linkPlain() {
    if (!this.server) return null;
    const { pad, settings = null, view } = /** @type {any} */ (this);
    const { drawing = null } = pad ?? this;
    return { page: this.sync.page, drawing, settings, view: this.readView(view) };
  }

  // --- common to all pages

  /** @param {any} component */
  update({ data, setStateValue, setTriggerValue }) {
    this.trigger = setTriggerValue;
    const before = this.server;
    this.server = wordNames(data);
    if (!before) {
      restoreDetails();
      this.engine = engineOf(data);
      this.build(data);
      listenToUndoKeys(document, this.buildSteps(), this.signal);
      manageBoxes(this.root, this.signal);
      linkFolds(this.root, this.signal);
      hideUnavailable(this.root, this.engine);
      showCard(this.root, this.signal);
      const { drawn } = /** @type {typeof Page} */ (this.constructor);
      awaitArrival(this.root, drawn, this.signal);
      const { signal } = this;
      window.addEventListener("capsviz:class", () => this.adoptColours(), { signal });
    }
    const { example } = data.carried ?? {};
    if (this.pad && example) this.pad.examples = [example];
    this.adopt(data.carried && this.sync.reconcile(data.carried, setStateValue), before);
    if (!before && data.excerpt) applyExcerpt(this.root, data.excerpt);
  }

  close() {
    this.ending.abort();
    this.link?.close();
    this.sync.close();
    clearTimeout(this.noticing);
  }

  /** A view, checked by the page's declaration. @param {any} [values] */
  readView(values) {
    return readView(this.server.table, values);
  }

  /**
   * Store the view if it has changed, so that it survives the page, the server and the connection.
   * @param {any} view
   * @param {number} pause delay until the session is notified, in ms
   */
  keepView(view, pause) {
    const text = JSON.stringify(view);
    if (text === this.viewText) return;
    this.viewText = text;
    this.sync.change("view", view, pause);
  }

  /** @param {string} name @param {(event: any) => void} act */
  onClick(name, act) {
    this.element(name).addEventListener("click", act);
  }

  /**
   * Whether the tab's stored values are newer than those that the session read.
   * @param {...string} names
   */
  isAhead(...names) {
    return names.some((name) => this.sync.shownTimes.get(name) !== this.server.carried[name].at);
  }

  /**
   * Open a live link to follow a changing state.
   * @param {"read" | "split" | "transform" | "network"} what
   * @param {import("./engine/engine.js").LiveOptions} options
   */
  follow(what, options) {
    this.link = this.engine.live(what, {
      report: (state) => showLinkStatus(this.root, state),
      age: (old) => showAge(this.root, old),
      ...options,
    });
  }

  /** Adopt the app's colours if they have changed. A removed page has none. */
  adoptColours() {
    if (!this.root.isConnected) return;
    const theme = themeKey(this.root);
    if (theme === this.theme) return;
    adoptTheme(this.root);
    this.theme = themeKey(this.root);
    this.colour();
  }

  copyLink() {
    return copyLink(this.element("copy-link"), this.element("link-text"), this.linkPlain());
  }

  /** @param {string} sentence error to show; "" for none */
  trouble(sentence) {
    setText(this.element("trouble"), sentence);
    this.element("trouble").hidden = !sentence;
  }

  /**
   * Show a notice for a while.
   * @param {string} sentence
   * @param {{stays?: boolean, answer?: boolean}} [how] `stays` keeps it visible; an `answer` may be
   *   hidden
   */
  notice(sentence, { stays = false, answer = false } = {}) {
    const box = this.element("notice");
    clearTimeout(this.noticing);
    box.toggleAttribute("data-answer", answer);
    setText(box, sentence);
    box.hidden = !sentence;
    if (sentence && !stays) this.noticing = setTimeout(() => this.notice(""), NOTICE_TIME);
  }
}

/**
 * A page's default export.
 * @param {typeof Page} Kind
 */
export function showPage(Kind) {
  return mountPage(`.cv-${Kind.page}`, "page", Kind);
}
