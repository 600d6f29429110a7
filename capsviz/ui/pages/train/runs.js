/* The existing runs and their owners. */

import { setText } from "../../browser/dom.js";
import { readObject, writeObject } from "../../browser/storage.js";
import { number, text } from "../../browser/text.js";

/** Storage key of this browser's secret, which proves that it started a run. */
const OWNER = "capsviz.train.owner";

/**
 * @typedef {{name: string, film: boolean, busy?: boolean, state?: string, size: number,
 *   owned?: boolean}} Run `busy` while it trains, waits for its turn or is paused
 *
 * @typedef {object} TrainPageData as `data.py` gives it
 * @property {any[]} table
 * @property {boolean} allowed whether this machine trains
 * @property {Run[]} runs
 * @property {string} asked run in the address
 * @property {import("./form.js").TrainChoices} choices
 */

/** A run's name, and whether it is a film or trains. @param {Run} run */
export function runTitle({ name, film, busy, state }) {
  if (film) return text("run-film", { run: name });
  return busy && state === "running" ? text("run-training", { run: name }) : name;
}

export class Runs {
  /** @param {{element: (name: string) => any, part: (name: string) => any}} find */
  constructor({ element, part }) {
    this.element = element;
    this.part = part;
    /** @type {Run[]} */
    this.all = [];
  }

  get owner() {
    return readObject(() => localStorage, OWNER)?.secret;
  }

  /** @param {string} secret */
  set owner(secret) {
    writeObject(() => localStorage, OWNER, { secret });
  }

  /** @param {string} name */
  find(name) {
    return this.all.find((run) => run.name === name);
  }

  /**
   * @param {Run[]} runs
   * @param {string} current
   * @param {string} against the run to compare with
   */
  show(runs, current, against) {
    this.all = runs;
    const option = (run) => new Option(runTitle(run), run.name);
    const none = new Option(text("run-none"), "");
    this.element("train-run").replaceChildren(...(runs.length ? runs.map(option) : [none]));
    this.element("train-against").replaceChildren(
      new Option(text("beside-nothing"), ""),
      ...runs.map(option),
    );
    this.element("train-run").value = current;
    this.element("train-against").value = against;
    const run = this.find(current);
    setText(
      this.part("size"),
      run ? text("run-size", { megabytes: number(run.size / 1e6, 1) }) : "",
    );
  }
}

/**
 * Write the shown run to an address that names one, so that a reload shows it again.
 */
export function writeRunToAddress(name) {
  const address = new URL(location.href);
  if (!name || (address.searchParams.get("run") ?? name) === name) return;
  address.searchParams.set("run", name);
  history.replaceState(history.state, "", address);
}
