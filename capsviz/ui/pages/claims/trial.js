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
   *   trouble: (sentence: string) => void}} callbacks
   */
  constructor(rows, callbacks) {
    this.rows = rows;
    this.callbacks = callbacks;
    /** @type {{experiment: Experiment, context: Context} | null} the last request */
    this.request = null;
    /** The whole digit as the networks' input, once known. @type {Uint8Array | null} */
    this.image = null;
    /** @type {Uint8Array | null} */
    this.picture = null;
    this.requests = new LatestRequest(
      async (question) => ({ question, outcome: await question.experiment.run(question.context) }),
      (reply) => this.show(reply),
      callbacks.trouble,
      { each: true },
    );
  }

  close() {
    clearTimeout(this.timer);
  }

  /**
   * Run the experiment with the current drawing.
   * @param {Experiment} experiment
   * @param {Context | null} context null for an empty canvas
   */
  run(experiment, context) {
    clearTimeout(this.timer);
    if (experiment !== this.request?.experiment) this.rows.replace(experiment.heads);
    if (!context) {
      this.request = this.image = this.picture = null;
      this.rows.clear();
      this.paint();
      this.callbacks.age(false);
      return;
    }
    this.request = { experiment, context };
    this.updatePicture();
    this.callbacks.age(true);
    const ask = () => this.requests.ask(/** @type {object} */ (this.request));
    if (experiment.waitsForPen) this.timer = setTimeout(ask, PEN_PAUSE);
    else ask();
  }

  /** @param {{question: {experiment: Experiment, context: Context}, outcome: any}} reply */
  show({ question, outcome }) {
    // The reply is for an empty canvas or another claim.
    if (question.experiment !== this.request?.experiment) return;
    this.image = outcome.image ?? null;
    this.picture = outcome.picture;
    this.updatePicture();
    this.rows.show(outcome.rows);
    if (question === this.request) this.callbacks.age(false);
  }

  /** Show the picture at once if the manipulation needs no network. */
  updatePicture() {
    const { experiment, context } = this.request ?? {};
    if (experiment?.transform && this.image && context)
      this.picture = experiment.transform(this.image, context.view, context.dragged);
    this.paint();
  }

  paint() {
    this.callbacks.picture(this.picture ?? new Uint8Array(28 * 28));
  }
}
