/* A student's "I am lost" and anonymous questions, which only the presenter sees. */

import { make, onSubmit, setText } from "../browser/dom.js";
import { button, sendButton, sheet, unfold } from "./elements.js";

export class StudentQuestions {
  /** @param {Record<string, string>} words @param {(message: any) => boolean} say */
  constructor(words, say) {
    this.words = words;
    this.say = say;
    this.lost = false;
    this.open = button(words["lost-open"], () => this.toggle(), { testid: "wonder" });
    this.open.setAttribute("aria-expanded", "false");
    this.lostButton = button(words["am-lost"], () => this.mark(!this.lost), { testid: "am-lost" });
    this.text = make("textarea", {
      rows: 2,
      maxLength: 300,
      data: { testid: "wonder-text" },
      aria: { "aria-label": words.wonder },
      placeholder: words.wonder,
    });
    this.note = make("p", { className: "cv-muted", aria: { role: "status" } }, words.nameless);
    const send = sendButton(words["wonder-send"], "wonder-send");
    const form = make("form", { className: "cv-class-field" }, this.text, send);
    onSubmit(form, () => this.send());
    this.sheet = sheet("cv-class-wonders", words["lost-open"], this.lostButton, form, this.note);
    this.show();
  }

  toggle() {
    const open = Boolean(this.sheet.hidden);
    setText(this.note, this.words.nameless);
    unfold(this.sheet, open);
    this.open.setAttribute("aria-expanded", String(open));
    if (open) this.lostButton.focus();
  }

  /** @param {boolean} on */
  mark(on) {
    this.lost = on;
    this.say({ kind: "lost", on });
    this.show();
  }

  show() {
    this.lostButton.setAttribute("aria-pressed", String(this.lost));
    this.open.setAttribute("aria-pressed", String(this.lost));
  }

  send() {
    const text = this.text.value.trim();
    if (text && !this.say({ kind: "wonder", text })) setText(this.note, this.words.lost);
  }

  /** The presenter has received the question. */
  onArrival() {
    this.text.value = "";
    setText(this.note, this.words.wondered);
  }

  /**
   * An error from the server.
   * @param {string} sentence
   * @returns {boolean} whether it is shown here
   */
  trouble(sentence) {
    if (this.sheet.hidden) return false;
    setText(this.note, sentence);
    return true;
  }

  /** A restarted server does not know it. */
  resend() {
    if (this.lost) this.say({ kind: "lost", on: true });
  }

  /** The session is over. */
  end() {
    this.lost = false;
    unfold(this.sheet, false);
    this.open.hidden = true;
  }
}
