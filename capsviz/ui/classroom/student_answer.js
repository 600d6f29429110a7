/* A student's answer, given on the page that asks or on a sheet above the bar. */

import { isMeantPress, markOfAnswer, pageAsks, setTogether } from "../browser/class_question.js";
import { make, makeButton, renderAfterPress } from "../browser/dom.js";
import { subscribeAll } from "../browser/state_sync.js";
import { fillText } from "../browser/text.js";
import { questionDrawing, resultRows } from "./bars.js";
import { sheet, unfold } from "./elements.js";

/**
 * @typedef {object} VisitorQuestion as `poll.py` gives it
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
     * The last answer, sent again to a server that has restarted or was not reachable; `delivered`
     * while nothing speaks against its arrival.
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

  /** Send the last answer again, if the question is still open and has another or none. */
  repeat() {
    const { question, lastAnswer } = this;
    const isCurrent = lastAnswer.name === question?.name && lastAnswer.round === question.round;
    if (!isCurrent || question.revealed) return;
    if (question.voted === lastAnswer.answer) lastAnswer.delivered = true;
    else this.vote(question, lastAnswer.answer);
  }

  /** The connection is lost: whether the last answer arrived is unknown. */
  doubt() {
    this.lastAnswer.delivered = false;
  }

  /**
   * @param {{name: string, round: number}} question that was answered: the server counts no vote
   *   for another one
   * @param {number} answer
   */
  vote({ name, round }, answer) {
    const delivered = this.say({ kind: "vote", name, round, answer });
    this.lastAnswer = { name, round, answer, delivered };
  }

  /** Whether the page itself does not show the question. */
  get liesOver() {
    return Boolean(this.question) && pageAsks()?.name !== this.question.name;
  }

  /** The page may have come to the question, or left it. */
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
