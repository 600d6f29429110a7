/* What is new of the run that is shown: asked for twice a second while it trains. */

/** Milliseconds between two questions: while it trains, and else. */
const SOON = 500;
const LATER = 3000;
const NOTHING = { moments: -1, lines: -1 };

export class FilmFeed {
  /**
   * @param {import("../../browser/engine/engine.js").Engine} engine
   * @param {AbortSignal} signal ends it
   * @param {object} page
   * @param {() => string} page.run the one that is shown
   * @param {() => import("./film.js").Film | null} page.film what is known of it
   * @param {() => boolean} page.grows whether more of it may come
   * @param {(found: any, first: boolean) => void} page.take
   * @param {(sentence: string) => void} page.trouble none when an answer comes again
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
    // Of another run, or of before a rewind: what is asked for since comes by itself.
    if (this.signal.aborted || run !== page.run() || film !== page.film()) return;
    if (found) page.take(found, !film);
    if (found && !page.grows()) return;
    this.asking = setTimeout(() => this.askVisible(), page.film()?.about.busy ? SOON : LATER);
  }

  /** Ask, or wait for somebody to look at the page again. */
  askVisible() {
    if (!document.hidden) this.ask();
    else this.asking = setTimeout(() => this.askVisible(), SOON);
  }

  /**
   * @param {string} run
   * @param {{moments: number, lines: number}} [since] what is known
   * @returns {Promise<any>} null where there is no answer
   */
  async fetch(run, since = NOTHING) {
    try {
      const found = await this.engine.film(run, since, this.signal);
      if (this.lost) this.page.trouble("");
      this.lost = false;
      return found;
    } catch (error) {
      if (this.signal.aborted) return null;
      this.lost = true; // and is told of until an answer comes; what an act was refused for stays
      this.page.trouble(String(error.message ?? error));
      return null;
    }
  }
}
