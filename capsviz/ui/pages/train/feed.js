/* Polls for news of the run on display: twice a second while it trains. */

/** Milliseconds between two requests, while the run trains and otherwise. */
const SOON = 500;
const LATER = 3000;
const NOTHING = { moments: -1, lines: -1 };

export class FilmFeed {
  /**
   * @param {import("../../browser/engine/engine.js").Engine} engine
   * @param {AbortSignal} signal ends it
   * @param {object} page
   * @param {() => string} page.run name of the run on display
   * @param {() => import("./film.js").Film | null} page.film the known part of it
   * @param {() => boolean} page.grows whether more of it may come
   * @param {(found: any, first: boolean) => void} page.take
   * @param {(sentence: string) => void} page.trouble cleared when an answer comes again
   */
  constructor(engine, signal, page) {
    this.engine = engine;
    this.signal = signal;
    this.page = page;
    this.lost = false;
    signal.addEventListener("abort", () => this.stop());
  }

  stop() {
    clearTimeout(this.asking);
  }

  async ask() {
    this.stop();
    const { page } = this;
    const [run, film] = [page.run(), page.film()];
    const found = await this.fetch(run, film?.lastSteps);
    // The answer is for another run, or for the time before a rewind: another request is under way.
    if (this.signal.aborted || run !== page.run() || film !== page.film()) return;
    if (found) page.take(found, !film);
    if (found && !page.grows()) return;
    this.asking = setTimeout(() => this.askVisible(), page.film()?.about.busy ? SOON : LATER);
  }

  /** Send a request, or wait until the page is visible again. */
  askVisible() {
    if (!document.hidden) this.ask();
    else this.asking = setTimeout(() => this.askVisible(), SOON);
  }

  /**
   * @param {string} run
   * @param {{moments: number, lines: number}} [since] the known part
   * @returns {Promise<any>} null without an answer
   */
  async fetch(run, since = NOTHING) {
    try {
      const found = await this.engine.film(run, since, this.signal);
      if (this.lost) this.page.trouble("");
      this.lost = false;
      return found;
    } catch (error) {
      if (this.signal.aborted) return null;
      this.lost = true; // shown until an answer comes; a refused action's error stays
      this.page.trouble(String(error.message ?? error));
      return null;
    }
  }
}
