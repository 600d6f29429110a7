/* The tour: a card that points at elements of the live pages and waits for the visitor. */

import { openFolds } from "../browser/details.js";
import { askPage, make, makeButton, setText } from "../browser/dom.js";
import { placeInWindow, zoomOf } from "../browser/figure.js";
import { OPEN_BOXES } from "../browser/help.js";
import { navigationLink, openPath } from "../browser/links.js";
import { offerIterating } from "../browser/network_offer.js";
import { readObject, writeObject } from "../browser/storage.js";
import { fillText } from "../browser/text.js";

const TOUR_STORE = "capsviz.tour";
const TOUR_GAP = 14;
/** Keys that move the focus to an element without using it. */
const NAVIGATION_KEYS = ["Tab", "Shift"];
/** Open boxes that Escape closes first, without ending the tour. */
const OPEN_OVER = `${OPEN_BOXES}, dialog[open], .cv-pop:not([hidden])`;
/** Height of the app's header, in pixels of the page. */
const HEADER = 60;

export function boxesMeet(a, b, gap = 0) {
  return (
    a.left < b.left + b.width + gap &&
    b.left < a.left + a.width + gap &&
    a.top < b.top + b.height + gap &&
    b.top < a.top + a.height + gap
  );
}

/**
 * Position of a card: inside the view, next to the target and never on it, and clear of the related
 * element if possible.
 *
 * @param {{left: number, top: number, width: number, height: number}} target
 * @param {{width: number, height: number}} card
 * @param {{width: number, height: number, top?: number}} view `top`: height of the header
 * @param {{left: number, top: number} | null} preferred position set by the visitor
 * @param {{left: number, top: number, width: number, height: number} | null} related box to keep
 *   visible with the target
 * @returns {{left: number, top: number, free: boolean}} `free`: whether it does not cover the
 *   target
 */
export function placeCard(target, card, view, preferred = null, related = null) {
  const top = view.top ?? 0;
  const inside = ({ left, top: y }) => ({
    left: Math.max(8, Math.min(view.width - card.width - 8, left)),
    top: Math.max(top + 8, Math.min(view.height - card.height - 8, y)),
    width: card.width,
    height: card.height,
  });
  const candidates = [
    { left: target.left + target.width + TOUR_GAP, top: target.top },
    { left: target.left - card.width - TOUR_GAP, top: target.top },
    { left: target.left, top: target.top + target.height + TOUR_GAP },
    { left: target.left, top: target.top - card.height - TOUR_GAP },
    { left: view.width, top: view.height },
    { left: 0, top: view.height },
    { left: view.width, top },
    { left: 0, top },
  ].map(inside);
  const isFree = (box) => !boxesMeet(box, target, 4);
  if (preferred) {
    const clamped = inside(preferred);
    if (isFree(clamped)) return { left: clamped.left, top: clamped.top, free: true };
    const distance = (box) => Math.hypot(box.left - clamped.left, box.top - clamped.top);
    candidates.sort((a, b) => distance(a) - distance(b));
  }
  const match =
    candidates.find((box) => isFree(box) && !(related && boxesMeet(box, related))) ??
    candidates.find(isFree);
  const best = match ?? candidates[2];
  return { left: best.left, top: best.top, free: Boolean(match) };
}

/**
 * Top of the space for a target: below the header and below any sticky bar above it.
 * @param {Element} target
 */
function roomTop(target) {
  const zoom = zoomOf(target);
  const bottoms = [...document.querySelectorAll("[data-stays]")].map((bar) => {
    const { position, top } = getComputedStyle(bar);
    const isAbove = position === "sticky" && !bar.contains(target) && blockOf(bar).contains(target);
    return isAbove ? Number.parseFloat(top) * zoom + bar.getBoundingClientRect().height : 0;
  });
  return Math.max(HEADER * zoom, ...bottoms);
}

/** The element within which a bar is sticky. @param {Element} bar @returns {Element} */
function blockOf({ parentElement: parent }) {
  return getComputedStyle(parent).display === "contents" ? blockOf(parent) : parent;
}

export class Tour {
  constructor(card, ring, { steps, words, base, page }) {
    this.card = card;
    this.ring = ring;
    this.steps = steps;
    this.words = words;
    this.base = base;
    this.page = page;
    this.onLeave = () => {};
    this.store = this.read();
    this.position = null;
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    for (const type of ["input", "click", "pointerup", "keyup"]) {
      document.addEventListener(type, (event) => this.onEvent(type, event), {
        signal,
        capture: true,
      });
    }
    for (const type of ["wheel", "touchmove", "keydown", "pointerdown"]) {
      const use = ({ target }) => {
        this.scrolled ||= !card.contains(target);
      };
      document.addEventListener(type, use, { signal, capture: true, passive: true });
    }
    for (const type of ["scroll", "resize"]) {
      window.addEventListener(type, () => this.place(), { signal, capture: true, passive: true });
    }
    // Pages build and rebuild the tour's targets.
    this.timer = setInterval(() => this.store.active && this.follow(), 300);
    // Open boxes and the page's own handlers take precedence.
    const leave = (event) => {
      if (event.key !== "Escape" || !this.store.active || document.querySelector(OPEN_OVER)) return;
      setTimeout(() => event.defaultPrevented || this.leave());
    };
    document.addEventListener("keydown", leave, { signal, capture: true });
    if (this.store.active) this.arrive();
  }

  read() {
    const { step, active } = readObject(() => localStorage, TOUR_STORE) ?? {};
    const index = Math.min(Math.max(0, Math.trunc(step) || 0), this.steps.length - 1);
    return { step: index, active: Boolean(active) };
  }

  keep() {
    writeObject(() => localStorage, TOUR_STORE, this.store);
  }

  close() {
    this.listeners.abort();
    clearInterval(this.timer);
  }

  get step() {
    return this.steps[this.store.step];
  }

  start() {
    this.store.active = true;
    this.go(this.store.step);
  }

  leave() {
    this.store.active = false;
    this.keep();
    this.card.hidden = this.ring.hidden = true;
    this.onLeave?.();
  }

  go(step) {
    if (step >= this.steps.length) {
      this.store = { step: 0, active: false };
      this.keep();
      this.leave();
      return;
    }
    const direction = Math.sign(step - this.store.step) || 1;
    while (this.isThere(step) && this.steps[step + direction]) step += direction;
    this.store.step = Math.max(0, step);
    this.position = null;
    this.keep();
    this.show(true);
  }

  setPage(page) {
    if (page === this.page) return;
    this.page = page;
    if (this.store.active) this.arrive();
  }

  /** Continue after a step that sent the visitor to this page. */
  arrive() {
    if (this.isThere(this.store.step)) this.go(this.store.step + 1);
    else this.show(true);
  }

  /** Whether a step only leads to the open page. @param {number} index */
  isThere(index) {
    const step = this.steps[index];
    return step?.until === "page" && step.page === this.page;
  }

  /** Whether the step is on another page than the open one. */
  get elsewhere() {
    return this.step.page !== this.page;
  }

  show(focus = false) {
    const { step } = this;
    this.scrolled = false;
    this.done = step.until === "look" || (step.until === "page" && !this.elsewhere);
    const head = make("div", {
      className: "cv-card-head",
      aria: { tabindex: "0", role: "group", "aria-label": this.words.move },
    });
    const aria = { "aria-label": this.words.leave };
    const closeButton = makeButton("cv-icon", "tour-leave", "✕", () => this.leave(), { aria });
    head.append(
      fillText(this.words.progress, { step: this.store.step + 1, count: this.steps.length }),
      closeButton,
    );
    this.makeMovable(head);
    const title = make(
      "h2",
      { data: { testid: "tour-title" }, aria: { tabindex: "-1" } },
      step.title,
    );
    const paragraph = make("p");
    const row = make("div", { className: "cv-row cv-card-row" });
    const move = (delta) => () => this.go(this.store.step + delta);
    const back = makeButton("cv-button", "tour-back", this.words.back, move(-1));
    back.disabled = this.store.step === 0;
    this.next = makeButton("cv-button cv-primary", "tour-next", "", () => {
      if (this.elsewhere) openPath(this.path);
      else move(1)();
    });
    this.waits = make("span", { className: "cv-card-waits", aria: { role: "status" } });
    this.skip = makeButton("cv-link", "tour-skip", this.words.skip, move(1));
    this.offer = makeButton("cv-button", "tour-choose", "", () => offerIterating()?.choose());
    row.append(back, this.next, this.skip, this.waits);
    this.card.setAttribute("aria-label", step.title);
    this.text = paragraph;
    this.card.replaceChildren(head, title, paragraph, this.offer, row);
    this.card.hidden = false;
    this.renderState();
    this.renderText();
    this.bringIntoView();
    this.place();
    if (focus) title.focus({ preventScroll: true });
  }

  /** Show the step's text, or the offer of another network if its button is disabled. */
  renderText() {
    const { step, words } = this;
    const lacks = !this.elsewhere && this.target()?.getAttribute("aria-disabled") === "true";
    const offer = lacks && step.until === "click" ? offerIterating() : null;
    const wrongPage = this.elsewhere && step.until !== "page";
    const text = wrongPage ? words.elsewhere : step.text;
    setText(this.text, offer ? words.iterates : text);
    setText(this.offer, offer?.words ?? "");
    this.offer.hidden = !offer;
  }

  renderState() {
    const last = this.store.step === this.steps.length - 1;
    const open = this.elsewhere;
    this.next.textContent = open ? this.words.open : last ? this.words.end : this.words.next;
    this.next.disabled = !open && !this.done;
    this.skip.hidden = this.done || open;
    this.waits.textContent = this.done && !["look", "page"].includes(this.step.until) ? "✓" : "";
  }

  /** Path of the step's page. */
  get path() {
    const { page } = this.step;
    return `${this.base}/${page === "draw" ? "" : page}`;
  }

  target() {
    if (this.elsewhere) {
      const link = navigationLink(this.path);
      return link?.getClientRects().length ? link : null;
    }
    const { target } = this.step;
    // A step may name only a kind of target; the open page chooses one.
    return document.querySelector(`[data-testid="${target}"]`) ?? askPage("tourTarget", target);
  }

  onEvent(type, event) {
    if (!this.store.active || this.done || this.elsewhere || !event.isTrusted) return;
    // Keys move sliders without a trusted "input" event.
    const eventTypes = {
      draw: ["pointerup", "keyup"],
      input: ["input", "keyup"],
      click: ["click"],
    }[this.step.until];
    if (!eventTypes?.includes(type) || NAVIGATION_KEYS.includes(event.key)) return;
    if (!this.target()?.contains(event.target) || !this.offer.hidden) return;
    this.done = true;
    this.renderState();
  }

  bringIntoView() {
    const target = /** @type {HTMLElement | null} */ (this.target());
    this.shownTarget = target;
    if (!target) return;
    // The bar of pages scrolls on phones.
    if (this.elsewhere) return target.scrollIntoView({ inline: "nearest", block: "nearest" });
    openFolds(target);
    const box = target.getBoundingClientRect();
    const top = roomTop(target);
    const available = innerHeight - top - 8;
    const { width, height } = this.card.getBoundingClientRect();
    const card = height + 2 * TOUR_GAP;
    const fitsBeside = innerWidth - box.width > width + 40;
    if (box.top >= top + 8 && box.bottom <= innerHeight - (fitsBeside ? 8 : card)) return;
    const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const isTall = box.height > available - (fitsBeside ? 0 : card);
    target.style.scrollMarginTop = `${(top + 16) / zoomOf(target)}px`;
    target.style.scrollMarginBottom = `${(fitsBeside ? 16 : card) / zoomOf(target)}px`;
    target.scrollIntoView({
      block: isTall || !fitsBeside ? "start" : "nearest",
      behavior: reducedMotion ? "auto" : "smooth",
    });
  }

  /** Update the card: pages change its target. */
  follow() {
    if (!this.card.hidden) this.renderText();
    if (this.target() !== this.shownTarget || this.isLost) this.bringIntoView();
    this.place();
  }

  /**
   * Whether a growing page has moved the target out of the window, before the visitor has scrolled.
   */
  get isLost() {
    const box = this.scrolled ? null : this.shownTarget?.getBoundingClientRect();
    return Boolean(box?.height && (box.bottom < this.header || box.top > innerHeight));
  }

  /** Height of the app's header, in pixels of the window. */
  get header() {
    return HEADER * zoomOf(this.card);
  }

  place() {
    if (this.card.hidden) return;
    const target = this.target();
    const view = { width: innerWidth, height: innerHeight, top: this.header };
    const size = this.card.getBoundingClientRect();
    const rect = target?.getBoundingClientRect();
    const box = rect?.width ? rect : { left: view.width, top: view.height, width: 0, height: 0 };
    // Only the upper part of a target that does not fit next to the card is framed.
    const available = view.height - Math.max(box.top, view.top) - size.height - 3 * TOUR_GAP;
    const partHeight = Math.max(40, Math.min(box.height, available));
    const { seen: related } = this.step;
    const element =
      related && !this.elsewhere ? document.querySelector(`[data-testid="${related}"]`) : null;
    const relatedBox = element?.getBoundingClientRect();
    let position = placeCard(box, size, view, this.position, relatedBox);
    const fits = position.free;
    if (!fits) {
      const part = { left: box.left, top: box.top, width: box.width, height: partHeight };
      position = placeCard(part, size, view, this.position, relatedBox);
    }
    placeInWindow(this.card, { left: position.left, top: position.top });
    // The frame excludes the part of the target below bars.
    const top = Math.max(box.top - 6, target && !this.elsewhere ? roomTop(target) : 0);
    const height = box.top + (fits ? box.height : partHeight) + 6 - top;
    this.ring.hidden = !rect?.width || height < 12;
    placeInWindow(this.ring, {
      left: box.left - 6,
      top,
      width: box.width + 12,
      height: Math.max(0, height),
    });
  }

  makeMovable(head) {
    let grip = null;
    head.addEventListener("pointerdown", (event) => {
      if (event.target.closest("button")) return;
      const box = this.card.getBoundingClientRect();
      grip = { x: event.clientX - box.left, y: event.clientY - box.top, id: event.pointerId };
      head.setPointerCapture?.(event.pointerId);
    });
    head.addEventListener("pointermove", (event) => {
      if (grip?.id !== event.pointerId) return;
      this.position = { left: event.clientX - grip.x, top: event.clientY - grip.y };
      placeInWindow(this.card, this.position);
    });
    for (const type of ["pointerup", "pointercancel"]) {
      head.addEventListener(type, () => {
        grip = null;
        this.place();
      });
    }
    head.addEventListener("keydown", (event) => {
      const offset = {
        ArrowLeft: [-24, 0],
        ArrowRight: [24, 0],
        ArrowUp: [0, -24],
        ArrowDown: [0, 24],
      }[event.key];
      if (!offset || event.target !== head) return;
      event.preventDefault();
      const box = this.card.getBoundingClientRect();
      this.position = { left: box.left + offset[0], top: box.top + offset[1] };
      this.place();
    });
  }
}
