/*
 * A page in the app or on a published site. This tab keeps the visitor's drawing, settings and views;
 * the engine gives the page's data, and gives them anew when something that they depend on has
 * changed.
 */

import { arrive } from "./arrival.js";
import { make } from "./dom.js";
import { engineOf } from "./engine/index.js";
import { currentLanguage, ENGLISH } from "./language.js";
import { LINK_PARAMETER, NETWORK_PARAMETER } from "./permalink.js";
import { showPicker } from "./picker.js";
import { opensLink, readState, stateName, writeState } from "./state_sync.js";
import { adoptTexts, awaitedTexts, hasShared, localise } from "./text.js";

/**
 * @typedef {object} PageAnswer what the app's server answers, see `capsviz/ui/shell/visit.py`
 * @property {Record<string, any>} data the page's own
 * @property {Record<string, any>} settings
 * @property {Record<string, any>} drawing
 * @property {Record<string, any> | null} view
 * @property {Record<string, any> | null} example the drawing that the first stroke replaces
 * @property {string[]} replaced names of what is no longer as the tab had it
 * @property {string[]} complaints a sentence for each thing that was refused
 * @property {string[]} notes sentences about the network
 * @property {import("./picker.js").Picker | null} picker
 * @property {import("./text.js").Texts | null} texts of the language, where they are not here yet
 *
 * @typedef {PageAnswer & {parts?: AsyncIterable<object> | object[]}} Answer a published site's has
 *   further parts of the data, as they come
 */

const NAMES = ["settings", "drawing", "view"];
/** How long until a server that did not answer is asked again, in ms. */
export const RETRY_DELAY = 2000;

/** A value as text, whatever the order of its properties. @param {any} value @returns {string} */
function textOf(value) {
  if (value === "" || value === undefined || value === null) return "null";
  if (typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(textOf)}]`;
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${name}:${textOf(value[name])}`)}}`;
}

/**
 * The part of what a visitor carries that data are made of.
 * @param {string[]} paths such as "drawing" or "settings.model"
 * @param {Record<string, any>} values
 */
export function dependencyKey(paths, values) {
  return textOf(paths.map((path) => path.split(".").reduce((at, name) => at?.[name], values)));
}

/**
 * The time of a default: never above 0, and another one where the default is another.
 * @param {string} place @param {any} value
 */
function defaultTime(place, value) {
  const before = readState(place);
  if (!before) return 0;
  return textOf(before.value) === textOf(value) ? before.at : Math.min(before.at, 0) - 1;
}

export class PageHost {
  /** @param {(component: any) => any} show the page's default export @param {any} component */
  constructor(show, component) {
    this.show = show;
    this.component = component;
    this.base = component.data;
    this.engine = engineOf(this.base);
    this.language = currentLanguage(Object.keys(this.base.languages ?? {}));
    /** The last answer of the engine. @type {Answer | null} */
    this.found = null;
    /** The dependencies that its data were made of, as text. */
    this.made = "";
    /** The request that counts, and the dependencies that it was made of until it is answered. */
    this.turn = {};
    this.asked = "";
    this.notes = make("div", { className: "cv cv-notes" });
    this.component.parentElement.prepend(this.notes);
    const asked = new URL(location.href).searchParams;
    const token = asked.get(LINK_PARAMETER);
    const network = asked.get(NETWORK_PARAMETER);
    if (token) this.load({ link: opensLink(token) ? token : null });
    else if (network) this.load({ network: opensLink(`network ${network}`) ? network : null });
    else this.load();
  }

  /** @param {any} component called again, such as with other colours */
  update(component) {
    this.component = component;
    this.refresh();
  }

  close() {
    this.turn = {};
    clearTimeout(this.waiting);
    this.end?.();
    this.endPicker?.();
  }

  /** @param {string} name */
  keptState(name) {
    const found = readState(stateName(this.base.page, name));
    // A default that this tab has been given gives way to the server's next one.
    return found && found.at > 0 ? found : null;
  }

  /**
   * @param {{link?: string | null, network?: string | null, seen?: boolean, fetches?: boolean}} how
   *   "fetches" where the visitor asks for networks besides the chosen one
   */
  async load(how = {}) {
    const { link = null, network = null, seen = false, fetches = false } = how;
    const turn = {};
    this.turn = turn;
    this.asked = this.keptKey();
    this.setBusy(Boolean(this.found));
    clearTimeout(this.waiting);
    const { page, depends, carries } = this.base;
    const sent = Object.fromEntries(
      NAMES.map((name) => [name, carries ? this.keptState(name) : null]),
    );
    const question = {
      ...Object.fromEntries(NAMES.map((name) => [name, sent[name]?.value ?? null])),
      before: this.found?.settings.model ?? null,
      address: Object.fromEntries(new URL(location.href).searchParams),
      ...{ link, network, seen, fetches },
      language: this.language,
      worded: Boolean(this.found),
      shared: Boolean(awaitedTexts()) || hasShared(this.language === ENGLISH),
    };
    /** @type {Answer} */
    let found;
    try {
      found = await this.engine.page(page, question);
      await awaitedTexts();
    } catch (error) {
      if (this.turn !== turn) return;
      this.asked = "";
      this.setBusy(false);
      return this.fail(error, how);
    }
    if (this.turn === turn) this.asked = "";
    if (this.turn !== turn || !this.component.parentElement.isConnected) return;
    // The header has failed to bring what was left out.
    if (found.texts && question.shared && !hasShared(this.language === ENGLISH))
      return this.load(how);
    this.component.parentElement.classList.remove("cv-failed");
    if (found.texts) this.word(found.texts);
    this.found = found;
    const values = {};
    for (const name of NAMES) {
      const replaced = found.replaced.includes(name);
      const here = stateName(page, name);
      if (carries && replaced) writeState(here, found[name]);
      else if (carries && !this.keptState(name))
        writeState(here, found[name], defaultTime(here, found[name]));
      values[name] = replaced ? found[name] : (sent[name]?.value ?? found[name]);
    }
    this.made = dependencyKey(depends, values);
    this.refresh();
    this.say([...found.complaints, ...found.notes]);
    await this.complete(found, turn);
    if (this.turn === turn) this.setBusy(false);
  }

  /** The markup is English at first. @param {import("./text.js").Texts} texts */
  word(texts) {
    adoptTexts(texts);
    if (this.language !== ENGLISH) localise(this.component.parentElement);
  }

  /** @param {boolean} busy whether newer data are on their way to a page that shows older ones */
  setBusy(busy) {
    this.component.parentElement.ariaBusy = busy ? "true" : null;
  }

  /** Show further parts of the data as they come, until others are asked for. @param {Answer} found @param {object} turn */
  async complete({ data, parts = [] }, turn) {
    try {
      for await (const part of parts) {
        if (this.turn !== turn) return;
        Object.assign(data, part);
        this.refresh();
      }
    } catch (error) {
      if (this.turn !== turn) return;
      this.refresh();
      this.say([/** @type {Error} */ (error).message]);
    }
  }

  /** Show the page with the data that are here and what this tab keeps. */
  refresh() {
    if (!this.found) return;
    const { page, carries } = this.base;
    /** @type {Record<string, any>} */
    const carried = { example: this.found.example };
    for (const name of NAMES)
      carried[name] = readState(stateName(page, name)) ?? { value: this.found[name], at: 0 };
    this.carried = carried;
    // Whether data of what this tab keeps now are on their way.
    const behind = this.keptKey() !== this.made;
    const data = { ...this.base, language: this.language, ...this.found.data, behind };
    this.end = this.show({
      ...this.component,
      data: carries ? { ...data, carried } : data,
      setStateValue: (name, kept) => this.take(name, kept),
      setTriggerValue: (name) => this.load({ seen: true, fetches: name === "fetch" }),
    });
    this.showPicker();
  }

  /** Show the choice of a network, where the page has one and there are several. */
  showPicker() {
    const { parentElement } = this.component;
    const picker = this.found?.picker;
    const root = parentElement.querySelector?.(".cv-picker");
    if (!root) return;
    root.hidden = !picker;
    if (!picker) return;
    this.endPicker = showPicker({
      parentElement,
      data: { ...picker, carried: this.carried },
      setStateValue: (name, kept) => this.take(name, kept),
    });
  }

  /** The visitor changed something. @param {string} name @param {{value: any, at: number}} kept */
  take(name, kept) {
    if (this.carried) this.carried[name] = kept;
    this.check();
  }

  /** Another script of the tab has changed what it keeps. */
  renew() {
    this.refresh();
    this.check();
  }

  /** Ask for the data again where something that they depend on has changed. */
  check() {
    if (!this.found) return;
    // A choice that is taken back while its request is out differs from that request.
    if (this.keptKey() !== (this.asked || this.made)) this.load({ seen: true });
  }

  /** The dependencies that this tab keeps, as text. */
  keptKey() {
    const { page, depends } = this.base;
    const values = Object.fromEntries(
      NAMES.map((name) => [name, readState(stateName(page, name))?.value]),
    );
    return dependencyKey(depends, values);
  }

  /**
   * @param {any} error of the server's, a sentence; or none was there
   * @param {Parameters<PageHost["load"]>[0]} how it was asked
   */
  fail(error, how) {
    if (error.away) this.waiting = setTimeout(() => this.load(how), RETRY_DELAY);
    else this.component.parentElement.classList.toggle("cv-failed", true);
    this.say([error.message], "alert");
    arrive(); // to be read at once
  }

  /** @param {string[]} sentences @param {string} role */
  say(sentences, role = "status") {
    this.notes.replaceChildren(
      ...sentences.map((text) => make("p", { className: "cv-told", role }, text)),
    );
  }
}
