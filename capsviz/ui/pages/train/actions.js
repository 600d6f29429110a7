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
    this.typedRate = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} until it is sent */
    this.timer = undefined;
  }

  close() {
    clearTimeout(this.timer);
  }

  /**
   * Run an action unless it is in progress.
   * @param {string} action
   * @param {Record<string, any>} [fields]
   */
  async act(action, fields = {}) {
    if (this.acting.has(action)) return;
    this.acting.add(action);
    await this.reportErrors(() => this.execute(action, fields));
    this.acting.delete(action);
  }

  /** @param {() => Promise<void>} act its error is shown */
  async reportErrors(act) {
    try {
      await act();
    } catch (error) {
      this.page.trouble(String(error.message ?? error));
    }
  }

  async execute(action, fields) {
    const { page } = this;
    const { engine, runs, view } = page;
    const question = { do: action, run: view.run, owner: runs.owner, ...fields };
    const reply = await engine.train(question);
    if (reply.owner) runs.owner = reply.owner;
    page.trouble("");
    await page.relist();
    await this.showNetwork(reply.network, reply.parts);
    if (action === "rewind") page.stage.setFilm(null);
    // A run that was just started is about to train: stay at its newest moment.
    if (reply.run !== page.view.run) {
      await page.open(reply.run || runs.all[0]?.name || "", null, !reply.run);
    } else await page.feed.ask();
  }

  /**
   * Show the name of the network that was saved from a run.
   * @param {string} [name] without it, the last notice is removed
   * @param {boolean} [parts] whether it is of parts and objects
   */
  async showNetwork(name, parts = false) {
    const notice = this.page.element("train-notice");
    const sentence = `${text("run-kept", { name: name ?? "", parts: Number(parts) })} `;
    const { base } = this.page.server;
    notice.replaceChildren(...(name ? [sentence, await drawLink(base, { name, parts })] : []));
    notice.hidden = !name;
  }

  /**
   * Fork the run at the present step, with the typed rate and the fork form's changes. The first
   * run stays.
   */
  async fork() {
    const { page } = this;
    clearTimeout(this.timer); // it was typed for the fork
    this.typedRate = 0;
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
    clearTimeout(this.timer);
    const { run } = this.page.view;
    this.typedRate = rate;
    this.timer = setTimeout(() => this.sendRate(run), RATE_DELAY);
  }

  /** The typed rate belongs to the run on display, unless that is about to be forked. */
  sendRate(run = this.page.view.run) {
    if (document.activeElement === this.page.element("train-fork")) return;
    const rate = this.typedRate;
    this.typedRate = 0;
    if (rate > 0 && run === this.page.view.run) this.act("rate", { rate });
  }

  /** The film as one file. */
  saveFilm() {
    const { engine, server, view } = this.page;
    return this.reportErrors(async () => {
      saveFile(
        await engine.filmPage(view.run, server.language),
        `capsviz-train-${view.run}.html`,
        "text/html",
      );
    });
  }
}
