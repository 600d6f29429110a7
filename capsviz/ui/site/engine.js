/*
 * The engine of a published site. Pages get their data from the site's files, as from the server in
 * the app (capsviz/ui/shell/visit.py), and networks run in this browser.
 */

import { EngineError } from "../browser/engine/engine.js";
import { OnnxEngine } from "../browser/engine/onnx.js";
import { ENGLISH } from "../browser/language.js";
import { runsNetworks } from "../browser/onnx/support.js";
import { isSameDrawing } from "../browser/pen.js";
import { readLink } from "../browser/permalink.js";
import { list, text } from "../browser/text.js";
import { ANSWERS } from "./answers.js";
import { offerLighter } from "./surroundings.js";

/** Places of Learn other than lessons. */
const APART = ["contents", "quiz", "glossary"].map((name) => ({ name }));

/**
 * Read the address's options for a page without a network.
 * @param {Record<string, string>} address
 * @param {{course?: any, runs?: {name: string}[]}} data of the page
 * @param {string[]} complaints gets one about an unknown lesson or run
 */
function readPlace({ lesson = "", step = "", run = "" }, { course, runs }, complaints) {
  /** @type {(name: string, available: {name: string}[] | undefined, reason: string) => void} */
  const check = (name, available, reason) => {
    if (name && available && !available.some((each) => each.name === name))
      complaints.push(text("link-unopened", { reason }));
  };
  check(lesson, course && [...APART, ...course.lessons], text("link-lesson"));
  check(run, runs, text("link-run", { name: run.slice(0, 30) }));
  return { lesson, step: Math.max(0, Number(step) - 1 || 0), asked: run };
}

export class SiteEngine extends OnnxEngine {
  /** @param {string} base path of the site */
  constructor(base) {
    super(new URL(base || "/", location.href).href.replace(/\/$/, ""));
    this.path = base;
    /** Content of site.json. @type {any} */
    this.site = null;
    /** @type {Map<string, Promise<any>>} fetched data, by name */
    this.fetched = new Map();
    /** Networks whose data were shown, the newest first. @type {string[]} */
    this.shownNetworks = [];
    /** Reasons why networks cannot run here, until they are shown. @type {Map<string, string>} */
    this.refused = new Map();
    /** The header's data in this tab's language. @type {Promise<any> | undefined} */
    this.tools = undefined;
    /** Whether data were computed for the visitor's drawing or settings. */
    this.touched = false;
    /** Whether the visitor has requested networks other than the selected one. */
    this.fetches = false;
    this.settle = () => {};
    /**
     * Resolves when Draw's first network is completely loaded; other pages do not wait for one.
     * @type {Promise<void>}
     */
    this.ready = new Promise((settle) => {
      this.settle = settle;
    });
  }

  /** Load the site's content, while the worker already loads the runtime. */
  async open() {
    this.site = await (await fetch(`${this.path}/site.json`)).json();
    this.chooseMeanwhile();
    return this.site;
  }

  /**
   * The first network is small: it answers for others of the same data set until they are loaded.
   */
  chooseMeanwhile() {
    const { networks, settings } = this.site;
    const first = this.network(settings.model);
    for (const { name, reads } of networks)
      if (reads === first.reads && name !== first.name) this.meanwhile[name] = first.name;
  }

  /** @param {string} name */
  network(name) {
    return this.site.networks.find((/** @type {any} */ each) => each.name === name);
  }

  async page(name, question) {
    const { site, shownNetworks } = this;
    /** @type {string[]} */
    const complaints = [];
    const link = await this.openLink(name, question, complaints);
    const stored = question.settings;
    const requested =
      link?.settings ?? (stored && this.network(stored.model) ? stored : site.settings);
    const withoutNetwork = site.without_network.includes(name);
    const texts = question.worded ? null : this.fetchTexts(question.language, name);
    texts?.catch(() => {}); // awaited after the data
    const { model, data } = withoutNetwork
      ? { model: requested.model, data: await this.dataOfPage(name, question, complaints) }
      : await this.dataOfNetwork(name, requested.model, complaints);
    if (!withoutNetwork && model !== shownNetworks[0]) shownNetworks.unshift(model);
    const replaced = new Set(["settings", "drawing", "view"].filter((each) => link?.[each]));
    if (model !== stored?.model && (stored || model !== requested.model)) replaced.add("settings");
    const settings = this.suit(requested, model, question.before);
    if (settings.iterations !== requested.iterations) replaced.add("settings");
    let drawing = link?.drawing ?? question.drawing ?? data.drawing;
    const { before } = question;
    // Replace an unchanged sample by one of the other network's data set.
    if (!link?.drawing && !withoutNetwork && before && before !== model) {
      const last = await this.fetchData(`${name}/${before}`);
      if (isSameDrawing(drawing, last.drawing)) {
        drawing = data.drawing;
        replaced.add("drawing");
      }
    }
    const view = link?.view ?? question.view ?? data.view;
    await this.addSecond(name, data, view).catch(() => complaints.push(text("network-away")));
    this.fetches ||= question.fetches;
    const changed = data.drawing && !isSameDrawing(drawing, data.drawing);
    this.touched ||= Boolean(this.fetches || link || stored || changed);
    return {
      data: data.drawing ? data : { ...data, view: link?.view ?? null },
      ...{ settings, drawing, view, example: data.drawing, complaints },
      replaced: [...replaced],
      notes: this.notes(withoutNetwork ? null : model),
      texts: await texts,
      picker: { label: "network", groups: [{ title: "networks", networks: site.networks }] },
      parts: this.touched ? this.remake(name, { data, drawing, settings }) : [],
    };
  }

  /**
   * Open a link; a network in the address is treated like a link's.
   * @param {string} page @param {any} question @param {string[]} complaints
   * @returns {Promise<any>}
   */
  async openLink(page, { link: token, network, settings }, complaints) {
    if (token)
      try {
        const link = await readLink(token);
        if (link.page !== page) throw new TypeError(text("link-elsewhere", { page: link.page }));
        if (link.settings && !this.network(link.settings.model))
          throw new TypeError(text("link-network", { name: link.settings.model }));
        return link;
      } catch (error) {
        const { message } = /** @type {Error} */ (error);
        complaints.push(text("link-unopened", { reason: message }));
      }
    if (network && !this.network(network)) {
      const names = this.site.networks.map((/** @type {any} */ { name }) => name);
      complaints.push(
        text("network-unknown", { name: network.slice(0, 30), known: list(names, "unit") }),
      );
    } else if (network)
      return { settings: this.suit({ ...this.site.settings, ...settings }, network) };
    return null;
  }

  /**
   * The settings for a network: the previous network's default number of iterations becomes its
   * own.
   * @param {any} settings @param {string} model @param {string | null} [before]
   */
  suit(settings, model, before) {
    const defaultIterations = this.network(before ?? settings.model)?.iterations;
    const iterations =
      settings.iterations === defaultIterations
        ? this.network(model).iterations
        : settings.iterations;
    return { ...settings, model, iterations };
  }

  async toolsIn(language) {
    this.tools ??= this.fetchTexts(language, "tools");
    return this.tools;
  }

  /** Messages of a page, or the header's data. @param {string} language @param {string} name */
  fetchTexts(language, name) {
    return this.fetchJson(`texts/${language}/${name}`);
  }

  /**
   * Load JSON; "{{base}}" is replaced by the site's address.
   * @param {string} path
   * @returns {Promise<any>}
   */
  async fetchJson(path) {
    const reply = await fetch(`${this.path}/${path}.json`).catch(() => null);
    if (!reply) throw new EngineError(text("network-away"), true);
    try {
      if (reply.ok) return JSON.parse((await reply.text()).replaceAll("{{base}}", this.path));
    } catch {}
    throw new EngineError(text("network-damaged"));
  }

  /** @param {string} name @returns {Promise<any>} */
  fetchData(name) {
    const data = this.fetched.get(name) ?? this.fetchJson(`data/${name}`);
    data.catch(() => this.fetched.delete(name));
    this.fetched.set(name, data);
    return data;
  }

  /**
   * Data of a page that does not show the selected network.
   * @param {string} name @param {any} question @param {string[]} complaints
   */
  async dataOfPage(name, { view, address, language }, complaints) {
    const translated = language !== ENGLISH && this.site.worded.includes(name);
    const first = await this.fetchData(translated ? `${language}/${name}` : name);
    const isOffered = first.offers?.some(
      (/** @type {string[]} */ [each]) => each === view?.network,
    );
    const data = isOffered ? await this.fetchData(`${name}/${view.network}`) : first;
    return { ...data, ...readPlace(address, data, complaints) };
  }

  /**
   * Data of the requested network or, if it is not available, of the previous or the first one.
   * @param {string} name @param {string} model @param {string[]} complaints
   */
  async dataOfNetwork(name, model, complaints) {
    let reason = this.refused.get(model) ?? "";
    this.refused.delete(model);
    const fallbacks = [...this.shownNetworks, this.site.settings.model].filter(
      (each) => each !== model,
    );
    const order = reason && fallbacks.length ? fallbacks : [model, ...fallbacks];
    let failed;
    for (const each of new Set(order)) {
      if (name === "draw" && each !== this.shownNetworks[0]) this.prepare([each]);
      try {
        const data = await this.fetchData(`${name}/${each}`);
        if (reason) complaints.push(reason);
        if (reason && each !== model)
          complaints.push(text("site-chosen-again", { title: this.network(each).title }));
        return { model: each, data };
      } catch (error) {
        failed ??= error;
        reason ||= error.message;
      }
    }
    throw failed;
  }

  /** Load networks before the first stroke. @param {string[]} models */
  async prepare(models) {
    const [model] = models;
    const interim = this.meanwhile[model];
    await super.prepare(interim ? [interim, model] : models);
    this.settle();
  }

  /**
   * Add the data of a second network named in the page's view.
   * @param {string} name
   * @param {any} data
   * @param {any} view
   */
  async addSecond(name, data, view) {
    if (!data.offered) return;
    const isOffered = data.offered.some((/** @type {any} */ each) => each.name === view.second);
    data.second = null;
    if (isOffered) data.second = await this.fetchData(`${name}/${view.second}`);
  }

  /** Sentences about this browser and a network. @param {string | null} model */
  notes(model) {
    const { networks, settings } = this.site;
    const lighter = model ? offerLighter(model, settings.model, networks) : "";
    return [runsNetworks() ? "" : text("network-unfit"), lighter].filter(Boolean);
  }

  /**
   * Parts of a page's data, computed again for the drawing.
   * @param {string} name @param {{data: any, drawing: any, settings: any}} request
   */
  async *remake(name, request) {
    const make = ANSWERS[this.site.answered[name]];
    if (!make) return;
    try {
      yield* make({ ...request, engine: this, fetches: this.fetches });
    } catch (error) {
      this.fetches = false;
      if (request.data.more) request.data.more.coming = false;
      throw error;
    }
  }
}
