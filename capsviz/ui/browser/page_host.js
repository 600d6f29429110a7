/*
 * A page in the app or on a published site. The tab stores the visitor's drawing, settings and
 * views. The page's data are requested from the engine, again after each change of their
 * dependencies.
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
 * @typedef {object} PageAnswer reply of the app's server, see `capsviz/ui/shell/visit.py`
 * @property {Record<string, any>} data of the page
 * @property {Record<string, any>} settings
 * @property {Record<string, any>} drawing
 * @property {Record<string, any> | null} view
 * @property {Record<string, any> | null} example the drawing that the first stroke replaces
 * @property {string[]} replaced names of values that replace the tab's
 * @property {string[]} complaints a sentence for each refused value
 * @property {string[]} notes sentences about the network
 * @property {import("./picker.js").Picker | null} picker
 * @property {import("./text.js").Texts | null} texts of the language, if not loaded yet
 *
 * @typedef {PageAnswer & {parts?: AsyncIterable<object> | object[]}} Answer with further parts of
 *   the data on a published site
 */

const NAMES = ["settings", "drawing", "view"];
/** Delay before a request to an unreachable server is repeated, in ms. */
export const RETRY_DELAY = 2000;

/** A value as text, independent of the order of properties. @param {any} value @returns {string} */
function textOf(value) {
  if (value === "" || value === undefined || value === null) return "null";
  if (typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(textOf)}]`;
  return `{${Object.keys(value)
    .sort()
    .map((name) => `${name}:${textOf(value[name])}`)}}`;
}

/**
 * The values on which a page's data depend, as text.
 * @param {string[]} paths such as "drawing" or "settings.model"
 * @param {Record<string, any>} values
 */
export function dependencyKey(paths, values) {
  return textOf(
    paths.map((path) => path.split(".").reduce((object, name) => object?.[name], values)),
  );
}

/**
 * The time of a default: at most 0, and a new one if the default has changed.
 * @param {string} name @param {any} value
 */
function defaultTime(name, value) {
  const before = readState(name);
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
    this.answer = null;
    /** Dependencies of the last answer, as text. */
    this.answeredKey = "";
    /** The latest request, and its dependencies until it is answered. */
    this.request = {};
    this.requestedKey = "";
    this.notes = make("div", { className: "cv cv-notes" });
    this.component.parentElement.prepend(this.notes);
    const parameters = new URL(location.href).searchParams;
    const token = parameters.get(LINK_PARAMETER);
    const network = parameters.get(NETWORK_PARAMETER);
    if (token) this.load({ link: opensLink(token) ? token : null });
    else if (network) this.load({ network: opensLink(`network ${network}`) ? network : null });
    else this.load();
  }

  /** @param {any} component of a further call, such as with other colours */
  update(component) {
    this.component = component;
    this.refresh();
  }

  close() {
    this.request = {};
    clearTimeout(this.retryTimer);
    this.end?.();
    this.endPicker?.();
  }

  /** @param {string} name */
  keptState(name) {
    const stored = readState(stateName(this.base.page, name));
    // A stored default is replaced by the server's next one.
    return stored && stored.at > 0 ? stored : null;
  }

  /**
   * @param {{link?: string | null, network?: string | null, seen?: boolean, fetches?: boolean}}
   *   options "fetches" if the visitor requests networks other than the selected one
   */
  async load(options = {}) {
    const { link = null, network = null, seen = false, fetches = false } = options;
    const request = {};
    this.request = request;
    this.requestedKey = this.keptKey();
    this.setBusy(Boolean(this.answer));
    clearTimeout(this.retryTimer);
    const { page, depends, carries } = this.base;
    const sent = Object.fromEntries(
      NAMES.map((name) => [name, carries ? this.keptState(name) : null]),
    );
    const question = {
      ...Object.fromEntries(NAMES.map((name) => [name, sent[name]?.value ?? null])),
      before: this.answer?.settings.model ?? null,
      address: Object.fromEntries(new URL(location.href).searchParams),
      ...{ link, network, seen, fetches },
      language: this.language,
      worded: Boolean(this.answer),
      shared: Boolean(awaitedTexts()) || hasShared(this.language === ENGLISH),
    };
    /** @type {Answer} */
    let answer;
    try {
      answer = await this.engine.page(page, question);
      await awaitedTexts();
    } catch (error) {
      if (this.request !== request) return;
      this.requestedKey = "";
      this.setBusy(false);
      return this.fail(error, options);
    }
    if (this.request === request) this.requestedKey = "";
    if (this.request !== request || !this.component.parentElement.isConnected) return;
    // The header has failed to load the shared texts.
    if (answer.texts && question.shared && !hasShared(this.language === ENGLISH))
      return this.load(options);
    this.component.parentElement.classList.remove("cv-failed");
    if (answer.texts) this.word(answer.texts);
    this.answer = answer;
    const values = {};
    for (const name of NAMES) {
      const replaced = answer.replaced.includes(name);
      const key = stateName(page, name);
      if (carries && replaced) writeState(key, answer[name]);
      else if (carries && !this.keptState(name))
        writeState(key, answer[name], defaultTime(key, answer[name]));
      values[name] = replaced ? answer[name] : (sent[name]?.value ?? answer[name]);
    }
    this.answeredKey = dependencyKey(depends, values);
    this.refresh();
    this.component.parentElement.classList.remove("cv-coming");
    this.say([...answer.complaints, ...answer.notes]);
    await this.complete(answer, request);
    if (this.request === request) this.setBusy(false);
  }

  /** Adopt texts; the markup is English at first. @param {import("./text.js").Texts} texts */
  word(texts) {
    adoptTexts(texts);
    if (this.language !== ENGLISH) localise(this.component.parentElement);
  }

  /** @param {boolean} busy whether newer data are loading while the page shows older ones */
  setBusy(busy) {
    this.component.parentElement.ariaBusy = busy ? "true" : null;
  }

  /**
   * Show further parts of the data as they arrive, until the next request.
   * @param {Answer} answer
   * @param {object} request
   */
  async complete({ data, parts = [] }, request) {
    try {
      for await (const part of parts) {
        if (this.request !== request) return;
        Object.assign(data, part);
        this.refresh();
      }
    } catch (error) {
      if (this.request !== request) return;
      this.refresh();
      this.say([/** @type {Error} */ (error).message]);
    }
  }

  /** Show the page with the loaded data and the tab's stored values. */
  refresh() {
    if (!this.answer) return;
    const { page, carries } = this.base;
    /** @type {Record<string, any>} */
    const carried = { example: this.answer.example };
    for (const name of NAMES)
      carried[name] = readState(stateName(page, name)) ?? { value: this.answer[name], at: 0 };
    this.carried = carried;
    // Whether the data belong to older values than those stored now.
    const behind = this.keptKey() !== this.answeredKey;
    const data = { ...this.base, language: this.language, ...this.answer.data, behind };
    this.end = this.show({
      ...this.component,
      data: carries ? { ...data, carried } : data,
      setStateValue: (name, entry) => this.take(name, entry),
      setTriggerValue: (name) => this.load({ seen: true, fetches: name === "fetch" }),
    });
    this.showPicker();
  }

  /** Show the list of networks, if the page has one and several networks exist. */
  showPicker() {
    const { parentElement } = this.component;
    const picker = this.answer?.picker;
    const root = parentElement.querySelector?.(".cv-picker");
    if (!root) return;
    root.hidden = !picker;
    if (!picker) return;
    this.endPicker = showPicker({
      parentElement,
      data: { ...picker, carried: this.carried },
      setStateValue: (name, entry) => this.take(name, entry),
    });
  }

  /** Adopt a visitor's change. @param {string} name @param {{value: any, at: number}} entry */
  take(name, entry) {
    if (this.carried) this.carried[name] = entry;
    this.check();
  }

  /** Update after another script of the tab has changed the stored values. */
  renew() {
    this.refresh();
    this.check();
  }

  /** Request the data again if their dependencies have changed. */
  check() {
    if (!this.answer) return;
    // A choice reverted during its request differs from that request.
    if (this.keptKey() !== (this.requestedKey || this.answeredKey)) this.load({ seen: true });
  }

  /** Stored dependencies of the data, as text. */
  keptKey() {
    const { page, depends } = this.base;
    const values = Object.fromEntries(
      NAMES.map((name) => [name, readState(stateName(page, name))?.value]),
    );
    return dependencyKey(depends, values);
  }

  /**
   * @param {any} error its message is a sentence; `away` if the server did not respond
   * @param {Parameters<PageHost["load"]>[0]} options of the request
   */
  fail(error, options) {
    if (error.isUnreachable) this.retryTimer = setTimeout(() => this.load(options), RETRY_DELAY);
    else this.component.parentElement.classList.toggle("cv-failed", true);
    this.say([error.message], "alert");
    arrive(); // make the error visible
  }

  /** @param {string[]} sentences @param {string} role */
  say(sentences, role = "status") {
    this.notes.replaceChildren(
      ...sentences.map((text) => make("p", { className: "cv-told", role }, text)),
    );
  }
}
