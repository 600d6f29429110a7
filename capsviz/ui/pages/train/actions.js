/*
 * What the visitor has done to runs: begun, paused, forked, kept; the same press twice is done
 * once, and what is refused is told.
 */

import { saveFile } from "../../browser/export.js";
import { forkOf } from "./form.js";
import { drawLink } from "./networks.js";

/** A learning rate is told when nothing was typed for so long, in ms. */
const RATE_SETTLES = 400;

export class RunActions {
  /** @param {import("./index.js").TrainPage} page */
  constructor(page) {
    this.page = page;
    /** What is being done. */
    this.acting = new Set();
    /** A learning rate that was typed and is not told yet. */
    this.typed = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} until it is told */
    this.rating = undefined;
  }

  close() {
    clearTimeout(this.rating);
  }

  /** What is pressed twice is done once. @param {string} what @param {Record<string, any>} [more] */
  async act(what, more = {}) {
    if (this.acting.has(what)) return;
    this.acting.add(what);
    await this.orTrouble(() => this.execute(what, more));
    this.acting.delete(what);
  }

  /** @param {() => Promise<void>} act what is wrong with it is told */
  async orTrouble(act) {
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
    // What was just begun is about to train: it stays at its newest moment.
    if (found.run !== page.view.run) {
      await page.open(found.run || runs.all[0]?.name || "", null, !found.run);
    } else await page.feed.ask();
  }

  /**
   * Say what a run was kept as.
   * @param {string} [name] none takes the last one away
   * @param {boolean} [parts] whether it is of parts and objects
   */
  async showNetwork(name, parts = false) {
    const place = this.page.element("train-notice");
    const offered = parts ? "Parts offers it" : "every page offers it";
    const words = `Kept as “${name}”: ${offered}. `;
    const { base } = this.page.server;
    place.replaceChildren(...(name ? [words, await drawLink(base, { name, parts })] : []));
    place.hidden = !name;
  }

  /**
   * A run that goes on from here at the rate that is typed and with what its form changes; the
   * first stays beside it.
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

  /** Tell a learning rate when nothing more is typed. @param {number} rate */
  typeRate(rate) {
    clearTimeout(this.rating);
    const { run } = this.page.view;
    this.typed = rate;
    this.rating = setTimeout(() => this.tellRate(run), RATE_SETTLES);
  }

  /** The rate that was typed is that of the run that was shown, unless it is about to be forked. */
  tellRate(run = this.page.view.run) {
    if (document.activeElement === this.page.element("train-fork")) return;
    const rate = this.typed;
    this.typed = 0;
    if (rate > 0 && run === this.page.view.run) this.act("rate", { rate });
  }

  /** The film as one file. */
  saveFilm() {
    const { engine, view } = this.page;
    return this.orTrouble(async () => {
      saveFile(await engine.filmPage(view.run), `capsviz-train-${view.run}.html`, "text/html");
    });
  }
}
