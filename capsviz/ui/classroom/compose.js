/* Form for a typed question, its answers and the right one. */

import { make, onSubmit, setText } from "../browser/dom.js";
import { fillText } from "../browser/text.js";
import { button, sendButton } from "./elements.js";

const MIN_ANSWERS = 2;
const MAX_ANSWERS = 6;

export class QuestionForm {
  /**
   * @param {Record<string, string>} words
   * @param {(question: {name: string, text: string, answers: string[], right: number}) => string}
   *   ask returns an error if it cannot be asked now, else ""
   * @param {object} further
   * @param {(question: any) => string} further.keep adds the question to the lecturer's own
   *   sequence
   * @param {() => any} [further.drawing] returns a drawing to send with it, or null
   */
  constructor(words, ask, { keep, drawing = () => null }) {
    this.words = words;
    this.ask = ask;
    this.keep = keep;
    this.drawing = drawing;
    this.text = make("textarea", { rows: 2, maxLength: 600, data: { testid: "ask-text" } });
    this.answers = make("div", { className: "cv-class-answers" });
    this.trouble = make("p", { aria: { role: "alert" } });
    this.shows = make("input", { type: "checkbox", data: { testid: "ask-drawing" } });
    this.shown = make(
      "label",
      { className: "cv-class-mark cv-class-with", hidden: true },
      this.shows,
      words["with-drawing"],
    );
    this.more = button(words.more, () => this.addAnswer(), { testid: "ask-more" });
    this.node = make(
      "form",
      { className: "cv-class-ask" },
      make("label", { className: "cv-class-field" }, make("span", {}, words.question), this.text),
      this.answers,
      this.more,
      this.shown,
      this.trouble,
      make(
        "div",
        { className: "cv-row cv-class-tools" },
        sendButton(words.send, "ask-send", "cv-primary"),
        button(words.keep, () => this.send(this.keep), { testid: "ask-keep" }),
      ),
    );
    onSubmit(this.node, () => this.send(this.ask));
    // The page's drawing may have changed since the form was last used.
    this.node.addEventListener("focusin", () => this.offerDrawing());
    this.clear();
  }

  clear() {
    this.text.value = "";
    this.answers.replaceChildren();
    this.shows.checked = false;
    this.offerDrawing();
    this.showError("");
    while (this.answers.children.length < MIN_ANSWERS) this.addAnswer();
  }

  offerDrawing() {
    this.shown.hidden = !this.drawing();
  }

  /** @param {string} sentence an error, or "" for none */
  showError(sentence) {
    setText(this.trouble, sentence);
  }

  addAnswer() {
    const { words } = this;
    const n = this.answers.children.length;
    const element = (name) => ({ data: { testid: `ask-${name}-${n}` } });
    const field = make("input", { type: "text", maxLength: 200, ...element("answer") });
    const right = make("input", { type: "checkbox", ...element("right") });
    right.addEventListener("change", () => {
      for (const box of this.boxes) box.checked = box === right && right.checked;
    });
    const label = make("label", { className: "cv-class-field" });
    label.append(make("span", {}, fillText(words.answer, { number: n + 1 })), field);
    const mark = make("label", { className: "cv-class-mark" }, right, words.right);
    this.answers.append(make("div", { className: "cv-row cv-class-answer" }, label, mark));
    this.more.hidden = n + 1 >= MAX_ANSWERS;
  }

  /** @returns {HTMLInputElement[]} */
  get boxes() {
    return [...this.answers.querySelectorAll('input[type="checkbox"]')];
  }

  /** @param {(question: any) => string} act asks or stores it */
  send(act) {
    /** @type {HTMLInputElement[]} */
    const fields = [...this.answers.querySelectorAll('input[type="text"]')];
    const typed = fields.map((field, n) => ({ text: field.value.trim(), n }));
    const answers = typed.filter(({ text }) => text);
    const text = this.text.value.trim();
    if (!text || answers.length < MIN_ANSWERS) return this.showError(this.words.incomplete);
    const marked = this.boxes.findIndex((box) => box.checked);
    const right = answers.findIndex(({ n }) => n === marked);
    const name = `typed ${Date.now().toString(36)}`;
    const question = { name, text, answers: answers.map((answer) => answer.text), right };
    const drawing = this.shows.checked ? this.drawing() : null;
    const trouble = act({ ...question, ...(drawing ? { drawing } : {}) });
    if (trouble) return this.showError(trouble);
    this.clear();
    if (act === this.keep) this.showError(this.words.kept);
  }
}
