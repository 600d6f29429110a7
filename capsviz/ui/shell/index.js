/* The header of every page: links to the pages, tour, details, class mode, sharing. */

import { areDetailsOpen, keepDetails, restoreDetails } from "../browser/details.js";
import { make, makeButton, scrollerOf, setText } from "../browser/dom.js";
import { engineOf } from "../browser/engine/index.js";
import { LOCAL_CHANGES, LocalInferenceEngine } from "../browser/engine/local_inference.js";
import { fetchAhead, opensElsewhere } from "../browser/links.js";
import { mountPage } from "../browser/mount.js";
import { watchOverflow } from "../browser/overflow.js";
import { adoptTheme } from "../browser/picture.js";
import { SYMBOLS, symbol } from "../browser/symbols.js";
import { classroom } from "../classroom/index.js";
import { showWhere } from "./block_map.js";
import { ClassMode } from "./class_mode.js";
import { fillHere } from "./inference_switch.js";
import { languageMenu, showInLanguage } from "./language.js";
import { ShareDialog } from "./share.js";
import { Tour } from "./tour.js";

/** Time until a missing page is requested again, in ms: the server may be unreachable. */
const RETRY_DELAY = 5000;

class Tools {
  constructor(root) {
    this.root = root;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.listeners = new AbortController();
    /** @type {import("../browser/engine/engine.js").Engine | null} */
    this.engine = null;
    /** Ends listening to networks in this browser. @type {AbortController | null} */
    this.reader = null;
    const { signal } = this.listeners;
    const closeOutside = ({ target }) => root.contains(target) || this.closePop();
    document.addEventListener("pointerdown", closeOutside, { signal });
    const updateMap = () => this.data && showWhere(this.part("where"), this.data);
    window.addEventListener("capsviz:about", updateMap, { signal });
    // On the document, since a press on an empty part of a dialog removes the focus from it.
    const onEscape = (event) => {
      if (event.key === "Escape" && !this.part("pop").hidden) this.closePop(true);
    };
    document.addEventListener("keydown", onEscape, { signal });
  }

  close() {
    this.listeners.abort();
    clearTimeout(this.retryTimer);
    this.tour?.close();
  }

  /** @param {any} component */
  update({ data, setTriggerValue }) {
    this.turn = setTriggerValue;
    const first = this.data === undefined;
    const pageChanged = this.data?.page !== data.page;
    this.data = data;
    this.words = data.words;
    this.engine ??= engineOf(data);
    adoptTheme(this.root);
    // The scroller is not a tab stop: keys scroll it from any focused element inside.
    scrollerOf(this.root)?.setAttribute("tabindex", "-1");
    if (first) {
      this.buildPages();
      this.mode = new ClassMode(() => this.showMode(), this.listeners.signal);
      this.buildBar();
      this.mode.apply();
      restoreDetails();
      this.showDetails();
      const { tour: steps, base, page } = data;
      const words = this.words.tour;
      this.tour = new Tour(this.part("card"), this.part("ring"), { steps, words, base, page });
      this.tour.onLeave = () => this.buttons.tour.focus();
    } else if (pageChanged) {
      clearTimeout(this.retryTimer);
      this.tour.setPage(data.page);
      this.mode.apply();
    }
    this.markPage(data.page);
    if (first || pageChanged) showWhere(this.part("where"), data);
    if (data.frames) classroom.show(this.part("classroom"), { ...data, words: data.classroom });
  }

  /** Update the bar to class mode. */
  showMode() {
    const { mode, buttons, words } = this;
    buttons.class.setAttribute("aria-pressed", String(mode.on));
    // Lessons have their own questions and answers.
    buttons.reveal.hidden = !mode.guesses || this.data.page === "learn";
    buttons.reveal.textContent = mode.revealed ? words.hide : words.reveal;
  }

  // --- details

  showDetails() {
    this.buttons.details.setAttribute("aria-pressed", String(areDetailsOpen()));
  }

  // --- the bar

  buildBar() {
    const button = (name, act) => {
      const text = name === "tour" ? this.words.tour.button : this.words[name];
      return makeButton("cv-button", `tool-${name}`, text, act);
    };
    this.buttons = {
      reveal: button("reveal", () => this.mode.reveal(!this.mode.revealed)),
      tour: button("tour", () => {
        this.closePop();
        if (this.part("card").hidden) this.tour.start();
        else this.tour.leave();
      }),
      details: button("details", () => {
        keepDetails(!areDetailsOpen());
        this.showDetails();
      }),
      class: button("class", () => this.togglePop("class")),
      share: button("share", () => this.togglePop("share")),
    };
    this.buttons.reveal.classList.add("cv-primary");
    const brand = this.part("brand");
    brand.title = this.words.symbols;
    brand.addEventListener("click", () => this.togglePop("symbols"));
    this.opened = { ...this.buttons, symbols: brand };
    this.part("bar").setAttribute("aria-label", this.words.bar);
    this.part("bar").replaceChildren(
      ...Object.values(this.buttons),
      ...languageMenu(this.data.languages),
    );
  }

  // --- the pages

  /** A published page has its links from the start. */
  buildPages() {
    const nav = this.part("pages");
    const { base, links = [], pages, titles_of_pages: titles } = this.data;
    for (const [i, path] of links.entries()) {
      const data = { testid: "page-link", name: pages[i] };
      nav.append(make("a", { href: `${base}/${path}`, data }));
    }
    for (const link of nav.children) setText(link, titles[link.dataset.name]);
    watchOverflow(nav);
    nav.addEventListener("click", (event) => this.followLink(event));
    const prefetch = (event) =>
      fetchAhead(this.data.files?.[[...nav.children].indexOf(event.target.closest("a"))]);
    // A hovered link is likely to be clicked next.
    for (const name of ["pointerover", "focusin"]) nav.addEventListener(name, prefetch);
  }

  /**
   * Turn to a page without a reload; with a modifier key, the browser opens a tab.
   * @param {any} event
   */
  followLink(event) {
    const link = event.target.closest("a");
    if (!link || !this.turn || opensElsewhere(event)) return;
    event.preventDefault();
    this.turnTo(link.dataset.name);
  }

  /** Request a page, repeatedly until it has loaded. @param {string} page */
  turnTo(page) {
    clearTimeout(this.retryTimer);
    this.markPage(page);
    if (page === this.data.page) return;
    this.turn("page", page);
    this.retryTimer = setTimeout(() => this.turnTo(page), RETRY_DELAY);
  }

  /** Mark the open page's link, and scroll it into view. @param {string} page */
  markPage(page) {
    const nav = this.part("pages");
    const link =
      nav.children[this.data.pages?.indexOf(page)] ?? nav.querySelector("[aria-current]");
    if (!link || link === this.marked) return;
    this.marked = link;
    for (const each of nav.children) {
      if (each === link) each.setAttribute("aria-current", "page");
      else each.removeAttribute("aria-current");
    }
    nav.scrollLeft = link.offsetLeft - nav.offsetLeft - (nav.clientWidth - link.offsetWidth) / 2;
  }

  togglePop(name) {
    const pop = this.part("pop");
    if (!pop.hidden && this.open === name) return this.closePop();
    this.open = name;
    pop.hidden = false;
    pop.setAttribute("aria-label", this.words[name]);
    pop.classList.toggle("cv-pop-left", name === "symbols");
    if (name === "class") this.fillClass(pop);
    else if (name === "symbols") pop.replaceChildren(symbolLegend(this.words));
    else this.fillShare(pop);
    pop.querySelector("input, button")?.focus();
  }

  closePop(focus = false) {
    this.part("pop").hidden = true;
    this.share?.close();
    this.reader?.abort();
    if (focus && this.open) this.opened[this.open].focus();
  }

  fillClass(pop) {
    this.mode.fill(pop, this.words, () => [...this.reading(), ...this.sessions(pop)]);
  }

  /** Choice between this browser and the server, in the app only. @returns {Node[]} */
  reading() {
    const { engine, listeners } = this;
    if (!(engine instanceof LocalInferenceEngine)) return [];
    const node = make("div");
    const fill = () => fillHere(node, engine, this.data);
    fill();
    this.reader?.abort();
    this.reader = new AbortController();
    const signal = AbortSignal.any([this.reader.signal, listeners.signal]);
    LOCAL_CHANGES.addEventListener("change", fill, { signal });
    return [node];
  }

  /** Ways into a class session, which needs a server. @returns {Node[]} */
  sessions(pop) {
    if (!this.data.frames)
      return [make("p", { className: "cv-muted" }, this.words["session-needs-app"])];
    return classroom.offers(
      () => this.closePop(),
      () => this.fillClass(pop),
    );
  }

  fillShare(pop) {
    this.share?.close();
    this.share = new ShareDialog(this.engine, this.data, this.mode.on);
    this.share.fill(pop);
  }
}

/** The legend of the symbols. @param {any} words */
function symbolLegend(words) {
  const rows = words["symbol-meanings"].flatMap((meaning, i) => [
    make("dt", {}, symbol(SYMBOLS[i])),
    make("dd", {}, meaning),
  ]);
  return make("dl", { className: "cv-symbols", data: { testid: "symbols" } }, ...rows);
}

const show = mountPage(".cv-tools-root", "tools", Tools);

/** A component's default export. @param {any} component */
export default (component) => showInLanguage(show, component);
