/* A student's answer, on the page with the question or on a sheet above the bar. */

import { isMeantPress, markOfAnswer, pageAsks, setTogether } from "../browser/class_question.js";
import { make, makeButton, renderAfterPress } from "../browser/dom.js";
import { subscribeAll } from "../browser/state_sync.js";
import { fillText } from "../browser/text.js";
import { questionDrawing, resultRows } from "./bars.js";
import { sheet, unfold } from "./elements.js";

/**
 * @typedef {object} VisitorQuestion as of `poll.py`
 * @property {string} name
 * @property {string} text
 * @property {string[]} answers
 * @property {boolean} revealed
 * @property {number} round
 * @property {{s: number[][], b: string | null}} [drawing]
 * @property {number[]} [counts] once revealed
 * @property {number} [right] once revealed
 * @property {number[]} [first] once revealed
 * @property {number | null} voted this visitor's vote
 */

export class Answering {
  /**
   * @param {Record<string, string>} words
   * @param {(message: any) => boolean} say
   */
  constructor(words, say) {
    this.words = words;
    this.say = say;
    this.question = null;
    /**
     * The last answer, repeated for a server that has restarted or was unreachable; `delivered` if
     * it has probably arrived.
     */
    this.lastAnswer = { name: "", round: 1, answer: -1, delivered: true };
    this.end = subscribeAll(() => this.update());
    this.sheet = sheet("", words.question);
    this.sheet.setAttribute("aria-live", "polite");
  }

  close() {
    this.end();
    setTogether(null);
  }

  /** @param {VisitorQuestion | null} question */
  receive(question) {
    this.question = question;
    if (question?.voted === null || !this.lastAnswer.delivered) this.repeat();
    if (question) {
      const { name, voted, round, counts = null, first = [] } = question;
      const role = /** @type {const} */ ("student");
      const vote = (n) => this.vote(question, n);
      const state = { name, role, voted, answered: 0, of: 0, round, counts, first };
      setTogether({ ...state, vote, reveal: () => {}, again: () => {} });
    } else setTogether(null);
    this.show();
  }

  /** Repeat the last answer if the question is still open and the server has another or none. */
  repeat() {
    const { question, lastAnswer } = this;
    const isCurrent = lastAnswer.name === question?.name && lastAnswer.round === question.round;
    if (!isCurrent || question.revealed) return;
    if (question.voted === lastAnswer.answer) lastAnswer.delivered = true;
    else this.vote(question, lastAnswer.answer);
  }

  /** Mark the last answer as possibly lost, after a lost connection. */
  doubt() {
    this.lastAnswer.delivered = false;
  }

  /**
   * @param {{name: string, round: number}} question answered question: the server ignores votes for
   *   another one
   * @param {number} answer
   */
  vote({ name, round }, answer) {
    const delivered = this.say({ kind: "vote", name, round, answer });
    this.lastAnswer = { name, round, answer, delivered };
  }

  /** Whether the question is not on the page itself. */
  get liesOver() {
    return Boolean(this.question) && pageAsks()?.name !== this.question.name;
  }

  /** Update after the page has opened or left the question. */
  update() {
    if (this.liesOver === this.sheet.hidden) this.show();
  }

  show() {
    renderAfterPress(this.sheet, () => this.render());
  }

  render() {
    const { question, words, sheet } = this;
    unfold(sheet, this.liesOver);
    if (sheet.hidden) return sheet.replaceChildren();
    const { text, answers, voted, revealed, round } = question;
    const heading = [make("h2", {}, text), ...questionDrawing(question, words)];
    if (revealed) {
      const ownAnswer = voted === null ? "" : fillText(words.own, { answer: answers[voted] });
      sheet.replaceChildren(...heading, resultRows(question, words), make("p", {}, ownAnswer));
      return;
    }
    const focused = /** @type {HTMLElement} */ (document.activeElement)?.dataset.testid;
    const hadFocus = sheet.contains(document.activeElement);
    const buttons = answers.map((answer, n) => {
      const aria = { "aria-pressed": String(voted === n) };
      const data = { ...markOfAnswer(question.name, round), testid: `answer-${n}` };
      const vote = (event) => isMeantPress(event) && this.vote(question, n);
      return makeButton("cv-button cv-class-choice", "", answer, vote, { aria, data });
    });
    const prompt = round > 1 ? words["vote-again"] : words.vote;
    const note = make("p", { className: "cv-muted" }, voted === null ? prompt : words.voted);
    sheet.replaceChildren(...heading, ...buttons, note);
    if (hadFocus) buttons.find((item) => item.dataset.testid === focused)?.focus();
  }
}
