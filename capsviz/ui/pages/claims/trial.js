/* What is tried by hand: the open claim's experiment, with the visitor's digit as it stands. */

import { LatestRequest } from "../../browser/engine/latest_request.js";

/** An experiment that waits for the pen is done after this pause, in ms. */
const RESTED = 250;

/**
 * @typedef {import("./experiments/experiment.js").Experiment} Experiment
 * @typedef {import("./experiments/experiment.js").Context} Context
 */

export class Trial {
  /**
   * @param {import("./rows.js").Rows} rows
   * @param {{picture: (picture: Uint8Array) => void, age: (late: boolean) => void,
   *   trouble: (sentence: string) => void}} shows
   */
  constructor(rows, shows) {
    this.rows = rows;
    this.shows = shows;
    /** @type {{experiment: Experiment, context: Context} | null} what was asked last */
    this.asked = null;
    /** The whole digit as the networks see it, where that is known. @type {Uint8Array | null} */
    this.image = null;
    /** @type {Uint8Array | null} */
    this.picture = null;
    this.requests = new LatestRequest(
      async (question) => ({ question, outcome: await question.experiment.run(question.context) }),
      (reply) => this.show(reply),
      shows.trouble,
      { each: true },
    );
  }

  close() {
    clearTimeout(this.resting);
  }

  /**
   * Do it with what there is now.
   * @param {Experiment} experiment
   * @param {Context | null} context null of empty paper
   */
  run(experiment, context) {
    clearTimeout(this.resting);
    if (experiment !== this.asked?.experiment) this.rows.replace(experiment.heads);
    if (!context) {
      this.asked = this.image = this.picture = null;
      this.rows.clear();
      this.shows.age(false);
      return;
    }
    this.asked = { experiment, context };
    this.lay();
    this.shows.age(true);
    const ask = () => this.requests.ask(/** @type {object} */ (this.asked));
    if (experiment.rests) this.resting = setTimeout(ask, RESTED);
    else ask();
  }

  /** @param {{question: {experiment: Experiment, context: Context}, outcome: any}} reply */
  show({ question, outcome }) {
    // Of empty paper, or of another claim by now.
    if (question.experiment !== this.asked?.experiment) return;
    this.image = outcome.image ?? null;
    this.picture = outcome.picture;
    this.lay();
    this.rows.show(outcome.rows);
    if (question === this.asked) this.shows.age(false);
  }

  /** The picture at once, where what is done to it needs no network. */
  lay() {
    const { experiment, context } = this.asked ?? {};
    if (experiment?.lay && this.image && context)
      this.picture = experiment.lay(this.image, context.view, context.held);
    this.paint();
  }

  paint() {
    this.shows.picture(this.picture ?? new Uint8Array(28 * 28));
  }
}
