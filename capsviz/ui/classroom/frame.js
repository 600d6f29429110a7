/*
 * The frame of the class's next page: its markup and styles without content, shown until the server
 * has sent the page itself.
 */

import { make } from "../browser/dom.js";
import { adoptTheme } from "../browser/picture.js";

/** Time in ms after which a missing page is given up: the page below the frame is shown again. */
const MAX_WAIT = 30_000;

/** @typedef {{style: string, pages: Record<string, {html: string, css: string}>}} Frames */

export class Frame {
  constructor() {
    this.host = make("div", { className: "cv-class-frame", hidden: true, inert: true });
    this.host.setAttribute("aria-hidden", "true");
    // A closed root, so that queries for a part of the page do not find this one.
    this.shadow = this.host.attachShadow({ mode: "closed" });
    /** @type {Frames | null} */
    this.frames = null;
    this.page = "";
    this.observer = new MutationObserver(() => this.check());
  }

  /** Load all frames in advance. @param {string} address */
  async load(address) {
    if (this.frames) return;
    try {
      const reply = await fetch(address);
      if (reply.ok) this.frames = await reply.json();
    } catch {
      // Pages then load without a frame.
    }
  }

  /** @param {string} page that is loading */
  show(page) {
    const frame = this.frames?.pages[page];
    if (!frame || page === this.page) return;
    this.page = page;
    const box = make("div", { className: "cv-class-frame-page" });
    box.innerHTML = frame.html; // the app's own file
    const style = make("style", {}, `${this.frames.style}\n${frame.css}`);
    this.shadow.replaceChildren(style, box);
    this.host.className = `cv-class-frame ${document.documentElement.className}`;
    this.host.hidden = false;
    adoptTheme(/** @type {HTMLElement} */ (box.firstElementChild));
    this.observer.observe(document.body, { childList: true, subtree: true });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.onPageEnd(), MAX_WAIT);
    this.check();
  }

  /** Check whether the page itself has loaded. */
  check() {
    if (document.querySelector(`.cv-${this.page}`)) this.onPageEnd();
  }

  /** The page is complete, even if it only shows an error. @param {string} page */
  onPageComplete(page) {
    if (page === this.page) this.onPageEnd();
  }

  /** Hide the frame: no page is loading any more. */
  onPageEnd() {
    if (!this.page) return;
    this.page = "";
    clearTimeout(this.timer);
    this.observer.disconnect();
    this.host.hidden = true;
    this.shadow.replaceChildren();
  }
}
