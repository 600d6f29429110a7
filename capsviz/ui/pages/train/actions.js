/*
 * The visitor's actions on runs: start, pause, fork, keep. A repeated press counts once; a refusal
 * is shown.
 */

import { saveFile } from "../../browser/export.js";
import { text } from "../../browser/text.js";
import { forkOf } from "./form.js";
import { drawLink } from "./networks.js";

/** Pause in ms after typing before a learning rate is sent. */
const RATE_DELAY = 400;

export class RunActions {
  /** @param {import("./index.js").TrainPage} page */
  constructor(page) {
    this.page = page;
    /** Actions in progress. */
    this.acting = new Set();
    /** A typed learning rate that is not sent yet. */
    this.typed = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} until it is sent */
    this.rating = undefined;
  }

  close() {
    clearTimeout(this.rating);
  }

  /**
   * Run an action unless it is in progress.
   * @param {string} what
   * @param {Record<string, any>} [more]
   */
  async act(what, more = {}) {
    if (this.acting.has(what)) return;
    this.acting.add(what);
    await this.showingErrors(() => this.execute(what, more));
    this.acting.delete(what);
  }

  /** @param {() => Promise<void>} act its error is shown */
  async showingErrors(act) {
    try {
      await act();
    } catch (error) {
      this.page.trouble(String(error.message ?? error));
    }
  }

  async execute(what, more) {
    const { page } = this;
    const { engine, runs, view } = page;
    const question = { do: what, run: view.run, owner: runs.owner, ...more };
    const found = await engine.train(question);
    if (found.owner) runs.owner = found.owner;
    page.trouble("");
    await page.relist();
    await this.showNetwork(found.network, found.parts);
    if (what === "rewind") page.stage.put(null);
    // A run that was just started is about to train: stay at its newest moment.
    if (found.run !== page.view.run) {
      await page.open(found.run || runs.all[0]?.name || "", null, !found.run);
    } else await page.feed.ask();
  }

  /**
   * Show the name under which a run was kept.
   * @param {string} [name] without it, the last notice is removed
   * @param {boolean} [parts] whether it is of parts and objects
   */
  async showNetwork(name, parts = false) {
    const place = this.page.element("train-notice");
    const words = `${text("run-kept", { name: name ?? "", parts: Number(parts) })} `;
    const { base } = this.page.server;
    place.replaceChildren(...(name ? [words, await drawLink(base, { name, parts })] : []));
    place.hidden = !name;
  }

  /**
   * Fork the run at the present step, with the typed rate and the fork form's changes. The first
   * run stays.
   */
  async fork() {
    const { page } = this;
    clearTimeout(this.rating); // it was typed for the fork
    this.typed = 0;
    const { run } = page.view;
    const rate = Number(page.element("train-rate").value);
    await this.act("fork", {
      step: page.stage.moment?.step ?? 0,
      ...(rate > 0 ? { peak_rate: rate } : {}),
      ...forkOf(page.part("fork-form")),
    });
    if (run === page.view.run) return; // refused
    page.part("fork-form").reset();
    page.part("otherwise").open = false;
    page.compare(run);
  }

  /** Send a learning rate once typing has stopped. @param {number} rate */
  typeRate(rate) {
    clearTimeout(this.rating);
    const { run } = this.page.view;
    this.typed = rate;
    this.rating = setTimeout(() => this.sendRate(run), RATE_DELAY);
  }

  /** The typed rate belongs to the run on display, unless that is about to be forked. */
  sendRate(run = this.page.view.run) {
    if (document.activeElement === this.page.element("train-fork")) return;
    const rate = this.typed;
    this.typed = 0;
    if (rate > 0 && run === this.page.view.run) this.act("rate", { rate });
  }

  /** The film as one file. */
  saveFilm() {
    const { engine, server, view } = this.page;
    return this.showingErrors(async () => {
      saveFile(
        await engine.filmPage(view.run, server.language),
        `capsviz-train-${view.run}.html`,
        "text/html",
      );
    });
  }
}
