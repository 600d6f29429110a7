/* The lecturer's questions: a lesson step's own, or a typed one. */

import { pageAsks, setTogether } from "../browser/class_question.js";
import { make, renderAfterPress } from "../browser/dom.js";
import { readState } from "../browser/state_sync.js";
import { fillText } from "../browser/text.js";
import { questionDrawing, resultRows } from "./bars.js";
import { ClosingSlide } from "./closing_slide.js";
import { QuestionForm } from "./compose.js";
import { button, openPanel, panel } from "./elements.js";
import { liesOverPage, quizAsks, quizPlace } from "./quiz.js";
import { addStop, MAX_STOPS } from "./sequence.js";

/**
 * @typedef {object} StaffQuestion as of `poll.py`
 * @property {string} name
 * @property {string} text
 * @property {string[]} answers
 * @property {boolean} revealed
 * @property {number} round
 * @property {{s: number[][], b: string | null}} [drawing]
 * @property {number[]} [counts] once revealed
 * @property {number} [right]
 * @property {number[]} [first]
 * @property {string} when
 * @property {string} before
 * @property {number[]} [earlier] once revealed
 */

export class LecturerQuestions {
  /**
   * @param {Record<string, string>} words
   * @param {import("./quiz.js").Question[]} quiz
   * @param {(message: any) => boolean} say
   */
  constructor(words, quiz, say) {
    this.words = words;
    this.quiz = quiz;
    this.say = say;
    /** The open question, as the server sends it. */
    this.question = null;
    this.votes = { answered: 0, of: 0 };
    /** The name of the page's own question, if it is the open one. */
    this.pageQuestion = "";
    this.open = button(words.ask, () => this.show(), { testid: "ask" });
    this.closing = new ClosingSlide(words, quiz);
    this.buildForm();
    this.body = make("div", { className: "cv-class-votes" });
    this.result = panel(words.asking, words.shut, this.body);
    this.nodes = [this.form, this.result, this.closing.panel];
  }

  close() {
    setTogether(null);
  }

  show() {
    const { question } = this;
    if (question && liesOverPage(question.name)) openPanel(this.result);
    else openPanel(this.form);
  }

  // --- asking

  buildForm() {
    const { words } = this;
    this.typing = new QuestionForm(words, (question) => this.askQuestion(question), {
      drawing: penDrawing,
      keep: (question) =>
        addStop(question.text, { ask: question })
          ? ""
          : fillText(words["own-full"], { most: MAX_STOPS }),
    });
    const begin = (when, text) =>
      button(text, () => this.askQuiz(when, 0), { testid: `quiz-${when}` });
    const quiz = make(
      "div",
      { className: "cv-row cv-class-tools" },
      make("span", {}, words.quiz),
      begin("start", words["at-start"]),
      begin("end", words["at-end"]),
      button(words.closing, () => this.showClosing(), { testid: "quiz-closing" }),
    );
    const heading = make("h2", {}, words.asking);
    this.form = panel(words.asking, words.shut, heading, this.typing.node, quiz);
  }

  /** @param {import("./quiz.js").When} when @param {number} index */
  askQuiz(when, index) {
    this.typing.showError(this.askQuestion(quizAsks(this.quiz, when, index, this.words)));
  }

  /**
   * @param {any} question with its name, as the server expects it
   * @returns {string} an error if the server is not reachable
   */
  askQuestion(question) {
    if (!this.say({ kind: "ask", ...question })) return this.words.lost;
    this.form.close();
    return "";
  }

  /**
   * Close the window over the page. The page's own question stays open.
   * @param {boolean} [closes] whether to end the question in that window
   */
  putAway(closes = true) {
    this.form.close();
    this.closing.panel.close();
    if (closes && this.question && liesOverPage(this.question.name)) this.say({ kind: "close" });
  }

  /** Slide at the end of a lecture: quiz results at the start and at the end. */
  showClosing() {
    this.putAway();
    this.closing.show();
  }

  // --- the page's questions

  /** Update the page's question, which may have changed or ended. */
  update() {
    const current = pageAsks();
    if (current?.open && current.name !== this.pageQuestion) {
      const { name, text, answers, right } = current;
      this.pageQuestion = name;
      this.say({ kind: "ask", name, text, answers, right });
    } else if (this.pageQuestion && current?.name !== this.pageQuestion) {
      if (this.question?.name === this.pageQuestion) this.say({ kind: "close" });
      this.pageQuestion = "";
    }
  }

  /** Send the question again to a server that may have restarted. */
  resend() {
    if (this.question) this.say({ kind: "ask", ...this.question });
    this.pageQuestion = this.question?.name === this.pageQuestion ? this.pageQuestion : "";
    this.update();
  }

  // --- messages from the server

  /** @param {any} message */
  receive(message) {
    if (message.kind === "votes") this.votes = message;
    else this.turn(message.question);
    this.showPageQuestion();
    renderAfterPress(this.body, () => this.showResult());
  }

  /**
   * Show another question, or a new state of the same one.
   * @param {StaffQuestion | null} question
   */
  turn(question) {
    const before = this.question;
    this.question = question;
    if (question) {
      // A new or newly revealed question opens over the page, also on a reloaded projector.
      const news = question.name !== before?.name || question.revealed !== before.revealed;
      this.opens = news && liesOverPage(question.name);
    } else if (before && liesOverPage(before.name)) {
      this.pageQuestion = ""; // the page's own question was below
      this.update();
    }
  }

  showPageQuestion() {
    const { question, votes, say } = this;
    if (!question) return setTogether(null);
    const { name, counts = null, first = [], round = 1 } = question;
    const { answered, of } = votes;
    const reveal = () => say({ kind: "reveal" });
    const again = () => say({ kind: "again" });
    const role = /** @type {const} */ ("lecturer");
    const state = { name, role, voted: null, answered, of, counts, first, round };
    setTogether({ ...state, vote: () => {}, reveal, again });
  }

  /** Show a typed question with its votes. The page shows its own question itself. */
  showResult() {
    const { question, votes, words, body } = this;
    if (!question || !liesOverPage(question.name)) {
      body.replaceChildren();
      this.result.close();
      return;
    }
    const isSecond = question.round > 1 && !question.revealed;
    const counts = { answered: votes.answered, count: votes.of };
    const sentence = isSecond ? fillText(words.second, counts) : fillText(words.answered, counts);
    const focused = body.contains(document.activeElement);
    const [act, ...rest] = this.acts();
    body.replaceChildren(
      ...this.positionLine(),
      make("h2", {}, question.text),
      ...questionDrawing(question, words),
      make(
        "p",
        { className: "cv-votes", data: { testid: "votes" }, aria: { role: "status" } },
        sentence,
      ),
      resultRows(question, words),
      make("div", { className: "cv-row cv-class-tools" }, act, ...rest),
    );
    if (this.opens) openPanel(this.result);
    this.opens = false;
    if (focused) act.focus();
  }

  /** Position in the quiz, as a line above the question. */
  positionLine() {
    const { question, quiz, words } = this;
    const position = quizPlace(question.name);
    if (!position) return [];
    const args = { number: position.index + 1, count: quiz.length, when: question.when };
    const line = fillText(words["quiz-at"], args);
    return [make("p", { className: "cv-muted", data: { testid: "quiz-at" } }, line)];
  }

  /** Buttons of the question, most likely first. @returns {HTMLElement[]} */
  acts() {
    const { question, quiz, words } = this;
    const position = quizPlace(question.name);
    const finish = button(words.finish, () => this.say({ kind: "close" }), { testid: "ask-close" });
    const options = { testid: "reveal", primary: true };
    const reveal = button(words.reveal, () => this.say({ kind: "reveal" }), options);
    const again = button(words.again, () => this.say({ kind: "again" }), { testid: "ask-again" });
    if (!position) return question.revealed ? [finish] : [reveal, again];
    // Nothing is revealed at the start: the same questions are asked again at the end.
    if (position.when === "end" && !question.revealed) return [reveal, finish];
    if (position.index + 1 < quiz.length) {
      const next = () => this.askQuiz(position.when, position.index + 1);
      return [button(words["quiz-next"], next, { testid: "quiz-next", primary: true }), finish];
    }
    if (position.when === "start") return [finish];
    const last = { testid: "quiz-closing-now", primary: true };
    return [button(words.closing, () => this.showClosing(), last), finish];
  }
}

/** The drawing of this tab if it consists of pen strokes only, else null. */
function penDrawing() {
  const drawing = readState("drawing")?.value;
  return drawing?.s?.length && !drawing.b ? drawing : null;
}
