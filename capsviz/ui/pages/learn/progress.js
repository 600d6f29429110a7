/* A learner's progress, kept in the browser's local storage if it is available. */

import { readObject, writeObject } from "../../browser/storage.js";

const STORE = "capsviz.learn";

export class Progress {
  constructor() {
    const kept = readObject(() => localStorage, STORE) ?? {};
    this.lesson = typeof kept.lesson === "string" ? kept.lesson : "";
    this.step = Number.isInteger(kept.step) ? kept.step : 0;
    /** @type {Record<string, number[]>} */
    this.steps = typeof kept.done === "object" ? (kept.done ?? {}) : {};
    /**
     * Guesses that a later lesson compares with the truth, by its name.
     * @type {Record<string, string>}
     */
    this.guesses = typeof kept.guesses === "object" ? (kept.guesses ?? {}) : {};
    /**
     * Steps whose question was answered wrongly, by lesson.
     * @type {Record<string, number[]>}
     */
    this.missed = typeof kept.missed === "object" ? (kept.missed ?? {}) : {};
    /** Stored answers of the quiz. @type {any} */
    this.quiz = kept.quiz ?? null;
  }

  /**
   * The steps of a lesson that are done.
   * @param {string} lesson
   */
  doneSteps(lesson) {
    const found = this.steps[lesson];
    return new Set(Array.isArray(found) ? found : []);
  }

  /**
   * @param {string} lesson
   * @param {number} step
   */
  finish(lesson, step) {
    this.steps[lesson] = [...this.doneSteps(lesson).add(step)];
    this.write();
  }

  /** @param {string} lesson that gives the truth @param {string} guess */
  guess(lesson, guess) {
    this.guesses[lesson] = guess;
    this.write();
  }

  /**
   * Note how a question was answered.
   * @param {string} lesson
   * @param {number} step
   * @param {boolean} right
   */
  note(lesson, step, right) {
    const others = this.missedSteps(lesson).filter((n) => n !== step);
    this.missed[lesson] = right ? others : [...others, step];
    this.write();
  }

  /** Steps whose question was last answered wrongly. @param {string} lesson */
  missedSteps(lesson) {
    const found = this.missed[lesson];
    return Array.isArray(found) ? found.filter(Number.isInteger) : [];
  }

  /** @param {import("./quiz.js").Answers} answers */
  answer(answers) {
    this.quiz = answers;
    this.write();
  }

  /**
   * @param {string} lesson
   * @param {number} step
   */
  visit(lesson, step) {
    Object.assign(this, { lesson, step });
    this.write();
  }

  write() {
    const { lesson, step, steps, guesses, missed, quiz } = this;
    const kept = { lesson, step, done: steps, guesses, missed, quiz };
    writeObject(() => localStorage, STORE, kept);
  }
}
