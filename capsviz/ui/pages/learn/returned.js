/* A question that was answered wrongly two lessons before, asked once more. */

import { make, makeButton } from "../../browser/dom.js";
import { markupElement } from "./words.js";

/** @typedef {{here: any, from: string}} Returned the step, and its lesson in a text */

/**
 * @param {Returned} returned
 * @param {import("./words.js").Word} word
 * @param {(right: boolean) => void} answered
 */
export function returnedBox({ here, from }, word, answered) {
  const told = make("p", { className: "cv-reveal", aria: { role: "status" } });
  /** @type {HTMLButtonElement[]} */
  const buttons = here.answers.map((answer, n) => {
    const said = markupElement("span", answer);
    const button = makeButton("cv-framed cv-answer", `returned-${n}`, said, () => {
      const right = n === here.right;
      for (const other of buttons) other.disabled = right;
      button.classList.toggle("cv-answer-right", right);
      const judged = make("b", {}, word(right ? "right" : "wrong"));
      told.replaceChildren(judged, " ", markupElement("span", here.remarks[n]));
      answered(right);
    });
    return button;
  });
  return make(
    "div",
    { className: "cv-question cv-returned", data: { testid: "returned" } },
    make("p", { className: "cv-muted" }, word("returned", { lesson: from })),
    markupElement("p", here.question, { className: "cv-question-text" }),
    make("div", { className: "cv-answers", aria: { role: "group" } }, ...buttons),
    told,
  );
}
