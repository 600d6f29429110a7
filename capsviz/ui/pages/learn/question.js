/* A guess before the right answer. In class mode, hands are counted first. */

import { isMeantPress, markOfAnswer } from "../../browser/class_question.js";
import { make, makeButton } from "../../browser/dom.js";
import { inClassMode, markupElement, prose } from "./words.js";

/** @param {import("./lesson_step.js").LessonStep} step */
export function questionBox(step) {
  const { questionName, answered, hands, classVote: shared, guess, looked, player } = step;
  const { content, word } = player;
  const open = answered === null;
  // If a later lesson has the right answer, only a lecturer sees it here.
  const later = Boolean(content.later && !open && answered >= 0 && !shared);
  const answers = content.answers.map((answer, n) => {
    const data = { ...markOfAnswer(questionName, shared?.round), testid: `answer-${n}` };
    const act = (event) => isMeantPress(event) && step.answer(n, shared);
    const label = markupElement("span", answer);
    const button = makeButton("cv-framed cv-answer", "", label, act, { data });
    const count = shared ? shared.counts?.[n] : inClassMode() && hands[n];
    const first = shared?.counts && shared.first[n]; // none if the class voted once
    if (count || first) {
      const votesText =
        first === undefined
          ? word("votes", { count })
          : word("votes-both", { first, second: count });
      button.append(make("span", { className: "cv-hands cv-muted" }, votesText));
    }
    const voted = shared?.voted === n;
    if (shared?.role === "student") button.setAttribute("aria-pressed", String(voted));
    button.disabled = !open;
    button.classList.toggle("cv-answer-right", !open && !later && looked && n === content.right);
    const selected = voted || (!open && n === answered);
    button.classList.toggle(later || !looked ? "cv-answer-kept" : "cv-answer-chosen", selected);
    return button;
  });
  const box = make(
    "div",
    { className: "cv-question", data: { testid: "question" } },
    markupElement("p", content.question, { className: "cv-question-text" }),
    make("div", { className: "cv-answers", aria: { role: "group" } }, ...answers),
  );
  if (guess) box.append(make("p", { className: "cv-muted" }, word("guessed", { guess })));
  if (later) box.append(laterNote(content, word));
  else if (!open && !looked)
    box.append(
      lookNote(word),
      makeButton("cv-button cv-primary", "looked", word("looked"), () => step.endGuess()),
    );
  else if (!open) box.append(buildAnswer(content, word, answered));
  else if (shared?.role === "student") box.append(voteNote(word, shared));
  else if (shared || inClassMode()) {
    box.append(
      shared
        ? answerNote(word, shared)
        : make("p", { className: "cv-small cv-muted" }, word("count")),
      makeButton("cv-button cv-primary", "reveal", word("reveal"), () => step.reveal(-1)),
    );
    if (shared) box.append(makeButton("cv-button", "again", word("vote-again"), shared.again));
  }
  return box;
}

/** A step's question without markup. @param {any} content of the step */
export function plainQuestion({ question, answers, right }) {
  const plain = (text) => (markupElement("span", text).textContent ?? "").trim();
  return { text: plain(question), answers: answers.map(plain), right };
}

/**
 * A question in the form for the live page that answers it.
 * @param {any} content of the step
 * @param {import("./words.js").Word} word
 * @param {{from: string, back: string, path: string}} source the lesson's title, its address, and the
 *   live page's
 * @returns {import("../../browser/lesson_card.js").LessonCard}
 */
export function questionCard(content, word, { from, back, path }) {
  const words = {
    guessed: word("card-guessed"),
    show: word("card-show"),
    right: word("right"),
    wrong: word("wrong"),
    back: word("card-back", { lesson: from }),
    close: word("card-close"),
  };
  const { text, answers, right } = plainQuestion(content);
  const reveal = markupElement("div", content.reveal).textContent?.trim() ?? "";
  return { path, from, question: text, answers, right, reveal, back, words };
}

function laterNote({ later, laterLabel }, word) {
  const label =
    later === "page" ? word("later-page") : word("later-lesson", { lesson: laterLabel });
  const attributes = { className: "cv-muted", data: { testid: "later" }, aria: { role: "status" } };
  return make("p", attributes, label);
}

/** Ask the learner to look at the figure before reading the answer. */
function lookNote(word) {
  return make("p", { data: { testid: "look" }, aria: { role: "status" } }, word("look"));
}

function voteNote(word, { voted, round }) {
  const prompt = round > 1 ? "class-again" : "class-vote";
  const label = word(voted === null ? prompt : "class-voted");
  return make("p", { className: "cv-small cv-muted", aria: { role: "status" } }, label);
}

function answerNote(word, { answered, of }) {
  const properties = { className: "cv-votes", data: { testid: "votes" }, aria: { role: "status" } };
  return make("p", properties, word("class-answered", { answered, count: of }));
}

function buildAnswer(content, word, answered) {
  const box = make("div", {
    className: "cv-reveal",
    data: { testid: "reveal-text" },
    aria: { role: "status" },
  });
  if (answered >= 0) {
    const label = word(answered === content.right ? "right" : "wrong");
    const remark = markupElement("span", content.remarks[answered]);
    box.append(make("p", {}, make("b", {}, label), " ", remark));
  }
  box.append(prose(content.reveal, "reveal-prose"));
  return box;
}
