/* Polls for news of the run on display: twice a second while it trains. */

/** Milliseconds between two requests, while the run trains and otherwise. */
const TRAINING_INTERVAL = 500;
const IDLE_INTERVAL = 3000;
const START = { moments: -1, lines: -1 };

export class FilmFeed {
  /** @param {import("./index.js").TrainPage} page */
  constructor(page) {
    this.page = page;
    this.failed = false;
    page.signal.addEventListener("abort", () => this.stop());
  }

  stop() {
    clearTimeout(this.timer);
  }

  async ask() {
    this.stop();
    const { page } = this;
    const { film } = page;
    const { run } = page.view;
    const update = await this.fetch(run, film?.lastSteps);
    // The answer is for another run, or for the time before a rewind: another request is under way.
    if (page.signal.aborted || run !== page.view.run || film !== page.film) return;
    if (update) page.take(update, !film);
    if (update && !page.isLocal) return;
    this.timer = setTimeout(
      () => this.askVisible(),
      page.film?.about.busy ? TRAINING_INTERVAL : IDLE_INTERVAL,
    );
  }

  /** Send a request, or wait until the page is visible again. */
  askVisible() {
    if (!document.hidden) this.ask();
    else this.timer = setTimeout(() => this.askVisible(), TRAINING_INTERVAL);
  }

  /**
   * @param {string} run
   * @param {{moments: number, lines: number}} [since] the known part
   * @returns {Promise<any>} null without an answer
   */
  async fetch(run, since = START) {
    const { page } = this;
    try {
      const update = await page.engine.film(run, since, page.signal);
      if (this.failed) page.trouble("");
      this.failed = false;
      return update;
    } catch (error) {
      if (page.signal.aborted) return null;
      this.failed = true; // shown until an answer comes; a refused action's error stays
      page.trouble(String(error.message ?? error));
      return null;
    }
  }
}
