/*
 * The Train page: one run, one time for all that is shown. While it trains, what is new is asked
 * for twice a second; whoever looks at an earlier moment stays there.
 */

import { unpackArrays } from "../../browser/arrays.js";
import { enable, finders, put } from "../../browser/dom.js";
import { tendBoxes } from "../../browser/help.js";
import { Carrier } from "../../browser/kept.js";
import { copyLink } from "../../browser/links.js";
import { mountPage } from "../../browser/mount.js";
import { PlayButton } from "../../browser/play.js";
import { readView } from "../../browser/view.js";
import { showChecks, showLayers } from "./checks.js";
import { readColours } from "./colours.js";
import { Curves } from "./curves.js";
import { Film } from "./film.js";
import { fillForm } from "./form.js";
import { Pictures } from "./pictures.js";
import { accuracyWords, lossWords, momentWords, stateWords, stepWords } from "./words.js";

/** Milliseconds between two questions for what is new: while it trains, and else. */
const SOON = 500;
const LATER = 3000;
/** Milliseconds from one moment to the next while the film plays. */
const FRAME = 140;
const RATE_SETTLES = 400;

class TrainPage {
  /** @param {any} root */
  constructor(root) {
    this.root = root;
    Object.assign(this, finders(root));
    /** @type {(name: string) => any} */
    this.hook = finders(root).hook;
    /** @type {(name: string) => any} */
    this.part = finders(root).part;
    /** @type {Film | null} */
    this.film = this.beside = null;
    this.count = 0;
    this.ending = new AbortController();
    this.carrier = new Carrier("train");
    root.linkPlain = () => ({ page: "train", drawing: null, settings: null, view: this.plain });
  }

  close() {
    this.ending.abort();
    this.stop();
    clearTimeout(this.asking);
    clearTimeout(this.rating);
    this.curves.close();
    this.carrier.close();
  }

  get plain() {
    return readView(this.server.table, this.view);
  }

  // --- building, once

  build(data) {
    const { hook, part } = this;
    this.pictures = new Pictures(hook, part);
    this.curves = new Curves(hook, part, (step) => this.goTo(step));
    this.player = new PlayButton(hook("train-play"), {
      play: () => this.play(),
      pause: () => this.stop(),
    });
    fillForm(part("form"), data.choices, (settings) => {
      part("new").open = false;
      this.act("start", { settings, run: undefined });
    });
    this.listen();
    tendBoxes(this.root, this.ending.signal);
  }

  listen() {
    const { hook } = this;
    const click = (name, act) => hook(name).addEventListener("click", act);
    hook("train-time").addEventListener("input", ({ target }) => {
      const at = Number(target.value); // before stopping moves the slider to where it played
      this.stop();
      this.show(at);
    });
    hook("train-run").addEventListener("change", ({ target }) => this.open(target.value));
    hook("train-against").addEventListener("change", ({ target }) => {
      this.change({ against: target.value });
      this.loadBeside();
    });
    click("train-start", () => {
      if (this.ours) this.act("play");
      else this.act("start", { settings: {}, run: undefined });
    });
    for (const name of ["pause", "step", "rewind"]) {
      click(`train-${name}`, () => {
        this.follow();
        this.act(name);
      });
    }
    click("train-fork", () => {
      const rate = Number(hook("train-rate").value);
      this.act("fork", { step: this.moment?.step ?? 0, ...(rate > 0 ? { peak_rate: rate } : {}) });
    });
    hook("train-rate").addEventListener("change", () => {
      clearTimeout(this.rating);
      const rate = Number(hook("train-rate").value);
      if (rate > 0) this.rating = setTimeout(() => this.act("rate", { rate }), RATE_SETTLES);
    });
    click("train-rename", () => this.act("rename", { name: hook("train-name").value }));
    click("train-keep", () => this.act("keep", { name: hook("train-name").value }));
    click("train-delete", () => {
      if (confirm("Delete this run and all that came of it?")) this.act("delete");
    });
    click("copy-link", () => copyLink(hook("copy-link"), hook("link-text"), this.root.linkPlain()));
    this.part("manage").addEventListener("submit", (event) => event.preventDefault());
  }

  // --- what the script says

  update({ data, setStateValue }) {
    const before = this.server;
    this.server = data;
    if (!before) this.build(data);
    this.colours = readColours(this.root, this.colours);
    const { view, news } = this.carrier.meet(data.carried, setStateValue);
    if (news.has("view")) this.view = readView(data.table, view);
    if (before) {
      this.repaint();
      return;
    }
    this.list(data.runs);
    const names = data.runs.map(({ name }) => name);
    const wanted = [data.asked, this.view.run].find((name) => names.includes(name));
    this.open(wanted ?? names[0] ?? "", this.view.step);
    if (wanted && this.view.against) this.loadBeside();
  }

  list(runs) {
    this.runs = runs;
    const option = ({ name, film, busy }) =>
      new Option(`${name}${film ? " (film)" : busy ? " (trains)" : ""}`, name);
    const nothing = new Option(runs.length ? "nothing" : "none yet", "");
    this.hook("train-run").replaceChildren(...(runs.length ? runs.map(option) : [nothing]));
    this.hook("train-against").replaceChildren(new Option("nothing", ""), ...runs.map(option));
    this.hook("train-run").value = this.view.run;
    if (this.view.against && !runs.some(({ name }) => name === this.view.against)) {
      this.change({ against: "" });
      this.beside = null;
    }
    this.hook("train-against").value = this.view.against;
    const own = runs.find(({ name }) => name === this.view.run);
    put(this.part("size"), own ? `${(own.size / 1e6).toFixed(1)} MB on the disk` : "");
  }

  /** Whether the run that is shown is one of this machine's. */
  get ours() {
    return this.runs?.some(({ name, film }) => name === this.view.run && !film) ?? false;
  }

  get moment() {
    return this.film?.moments[this.at] ?? null;
  }

  // --- which run, and what is new of it

  async open(name, step = null) {
    clearTimeout(this.asking);
    this.stop();
    this.change({ run: name, step });
    this.film = null;
    this.hook("train-name").value = name;
    this.hook("train-run").value = name;
    if (!name) {
      this.controls();
      return;
    }
    await this.ask();
    // A finished run plays as soon as it is there, unless a moment was asked for.
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (this.film && !this.film.about.busy && step === null && !still) this.play();
  }

  async ask() {
    const { film, view } = this;
    const { run } = view;
    const since = film?.known ?? { moments: -1, lines: -1 };
    const found = await this.fetched(run, since);
    // Of another run, or of before a rewind: what is asked for since comes by itself.
    if (this.ending.signal.aborted || run !== this.view.run || film !== this.film) return;
    if (found) this.take(found, since);
    if (!this.ours && found) return;
    this.asking = setTimeout(() => this.ask(), this.film?.about.busy ? SOON : LATER);
  }

  async fetched(run, since) {
    const query = new URLSearchParams({ run, since: since.moments, lines: since.lines });
    try {
      const reply = await fetch(`${this.server.base}/capsviz/train/film?${query}`, {
        signal: this.ending.signal,
      });
      if (!reply.ok) throw new Error((await reply.json()).error);
      if (this.lost) this.trouble("");
      this.lost = false;
      return unpackArrays(new Uint8Array(await reply.arrayBuffer()));
    } catch (error) {
      if (this.ending.signal.aborted) return null;
      this.lost = true; // and is told of until an answer comes; what an act was refused for stays
      this.trouble(String(error.message ?? error));
      return null;
    }
  }

  take(found, since) {
    const newest = !this.film || this.view.step === null;
    // Rewound or renamed meanwhile: what was known is no more.
    const again = found.header.moments[0]?.step === 0 && this.film?.moments.length;
    if (!this.film || again) this.film = new Film(found);
    else this.film.add(found);
    if (since.moments < 0 && this.view.step !== null) this.at = this.film.at(this.view.step);
    if (newest && !this.playing) this.at = this.film.moments.length - 1;
    this.repaint();
  }

  async loadBeside() {
    const { against } = this.view;
    const found = against ? await this.fetched(against, { moments: -1, lines: -1 }) : null;
    this.beside = found ? new Film(found) : null;
    this.repaint();
  }

  // --- time

  /** Stay with the newest moment. */
  follow() {
    this.stop();
    this.change({ step: null });
  }

  goTo(step) {
    this.stop();
    if (this.film) this.show(this.film.at(step));
  }

  show(at) {
    if (!this.film) return;
    const last = this.film.moments.length - 1;
    this.at = Math.min(last, Math.max(0, at));
    this.change({ step: this.at === last ? null : this.moment.step });
    this.repaint();
  }

  play() {
    if (!this.film) return;
    this.stop();
    if (this.at >= this.film.moments.length - 1) this.at = 0;
    const next = () => {
      if (!this.film || this.at >= this.film.moments.length - 1) return this.stop();
      this.at += 1;
      this.repaint();
      this.playing = setTimeout(next, FRAME);
    };
    this.playing = setTimeout(next, FRAME);
    this.player.show(true);
    this.repaint();
  }

  stop() {
    if (!this.playing) return;
    clearTimeout(this.playing);
    this.playing = null;
    this.player.show(false);
    this.show(this.at);
  }

  // --- what the visitor wants done

  async act(what, more = {}) {
    const body = JSON.stringify({ do: what, run: this.view.run, ...more });
    try {
      const reply = await fetch(`${this.server.base}/capsviz/train/do`, { method: "POST", body });
      const found = await reply.json();
      if (!reply.ok) throw new Error(found.error);
      this.trouble("");
      await this.relist();
      const other = found.run !== this.view.run;
      if (what === "rewind") this.film = null;
      if (other) await this.open(found.run || this.runs[0]?.name || "");
      else {
        clearTimeout(this.asking);
        await this.ask();
      }
    } catch (error) {
      this.trouble(String(error.message ?? error));
    }
  }

  async relist() {
    const reply = await fetch(`${this.server.base}/capsviz/train/runs`);
    if (reply.ok) this.list((await reply.json()).runs);
  }

  /** @param {Record<string, any>} part of the view */
  change(part) {
    this.view = { ...this.view, ...part };
    this.carrier.change("view", this.plain, 400);
  }

  // --- painting

  repaint() {
    this.controls();
    const { film, at, moment, hook, part } = this;
    if (!film || !moment) {
      // Rewound, or not begun: no moment's words stand there.
      for (const place of [part("moment"), hook("train-accuracy"), part("step-words")])
        put(place, "");
      put(hook("train-loss"), lossWords(null, 0));
      return;
    }
    const { settings } = film.about;
    this.pictures.show(film, at, this.tablesFor(settings.model.classes));
    this.curves.show(film, this.beside, moment, this.colours.inks);
    put(part("moment"), momentWords(moment, settings.train.batch));
    put(hook("train-accuracy"), accuracyWords(moment.accuracy));
    const line = film.line(moment.step);
    put(hook("train-loss"), lossWords(line, settings.train.reconstruction_weight));
    showChecks(hook("train-checks"), moment.checks ?? []);
    put(part("step-words"), stepWords(line, settings.train));
    showLayers(hook("train-layers"), moment.layers ?? []);
    this.count += 1;
    hook("train-time").dataset.seq = String(this.count);
  }

  tablesFor(classes) {
    return this.colours.tablesFor(classes);
  }

  controls() {
    const { hook, film } = this;
    const time = hook("train-time");
    const last = Math.max(0, (film?.moments.length ?? 1) - 1);
    time.max = String(last);
    time.value = String(this.at ?? 0);
    if (film && this.moment) time.setAttribute("aria-valuetext", `step ${this.moment.step}`);
    put(hook("train-state"), film ? stateWords(film.about) : "");
    const { allowed } = this.server;
    const busy = Boolean(film?.about.busy);
    const runs = busy && film?.about.state !== "paused";
    // What the command line began, it goes on with: here it is led only while it is there.
    const here = this.ours && !film?.about.settings.elsewhere;
    enable(hook("train-start"), allowed && !runs && (here || busy || !this.ours));
    put(hook("train-start"), this.ours && film?.lines.length ? "go on" : "start");
    enable(hook("train-pause"), allowed && this.ours && runs);
    enable(hook("train-step"), allowed && (here || busy));
    for (const name of ["rewind", "fork"]) enable(hook(`train-${name}`), allowed && here);
    hook("train-rate").disabled = !(allowed && this.ours);
    if (document.activeElement !== hook("train-rate")) {
      const rate = film?.lines.at(-1)?.rate;
      hook("train-rate").value = rate ? String(Number(rate.toPrecision(3))) : "";
    }
    this.part("new").hidden = !allowed;
    this.part("more").hidden = !(allowed && this.ours);
    this.part("step").hidden = !film;
  }

  trouble(sentence) {
    put(this.hook("trouble"), sentence);
    this.hook("trouble").hidden = !sentence;
  }
}

export default mountPage(".cv-train", "trainPage", TrainPage);
