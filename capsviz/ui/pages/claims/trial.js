/* Runs the open claim's experiment on the visitor's digit. */

import { LatestRequest } from "../../browser/engine/latest_request.js";

/** Pause in ms after which an experiment that waits for the pen runs. */
const PEN_PAUSE = 250;

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
    /** @type {{experiment: Experiment, context: Context} | null} the last request */
    this.asked = null;
    /** The whole digit as the networks' input, once known. @type {Uint8Array | null} */
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
   * Run the experiment with the present drawing.
   * @param {Experiment} experiment
   * @param {Context | null} context null for an empty canvas
   */
  run(experiment, context) {
    clearTimeout(this.resting);
    if (experiment !== this.asked?.experiment) this.rows.replace(experiment.heads);
    if (!context) {
      this.asked = this.image = this.picture = null;
      this.rows.clear();
      this.paint();
      this.shows.age(false);
      return;
    }
    this.asked = { experiment, context };
    this.lay();
    this.shows.age(true);
    const ask = () => this.requests.ask(/** @type {object} */ (this.asked));
    if (experiment.rests) this.resting = setTimeout(ask, PEN_PAUSE);
    else ask();
  }

  /** @param {{question: {experiment: Experiment, context: Context}, outcome: any}} reply */
  show({ question, outcome }) {
    // The answer is for an empty canvas, or for another claim.
    if (question.experiment !== this.asked?.experiment) return;
    this.image = outcome.image ?? null;
    this.picture = outcome.picture;
    this.lay();
    this.rows.show(outcome.rows);
    if (question === this.asked) this.shows.age(false);
  }

  /** Show the picture at once if the manipulation needs no network. */
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
