/*
 * The Train page: one run, one time for all that is shown. While it trains, what is new is asked
 * for twice a second; whoever looks at an earlier moment stays there.
 */

import { unpackArrays } from "../../browser/arrays.js";
import { enable, finders, setText } from "../../browser/dom.js";
import { saveFile } from "../../browser/export.js";
import { copyLink } from "../../browser/links.js";
import { mountPage } from "../../browser/mount.js";
import { StateSync } from "../../browser/state_sync.js";
import { readStored, writeStored } from "../../browser/stored.js";
import { readView } from "../../browser/view.js";
import { Film } from "./film.js";
import { fillFork, fillForm, forkOf } from "./form.js";
import { drawLink, showNetworks } from "./networks.js";
import { Stage } from "./stage.js";
import { stateWords } from "./words.js";

/** Milliseconds between two questions for what is new: while it trains, and else. */
const SOON = 500;
const LATER = 3000;
const RATE_SETTLES = 400;
/** This browser's: the secret by which the runs that it began are known as its own. */
const OWNER = "capsviz.train.owner";

class TrainPage {
  /** @param {any} root */
  constructor(root) {
    this.root = root;
    const { element, part } = finders(root);
    this.element = element;
    this.part = part;
    this.ending = new AbortController();
    this.carrier = new StateSync("train");
    /** What is being done. */
    this.acting = new Set();
    root.linkPlain = () => ({ page: "train", drawing: null, settings: null, view: this.plain });
  }

  close() {
    this.ending.abort();
    clearTimeout(this.asking);
    clearTimeout(this.rating);
    this.stage?.close();
    this.carrier.close();
  }

  get plain() {
    return readView(this.server.table, this.view);
  }

  // --- building, once

  build(data) {
    const { part } = this;
    this.stage = new Stage(this.root, {
      moved: (step) => this.change({ step }),
      painted: () => this.controls(),
    });
    fillForm(part("form"), data.choices, (settings) => {
      part("new").open = false;
      this.act("start", { settings, run: undefined });
    });
    fillFork(part("fork-form"), data.choices, (words) => setText(part("changes"), words));
    this.listen();
  }

  /** @returns {Film | null} */
  get film() {
    return this.stage?.film ?? null;
  }

  listen() {
    const { element } = this;
    const click = (name, act) =>
      element(name).addEventListener("click", () => {
        if (element(name).getAttribute("aria-disabled") !== "true") act();
      });
    element("train-run").addEventListener("change", ({ target }) => this.open(target.value));
    element("train-against").addEventListener("change", ({ target }) => {
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
    click("train-fork", () => this.fork());
    element("train-fork").addEventListener("blur", () => this.rate(this.view.run));
    element("train-rate").addEventListener("change", () => {
      clearTimeout(this.rating);
      const { run } = this.view;
      this.typed = Number(element("train-rate").value);
      this.rating = setTimeout(() => this.rate(run), RATE_SETTLES);
    });
    element("train-slow").addEventListener("change", ({ target }) =>
      this.act("slow", { slow: target.checked }),
    );
    click("train-pin", () => this.act("pin", { drawing: this.drawing }));
    click("train-unpin", () => this.act("pin", { drawing: null }));
    click("train-home", () => this.takeHome());
    click("train-rename", () => this.act("rename", { name: element("train-name").value }));
    click("train-keep", () => this.act("keep", { name: element("train-name").value }));
    click("train-delete", () => {
      if (confirm("Delete this run and all that came of it?")) this.act("delete");
    });
    click("copy-link", () =>
      copyLink(element("copy-link"), element("link-text"), this.root.linkPlain()),
    );
    this.part("manage").addEventListener("submit", (event) => event.preventDefault());
  }

  // --- what the script says

  update({ data, setStateValue }) {
    const before = this.server;
    this.server = data;
    const { view, drawing, news } = this.carrier.reconcile(data.carried, setStateValue);
    this.drawing = drawing;
    if (news.has("view")) this.view = readView(data.table, view);
    if (!before) this.build(data);
    else return this.stage.adopt();
    this.list(data.runs);
    if (data.allowed) this.relist();
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
    this.element("train-run").replaceChildren(...(runs.length ? runs.map(option) : [nothing]));
    this.element("train-against").replaceChildren(new Option("nothing", ""), ...runs.map(option));
    this.element("train-run").value = this.view.run;
    if (this.view.against && !runs.some(({ name }) => name === this.view.against)) {
      this.change({ against: "" });
      this.stage.beside = null;
    }
    this.element("train-against").value = this.view.against;
    const own = runs.find(({ name }) => name === this.view.run);
    setText(this.part("size"), own ? `${(own.size / 1e6).toFixed(1)} MB on the disk` : "");
  }

  /** Whether the run that is shown is one of this machine's. */
  get ours() {
    return this.runs?.some(({ name, film }) => name === this.view.run && !film) ?? false;
  }

  /** Whether it was begun in another browser, which alone may rewind, rename and delete it. */
  get strange() {
    return this.runs?.find(({ name }) => name === this.view.run)?.owned === false;
  }

  // --- which run, and what is new of it

  /** @param {string} name @param {number | null} [step] @param {boolean} [plays] where it is over */
  async open(name, step = null, plays = true) {
    clearTimeout(this.asking);
    keepAddress(name);
    this.stage.stop();
    this.change({ run: name, step });
    this.stage.put(null);
    this.element("train-name").value = name;
    this.element("train-run").value = name;
    if (!name) {
      this.controls();
      return;
    }
    await this.ask();
    if (step !== null || !plays || !this.film || this.film.about.busy) return;
    // A finished run begins at its first moment: what is asked there is not yet to be seen.
    if (this.stage.guess.begin()) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!still) this.stage.play();
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
    this.asking = setTimeout(() => this.askSeen(), this.film?.about.busy ? SOON : LATER);
  }

  /** Ask, or wait for somebody to look at the page again. */
  askSeen() {
    if (!document.hidden) this.ask();
    else this.asking = setTimeout(() => this.askSeen(), SOON);
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
    const { film, stage } = this;
    const newest = this.view.step === null;
    // Rewound or renamed meanwhile: what was known is no more.
    const again = found.header.moments[0]?.step === 0 && film?.moments.length;
    if (!film || again) stage.put(new Film(found));
    else film.add(found);
    if (since.moments < 0 && this.view.step !== null) stage.at = this.film.at(this.view.step);
    if (newest && !stage.playing) stage.toEnd();
    if (found.header.moments.length) stage.repaint();
    else stage.grow();
  }

  async loadBeside() {
    const { against } = this.view;
    const found = against ? await this.fetched(against, { moments: -1, lines: -1 }) : null;
    this.stage.beside = found ? new Film(found) : null;
    this.stage.repaint();
  }

  /** Stay with the newest moment. */
  follow() {
    this.stage.stop();
    this.change({ step: null });
  }

  // --- what the visitor wants done

  /**
   * A run that goes on from here at the rate that is typed and with what its form changes; the
   * first stays beside it.
   */
  async fork() {
    clearTimeout(this.rating); // it was typed for the fork
    this.typed = 0;
    const { run } = this.view;
    const rate = Number(this.element("train-rate").value);
    await this.act("fork", {
      step: this.stage.moment?.step ?? 0,
      ...(rate > 0 ? { peak_rate: rate } : {}),
      ...forkOf(this.part("fork-form")),
    });
    if (run === this.view.run) return; // refused
    this.part("fork-form").reset();
    this.part("otherwise").open = false;
    this.change({ against: run });
    this.element("train-against").value = run;
    this.loadBeside();
  }

  /** The rate that was typed is that of the run that was shown, unless it is about to be forked. */
  rate(run) {
    if (document.activeElement === this.element("train-fork")) return;
    const rate = this.typed;
    this.typed = 0;
    if (rate > 0 && run === this.view.run) this.act("rate", { rate });
  }

  /** What is pressed twice is done once. */
  async act(what, more = {}) {
    if (this.acting.has(what)) return;
    this.acting.add(what);
    await this.done(what, more);
    this.acting.delete(what);
  }

  async done(what, more) {
    const owner = readStored(() => localStorage, OWNER)?.secret;
    const body = JSON.stringify({ do: what, run: this.view.run, owner, ...more });
    try {
      const reply = await fetch(`${this.server.base}/capsviz/train/do`, { method: "POST", body });
      const found = await reply.json();
      if (!reply.ok) throw new Error(found.error);
      if (found.owner) writeStored(() => localStorage, OWNER, { secret: found.owner });
      this.trouble("");
      await this.relist();
      this.notice(
        found.network
          ? [
              `Kept as “${found.network}”: every page offers it. `,
              await drawLink(this.server.base, found.network),
            ]
          : [],
      );
      const other = found.run !== this.view.run;
      if (what === "rewind") this.stage.put(null);
      // What was just begun is about to train: it stays at its newest moment.
      if (other) await this.open(found.run || this.runs[0]?.name || "", null, !found.run);
      else {
        clearTimeout(this.asking);
        await this.ask();
      }
    } catch (error) {
      this.trouble(String(error.message ?? error));
    }
  }

  /** The film as one file. */
  async takeHome() {
    const { run } = this.view;
    const query = new URLSearchParams({ run });
    try {
      const reply = await fetch(`${this.server.base}/capsviz/train/film.html?${query}`);
      if (!reply.ok) throw new Error((await reply.json()).error);
      saveFile(await reply.blob(), `capsviz-train-${run}.html`, "text/html");
    } catch (error) {
      this.trouble(String(error.message ?? error));
    }
  }

  /** What there is, and what of it is this browser's. */
  async relist() {
    const owner = readStored(() => localStorage, OWNER)?.secret;
    const body = JSON.stringify({ do: "list", owner });
    const reply = await fetch(`${this.server.base}/capsviz/train/do`, { method: "POST", body });
    if (!reply.ok) return;
    const { runs, networks } = await reply.json();
    this.list(runs);
    this.part("networks").hidden = networks.length === 0;
    await showNetworks(this.element("train-networks"), networks, this.server.base, (network) =>
      this.act("remove", { network }),
    );
    this.controls();
  }

  /** @param {Record<string, any>} part of the view */
  change(part) {
    this.view = { ...this.view, ...part };
    this.carrier.change("view", this.plain, 400);
  }

  /** What can be done now, of the run as it is. */
  controls() {
    const { element, film } = this;
    setText(element("train-state"), film ? stateWords(film.about, this.ours) : "");
    const { allowed } = this.server;
    const busy = Boolean(film?.about.busy);
    const runs = busy && film?.about.state !== "paused";
    // What the command line began, it goes on with: here it is led only while it is there.
    const here = this.ours && !film?.about.settings.elsewhere;
    const over = this.ours && film?.about.state === "finished"; // it can be rewound, and forked
    enable(element("train-start"), allowed && !runs && !over && (here || busy || !this.ours));
    setText(element("train-start"), this.ours && film?.lines.length ? "go on" : "start");
    enable(element("train-pause"), allowed && this.ours && runs);
    enable(element("train-step"), allowed && !over && (here || busy));
    enable(element("train-fork"), allowed && here);
    enable(element("train-rewind"), allowed && here && !this.strange);
    for (const name of ["rewind", "rename", "delete"]) {
      const button = element(`train-${name}`);
      if (name !== "rewind") enable(button, !this.strange);
      button.title = this.strange ? this.part("strange").textContent : "";
    }
    this.part("strange").hidden = !this.strange;
    element("train-rate").disabled = !(allowed && this.ours);
    const typing = document.activeElement === element("train-rate") || this.typed;
    if (!typing) {
      const line = film?.lines.at(-1);
      const forked = film?.about.settings.fork?.step ?? -1; // lines up to there are the first's
      const rate = line && line.step > forked ? line.rate : 0;
      element("train-rate").value = rate ? String(Number(rate.toPrecision(3))) : "";
    }
    element("train-slow").disabled = !(allowed && here);
    element("train-slow").checked = Boolean(film?.about.slow);
    element("train-pin").hidden = !(allowed && this.ours);
    element("train-unpin").hidden = !(allowed && film?.about.own);
    this.part("otherwise").hidden = !(allowed && here);
    this.part("new").hidden = !allowed;
    this.part("more").hidden = !(allowed && this.ours);
  }

  /** @param {(string | Node)[]} words what was done; none takes the last away */
  notice(words) {
    this.element("train-notice").replaceChildren(...words);
    this.element("train-notice").hidden = words.length === 0;
  }

  trouble(sentence) {
    setText(this.element("trouble"), sentence);
    this.element("trouble").hidden = !sentence;
  }
}

/** An address that names a run names the one that is shown: so a reload brings it back. */
function keepAddress(name) {
  const address = new URL(location.href);
  if (!name || (address.searchParams.get("run") ?? name) === name) return;
  address.searchParams.set("run", name);
  history.replaceState(history.state, "", address);
}

export default mountPage(".cv-train", "trainPage", TrainPage);
