/*
 * Class mode: larger text, fewer elements, and answers to guess before they are shown. The tab
 * stores it, and an address may request it. A frame does not store the address's request: the page
 * around it may share the tab's storage.
 */

import { DRAWING_EVENT } from "../browser/answers.js";
import { isTopDocument, make } from "../browser/dom.js";
import { subscribeAll } from "../browser/state_sync.js";
import { readObject, writeObject } from "../browser/storage.js";

const STORE = "capsviz.class";
const PARAMETER = "class";
/** Keys of a tab's state on which the picture depends. */
const PICTURES = ["drawing", "view.compare"];

/** @typedef {{on: boolean, lean: boolean, predict: boolean}} Mode */

/**
 * @param {string} search of the address
 * @param {Partial<Mode> | null} stored by this tab
 * @returns {Mode}
 */
export function readMode(search, stored) {
  const { on = false, lean = false, predict = false } = stored ?? {};
  const requested = new URLSearchParams(search).get(PARAMETER);
  return { on: requested === null ? on : requested === "1", lean, predict };
}

export class ClassMode {
  /** @param {() => void} onChange @param {AbortSignal} signal ends it */
  constructor(onChange, signal) {
    this.onChange = onChange;
    this.mode = readMode(
      location.search,
      readObject(() => sessionStorage, STORE),
    );
    if (isTopDocument()) this.keep();
    /** Whether answers are shown, until the next drawing. */
    this.revealed = false;
    // Hide the next prediction again.
    const hide = () => this.revealed && this.reveal(false);
    window.addEventListener(DRAWING_EVENT, hide, { signal });
    const unsubscribe = subscribeAll((name) => PICTURES.includes(name) && hide());
    signal.addEventListener("abort", unsubscribe);
  }

  get on() {
    return this.mode.on;
  }

  /** Whether answers have to be guessed. */
  get guesses() {
    return this.mode.on && this.mode.predict;
  }

  keep() {
    writeObject(() => sessionStorage, STORE, this.mode);
  }

  /** @param {Partial<Mode>} choices the visitor's choice, which replaces the address's */
  change(choices) {
    Object.assign(this.mode, choices);
    this.keep();
    const address = new URL(location.href);
    address.searchParams.delete(PARAMETER);
    history.replaceState(history.state, "", address);
    this.apply();
  }

  /** @param {boolean} revealed until the next drawing */
  reveal(revealed) {
    this.revealed = revealed;
    this.apply();
  }

  apply() {
    const { on, lean } = this.mode;
    const classes = document.documentElement.classList;
    classes.toggle("cv-class-mode", on);
    classes.toggle("cv-lean", on && lean);
    classes.toggle("cv-predict", this.guesses && !this.revealed);
    this.onChange();
    window.dispatchEvent(new Event("capsviz:class"));
  }

  /**
   * Fill the menu with class mode's switches and the ways into sessions.
   * @param {HTMLElement} pop
   * @param {Record<string, string>} words
   * @param {() => Node[]} sessions
   */
  fill(pop, words, sessions) {
    const row = (/** @type {keyof Mode} */ name) => {
      const input = make("input", {
        type: "checkbox",
        data: { testid: `class-${name}` },
        aria: { role: "switch" },
      });
      input.checked = this.mode[name];
      input.addEventListener("change", () => {
        if (name === "predict") this.revealed = false;
        this.change(name === "on" ? { on: input.checked } : { [name]: input.checked, on: true });
        this.fill(pop, words, sessions);
        /** @type {HTMLElement | null} */ (
          pop.querySelector(`[data-testid="class-${name}"]`)
        )?.focus();
      });
      const label = make("span", {}, words[`class-${name}`]);
      return make("label", { className: "cv-switch" }, input, label);
    };
    pop.replaceChildren(
      make("h2", {}, words.class),
      make("p", { className: "cv-muted" }, words["class-lead"]),
      row("on"),
      row("lean"),
      row("predict"),
      ...sessions(),
    );
  }
}
