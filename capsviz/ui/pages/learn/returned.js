/* A question that was answered wrongly two lessons before, asked again. */

import { make, makeButton } from "../../browser/dom.js";
import { markupElement } from "./words.js";

/** @typedef {{content: any, from: string}} Returned of the step, and the title of its lesson */

/**
 * @param {Returned} returned
 * @param {import("./words.js").Word} word
 * @param {(right: boolean) => void} onAnswer
 */
export function returnedBox({ content, from }, word, onAnswer) {
  const feedback = make("p", { className: "cv-reveal", aria: { role: "status" } });
  /** @type {HTMLButtonElement[]} */
  const buttons = content.answers.map((answer, n) => {
    const label = markupElement("span", answer);
    const button = makeButton("cv-framed cv-answer", `returned-${n}`, label, () => {
      const right = n === content.right;
      for (const other of buttons) other.disabled = right;
      button.classList.toggle("cv-answer-right", right);
      const verdict = make("b", {}, word(right ? "right" : "wrong"));
      feedback.replaceChildren(verdict, " ", markupElement("span", content.remarks[n]));
      onAnswer(right);
    });
    return button;
  });
  return make(
    "div",
    { className: "cv-question cv-returned", data: { testid: "returned" } },
    make("p", { className: "cv-muted" }, word("returned", { lesson: from })),
    markupElement("p", content.question, { className: "cv-question-text" }),
    make("div", { className: "cv-answers", aria: { role: "group" } }, ...buttons),
    feedback,
  );
}
