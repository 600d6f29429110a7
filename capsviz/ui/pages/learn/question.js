/* A guess before the truth; in class mode hands are counted first. */

import { make } from "../../browser/dom.js";
import { inClassMode, marked, pressed, prose } from "./words.js";

/**
 * @param {any} here the step
 * @param {import("./words.js").Word} word
 * @param {import("./step.js").Now} now
 * @param {import("./step.js").Ways} ways
 */
export function questionBox(here, word, { answered, hands }, ways) {
  const open = answered === null;
  const answers = here.answers.map((answer, n) => {
    const button = pressed("cv-answer", `answer-${n}`, "", () => ways.answer(n));
    button.append(marked("span", answer));
    if (inClassMode() && hands[n]) {
      button.append(make("span", { className: "cv-hands" }, word("votes", hands[n])));
    }
    button.disabled = !open;
    button.classList.toggle("cv-answer-right", !open && n === here.right);
    button.classList.toggle("cv-answer-chosen", !open && n === answered);
    return button;
  });
  const box = make(
    "div",
    { className: "cv-question", data: { testid: "question" } },
    marked("p", here.question, { className: "cv-question-text" }),
    make("div", { className: "cv-answers", aria: { role: "group" } }, ...answers),
  );
  if (!open) box.append(revealed(here, word, answered));
  else if (inClassMode()) {
    box.append(
      make("p", { className: "cv-small cv-muted" }, word("count")),
      pressed("cv-button cv-primary", "reveal", word("reveal"), ways.reveal),
    );
  }
  return box;
}

function revealed(here, word, answered) {
  const box = make("div", {
    className: "cv-reveal",
    data: { testid: "reveal-text" },
    aria: { role: "status" },
  });
  if (answered >= 0) {
    const said = word(answered === here.right ? "right" : "wrong");
    box.append(make("p", {}, make("b", {}, said)));
  }
  box.append(prose(here.reveal, "reveal-prose"));
  return box;
}
