/* The lecturer asks: a question of a lesson's step by itself, or one that is typed. */

import { make, setText } from "../browser/dom.js";
import { pageAsks, setTogether } from "../browser/together.js";
import { resultRows } from "./bars.js";
import { button, fillText, openPanel, panel } from "./parts.js";
import { quizAsks, quizPlace } from "./quiz.js";

const FEWEST = 2;
const MOST = 6;

export class Asking {
  /**
   * @param {Record<string, string>} words
   * @param {import("./quiz.js").Question[]} quiz
   * @param {(message: any) => boolean} say
   */
  constructor(words, quiz, say) {
    this.words = words;
    this.quiz = quiz;
    this.say = say;
    /** What is asked, as the server tells it. */
    this.question = null;
    this.votes = { answered: 0, of: 0 };
    /** The name of the page's question that is being asked. */
    this.pages = "";
    this.open = button(words.ask, () => this.show(), { testid: "ask" });
    this.buildForm();
    this.body = make("div", { className: "cv-class-votes" });
    this.result = panel(words.asking, words.shut, this.body);
    this.nodes = [this.form, this.result];
  }

  close() {
    setTogether(null);
  }

  show() {
    const { question } = this;
    if (question && question.name !== this.pages) openPanel(this.result);
    else openPanel(this.form);
  }

  // --- typing a question

  buildForm() {
    const { words } = this;
    this.text = make("textarea", { rows: 2, maxLength: 600, data: { testid: "ask-text" } });
    this.answers = make("div", { className: "cv-class-answers" });
    this.trouble = make("p", { aria: { role: "alert" } });
    const more = button(words.more, () => this.addAnswer(), { testid: "ask-more" });
    this.more = more;
    const form = make(
      "form",
      { className: "cv-class-ask" },
      make("h2", {}, words.asking),
      make("label", { className: "cv-class-field" }, make("span", {}, words.question), this.text),
      this.answers,
      more,
      this.trouble,
      make(
        "button",
        { type: "submit", className: "cv-button cv-primary", data: { testid: "ask-send" } },
        words.send,
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask();
    });
    const begin = (when, text) =>
      button(text, () => this.askQuiz(when, 0), { testid: `quiz-${when}` });
    const quiz = make(
      "div",
      { className: "cv-class-tools" },
      make("span", {}, words.quiz),
      begin("start", words["at-start"]),
      begin("end", words["at-end"]),
    );
    this.form = panel(words.asking, words.shut, form, quiz);
    this.clearForm();
  }

  clearForm() {
    this.text.value = "";
    this.answers.replaceChildren();
    setText(this.trouble, "");
    while (this.answers.children.length < FEWEST) this.addAnswer();
  }

  addAnswer() {
    const { words } = this;
    const n = this.answers.children.length;
    const element = (name) => ({ data: { testid: `ask-${name}-${n}` } });
    const field = make("input", { type: "text", maxLength: 200, ...element("answer") });
    const right = make("input", { type: "checkbox", ...element("right") });
    right.addEventListener("change", () => {
      for (const other of this.boxes) other.checked = other === right && right.checked;
    });
    const label = make("label", { className: "cv-class-field" });
    label.append(make("span", {}, fillText(words.answer, n + 1)), field);
    const mark = make("label", { className: "cv-class-mark" }, right, words.right);
    this.answers.append(make("div", { className: "cv-class-answer" }, label, mark));
    this.more.hidden = n + 1 >= MOST;
  }

  /** @returns {HTMLInputElement[]} */
  get boxes() {
    return [...this.answers.querySelectorAll('input[type="checkbox"]')];
  }

  ask() {
    /** @type {HTMLInputElement[]} */
    const fields = [...this.answers.querySelectorAll('input[type="text"]')];
    const typed = fields.map((field, n) => ({ text: field.value.trim(), n }));
    const answers = typed.filter(({ text }) => text);
    const text = this.text.value.trim();
    if (!text || answers.length < FEWEST) return setText(this.trouble, this.words.incomplete);
    const marked = this.boxes.findIndex((box) => box.checked);
    const right = answers.findIndex(({ n }) => n === marked);
    const name = `typed ${Date.now().toString(36)}`;
    const told = { name, text, answers: answers.map((answer) => answer.text), right };
    if (!this.say({ kind: "ask", ...told })) return setText(this.trouble, this.words.lost);
    this.clearForm();
    this.form.close();
    this.wanted = name;
  }

  /** @param {import("./quiz.js").When} when @param {number} at */
  askQuiz(when, at) {
    this.askThis(quizAsks(this.quiz, when, at, this.words));
  }

  /** @param {any} asked with its name, as the server takes it */
  askThis(asked) {
    if (!this.say({ kind: "ask", ...asked })) return setText(this.trouble, this.words.lost);
    this.form.close();
    this.wanted = asked.name;
  }

  /** Nothing lies over the page any more; the page's own question stays. */
  putAway() {
    this.form.close();
    if (this.question && this.question.name !== this.pages) this.say({ kind: "close" });
  }

  // --- what the page asks

  /** The page may have another question now, or none. */
  look() {
    const found = pageAsks();
    if (found?.open && found.name !== this.pages) {
      const { name, text, answers, right } = found;
      this.pages = name;
      this.say({ kind: "ask", name, text, answers, right });
    } else if (this.pages && found?.name !== this.pages) {
      if (this.question?.name === this.pages) this.say({ kind: "close" });
      this.pages = "";
    }
  }

  /** Tell a server that may have been started anew. */
  tellAgain() {
    if (this.question) this.say({ kind: "ask", ...this.question });
    this.pages = this.question?.name === this.pages ? this.pages : "";
    this.look();
  }

  // --- what the server says

  /** @param {any} message */
  hear(message) {
    if (message.kind === "votes") this.votes = message;
    else this.question = message.question;
    this.tellPage();
    this.showResult();
  }

  tellPage() {
    const { question, votes, say } = this;
    if (!question) return setTogether(null);
    const { name, counts = null } = question;
    const { answered, of } = votes;
    const reveal = () => say({ kind: "reveal" });
    const role = /** @type {const} */ ("lecturer");
    setTogether({ name, role, voted: null, answered, of, counts, vote: () => {}, reveal });
  }

  /** A typed question with its votes; one of a page stands on the page. */
  showResult() {
    const { question, votes, words, body } = this;
    if (!question || question.name === this.pages) {
      body.replaceChildren();
      this.result.close();
      return;
    }
    const said = fillText(words.answered, votes.answered, votes.of);
    const focused = body.contains(document.activeElement);
    const [act, ...others] = this.acts();
    body.replaceChildren(
      ...this.whichOne(),
      make("h2", {}, question.text),
      make(
        "p",
        { className: "cv-votes", data: { testid: "votes" }, aria: { role: "status" } },
        said,
      ),
      resultRows(question, words),
      make("div", { className: "cv-class-tools" }, act, ...others),
    );
    if (this.wanted === question.name) openPanel(this.result);
    this.wanted = "";
    if (focused) act.focus();
  }

  /** Where in the quiz, as a line above the question. */
  whichOne() {
    const { question, quiz, words } = this;
    const place = quizPlace(question.name);
    if (!place) return [];
    const said = fillText(words["quiz-at"], place.at + 1, quiz.length, question.when);
    return [make("p", { className: "cv-muted", data: { testid: "quiz-at" } }, said)];
  }

  /** What can be done with the question, the next thing first. @returns {HTMLElement[]} */
  acts() {
    const { question, quiz, words } = this;
    const place = quizPlace(question.name);
    const close = button(words.finish, () => this.say({ kind: "close" }), { testid: "ask-close" });
    const how = { testid: "reveal", primary: true };
    const reveal = button(words.reveal, () => this.say({ kind: "reveal" }), how);
    if (!place) return [question.revealed ? close : reveal];
    // At the start nothing is revealed: the same is asked again.
    if (place.when === "end" && !question.revealed) return [reveal, close];
    if (place.at + 1 >= quiz.length) return [close];
    const next = () => this.askQuiz(place.when, place.at + 1);
    return [button(words["quiz-next"], next, { testid: "quiz-next", primary: true }), close];
  }
}
