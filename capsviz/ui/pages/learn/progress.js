/* A learner's progress, stored in the browser's local storage if it is available. */

import { readObject, writeObject } from "../../browser/storage.js";

const STORE = "capsviz.learn";

export class Progress {
  constructor() {
    const stored = readObject(() => localStorage, STORE) ?? {};
    this.lesson = typeof stored.lesson === "string" ? stored.lesson : "";
    this.step = Number.isInteger(stored.step) ? stored.step : 0;
    /** @type {Record<string, number[]>} */
    this.steps = typeof stored.done === "object" ? (stored.done ?? {}) : {};
    /**
     * Guesses that a later lesson compares with the right answer, by its name.
     * @type {Record<string, string>}
     */
    this.guesses = typeof stored.guesses === "object" ? (stored.guesses ?? {}) : {};
    /**
     * Steps whose question was answered wrongly, by lesson.
     * @type {Record<string, number[]>}
     */
    this.missed = typeof stored.missed === "object" ? (stored.missed ?? {}) : {};
    /** Stored answers of the quiz. @type {any} */
    this.quiz = stored.quiz ?? null;
  }

  /**
   * The steps of a lesson that are done.
   * @param {string} lesson
   */
  doneSteps(lesson) {
    const steps = this.steps[lesson];
    return new Set(Array.isArray(steps) ? steps : []);
  }

  /**
   * @param {string} lesson
   * @param {number} step
   */
  finish(lesson, step) {
    this.steps[lesson] = [...this.doneSteps(lesson).add(step)];
    this.write();
  }

  /** @param {string} lesson with the right answer @param {string} guess */
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
    const missed = this.missed[lesson];
    return Array.isArray(missed) ? missed.filter(Number.isInteger) : [];
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
    const stored = { lesson, step, done: steps, guesses, missed, quiz };
    writeObject(() => localStorage, STORE, stored);
  }
}
