/*
 * The shell of a published page. It does for a page's script what Streamlit does in the app: gives
 * it data, those of another network where one is chosen, and what the visitor carries.
 */

import { setEngine } from "../browser/engine/index.js";
import { OnnxEngine } from "../browser/engine/onnx.js";
import { readExcerpt } from "../browser/excerpt.js";
import { AWAY, runsNetworks, UNFIT } from "../browser/onnx/support.js";
import { isSameDrawing } from "../browser/pen.js";
import { LINK_PARAMETER, NETWORK_PARAMETER, readLink } from "../browser/permalink.js";
import { showPicker } from "../browser/picker.js";
import { readState } from "../browser/state_sync.js";
import { ANSWERS } from "./answers.js";
import { showHeaderTools } from "./header_tools.js";
import {
  followColours,
  hideWays,
  offerLighter,
  readPlace,
  removeShell,
  showNote,
  showProgress,
} from "./surroundings.js";

export class PublishedPage {
  /** @param {string} base path of the site @param {string} page @param {any} told by site.json */
  constructor(base, page, told) {
    this.base = base;
    this.page = page;
    this.told = told;
    /** The visitor's drawing, settings and view, each with its time. @type {any} */
    this.carried = { session: "site", link: null };
    /** Whether the visitor has asked for networks besides the chosen one. */
    this.fetches = false;
    /** The network that was seen before the present one. */
    this.before = "";
    this.names = told.networks.map(({ name }) => name);
    /** Whether the page shows no network of the visitor's choice. */
    this.whole = told.without_network.includes(page);
    /** The sentence about the network in use. */
    this.offer = "";
    this.settle = () => {};
    /** When the network that is seen first is there, whole. @type {Promise<void>} */
    this.calm = new Promise((settle) => {
      this.settle = settle;
    });
    if (page !== "draw") this.settle();
  }

  async begin() {
    if (readExcerpt(location).embed) removeShell();
    followColours();
    if (!runsNetworks()) showNote(UNFIT);
    // First: its worker asks for the runtime, which is more than all scripts.
    this.engine = new OnnxEngine(new URL(this.base || "/", location.href).href.replace(/\/$/, ""));
    setEngine(this.engine);
    this.engine.onProgress = (model, share, error) => this.showProgress(model, share, error);
    this.chooseMeanwhile();
    this.module = await import(`../pages/${this.page}/index.js`);
    showHeaderTools(this.base, this.page, this.told);
    const link = await this.openLink();
    hideWays(this.told.missing, this.base);
    const kept = readState("settings")?.value;
    let settings = link?.settings ?? (this.knows(kept) ? kept : this.told.settings);
    let away = false;
    if (this.page === "draw") this.prepare(settings.model);
    if (this.whole) this.data = { ...(await this.fetchData(this.page)), ...readPlace() };
    else
      await this.load(settings.model).catch(async () => {
        away = true;
        settings = { ...settings, model: this.told.settings.model };
        await this.load(settings.model);
        this.sayBack(AWAY);
      });
    if (!this.data.drawing) {
      const view = link?.view ?? null;
      return this.module.default(this.component({ ...this.data, view }));
    }
    const at = link ? 1 : 0;
    this.carried.settings = { value: settings, at };
    this.carried.drawing = { value: link?.drawing ?? this.data.drawing, at };
    this.carried.view = { value: link?.view ?? this.data.view, at };
    await this.follow();
    // One that the tab keeps is of a network that this site may not hold.
    if (away || (kept && !this.knows(kept))) this.carried.settings.at = Date.now();
    this.show();
    if (link?.drawing) await this.answer();
  }

  /** Have a network here before the pen comes down. @param {string} model */
  async prepare(model) {
    const other = this.engine.meanwhile[model];
    await this.engine.prepare(other ? [other, model] : [model]);
    this.settle();
  }

  /** @param {any} settings */
  knows(settings) {
    return settings && this.names.includes(settings.model);
  }

  async openLink() {
    const { searchParams } = new URL(location.href);
    const token = searchParams.get(LINK_PARAMETER);
    if (!token) return this.openNetwork(searchParams.get(NETWORK_PARAMETER));
    /** @type {any} */
    let link;
    try {
      link = await readLink(token);
      if (link.page !== this.page) throw new TypeError(`the link is for the page “${link.page}”`);
      if (link.settings && !this.knows(link.settings))
        throw new TypeError(`this site has no network “${link.settings.model}”`);
    } catch (error) {
      showNote(`This link could not be opened: ${error.message}.`);
      return null;
    }
    const brought = ["drawing", "settings"].filter((name) => link[name]);
    this.carried.link = { token, places: [...brought, `view.${this.page}`] };
    return link;
  }

  /** A network that the address names is as one of a link. @param {string | null} model */
  openNetwork(model) {
    if (!model) return null;
    if (!this.names.includes(model)) {
      const known = this.names.join(", ");
      showNote(`This site has no network “${model.slice(0, 30)}”: choose of ${known}.`);
      return null;
    }
    if (this.whole) return null;
    this.carried.link = { token: `${NETWORK_PARAMETER} ${model}`, places: ["settings"] };
    const kept = readState("settings")?.value;
    return { settings: { ...this.told.settings, ...kept, model } };
  }

  /** @param {string} model */
  async load(model) {
    this.data = await this.dataOf(model);
    this.model = model;
    const offer = offerLighter(model, this.told.settings.model, this.told.networks);
    if (offer || this.offer) showNote(offer);
    this.offer = offer;
  }

  /** @param {string} model */
  dataOf(model) {
    return this.fetchData(`${this.page}/${model}`);
  }

  /** In which "{{base}}" stands for the site's address. @param {string} name */
  async fetchData(name) {
    const reply = await fetch(`${this.base}/data/${name}.json`);
    if (!reply.ok) throw new Error(`the site lacks its data of ${name}`);
    return JSON.parse((await reply.text()).replaceAll("{{base}}", this.base));
  }

  /** The argument of a page's script, as Streamlit makes it in the app. @param {any} data */
  component(data) {
    return {
      data: { base: this.base, excerpt: this.told.excerpts[this.page], ...data },
      parentElement: document.querySelector('[data-part="page"]'),
      setStateValue: (name, kept) => this.take(name, kept),
      // The one that there is: networks may be fetched that the visitor did not choose.
      setTriggerValue: () => this.answer(true),
    };
  }

  show() {
    const component = this.component({
      ...this.data,
      carried: { ...this.carried, example: this.data.drawing },
    });
    this.module.default(component);
    if (!document.querySelector(".cv-picker")) return;
    const { session, link, settings } = this.carried;
    const groups = [{ title: "networks", networks: this.told.networks }];
    showPicker({
      ...component,
      parentElement: document.body,
      data: { label: "network", groups, carried: { session, link, settings } },
    });
  }

  /** Take a change of the visitor's. @param {string} name @param {{value: any, at: number}} kept */
  async take(name, kept) {
    if (kept.at <= (this.carried[name]?.at ?? 0)) return;
    this.carried[name] = kept;
    const other = !this.whole && name === "settings" && kept.value.model !== this.model;
    try {
      if (other) await this.change(kept.value.model);
    } catch {
      return this.goBack(kept.value.model, AWAY);
    }
    const second = await this.follow().catch(() => showNote(AWAY));
    if (other || second) this.show();
    if (other && this.page === "draw") this.prepare(this.model);
    if (name !== "view") await this.answer();
  }

  /** Networks that a page's view names; whether one is another now. */
  async follow() {
    return (await this.beside()) || (await this.instead());
  }

  /** One of those that the page offers itself. */
  async instead() {
    const { network } = this.carried.view.value;
    const offered = this.data.offers?.some(([name]) => name === network);
    if (!offered || network === this.data.name) return false;
    this.data = await this.dataOf(network);
    return true;
  }

  /** Another one beside the first. */
  async beside() {
    if (!this.data.offered) return false;
    const { second } = this.carried.view.value;
    const offered = this.data.offered.some(({ name }) => name === second);
    const wanted = offered ? second : "";
    if (wanted === (this.data.second?.network.name ?? "")) return false;
    this.data.second = wanted ? await this.dataOf(wanted) : null;
    return true;
  }

  /**
   * A network that cannot come is not chosen: the one before it is again.
   * @param {string} model
   * @param {string} reason a sentence
   */
  async goBack(model, reason) {
    const first = this.told.settings.model;
    const back = [this.model, this.before, first].find((name) => name && name !== model);
    if (!back) return showNote(reason);
    const { value, at } = this.carried.settings;
    this.carried.settings = { value: { ...value, model: back }, at: at + 1 };
    if (back !== this.model) await this.change(back);
    this.show();
    this.sayBack(reason);
  }

  /** @param {string} reason a sentence */
  sayBack(reason) {
    showNote(`${reason} ${this.titleOf(this.model)} is chosen again.`);
  }

  /** @param {string} model */
  titleOf(model) {
    return this.told.networks.find(({ name }) => name === model).title;
  }

  /** @param {string} model */
  async change(model) {
    const before = this.data.drawing;
    const last = this.model;
    showNote("");
    await this.load(model);
    this.before = last;
    const { drawing } = this.carried;
    // An untouched sample gives way to one of what the other network reads.
    if (isSameDrawing(drawing.value, before))
      this.carried.drawing = { value: this.data.drawing, at: drawing.at + 1 };
  }

  /**
   * Have the drawing read for a page whose data hold what was made of it; a newer one ends this.
   * @param {boolean} [fetches] whether by networks that are to be fetched, too; from then on
   */
  async answer(fetches = this.fetches) {
    const make = ANSWERS[this.told.answered[this.page]];
    if (!make) return;
    const { data, engine } = this;
    const [drawing, settings] = [this.carried.drawing.value, this.carried.settings.value];
    const turn = {};
    this.turn = turn;
    this.fetches = fetches;
    try {
      for await (const part of make({ engine, data, drawing, settings, fetches })) {
        if (this.turn !== turn) return;
        Object.assign(data, part);
        this.show();
      }
    } catch (error) {
      if (this.turn !== turn) return;
      showNote(error.message);
      this.fetches = false;
      if (data.more) data.more.coming = false;
      this.show();
    }
  }

  /** The first network is small: it reads what others of the same set read until they are here. */
  chooseMeanwhile() {
    const { networks, settings } = this.told;
    const first = networks.find(({ name }) => name === settings.model);
    for (const { name, reads } of networks)
      if (reads === first.reads && name !== first.name) this.engine.meanwhile[name] = first.name;
  }

  /**
   * @param {string} model
   * @param {number} share of it that has come
   * @param {string} [error] why it has not
   */
  showProgress(model, share, error) {
    if (model !== this.model) return;
    const other = this.page === "draw" && this.engine.meanwhile[model];
    showProgress(share, this.titleOf(model), other && this.titleOf(other));
    if (error) this.goBack(model, error);
  }
}
