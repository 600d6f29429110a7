/*
 * The quiz for a learner alone: the same questions before and after the lessons. Answers stay on
 * this device.
 */

import { make, makeButton } from "../../browser/dom.js";

/**
 * @typedef {{lesson: string, text: string, answers: string[], right: number}} Question
 * @typedef {{start: (number | null)[], end: (number | null)[]}} Answers `start` is kept once it is
 *   full, and `end` after it
 */

/** Validate stored answers. @param {any} kept @param {Question[]} quiz @returns {Answers} */
export function readAnswers(kept, quiz) {
  const read = (list) => quiz.map(({ answers }, n) => (answers[list?.[n]] ? list[n] : null));
  return { start: read(kept?.start), end: read(kept?.end) };
}

/** @param {(number | null)[]} answers */
export const isWhole = (answers) => answers.every((answer) => answer !== null);

/** Number of right answers. @param {(number | null)[]} answers @param {Question[]} quiz */
export function countRight(answers, quiz) {
  return answers.filter((answer, n) => answer === quiz[n].right).length;
}

/**
 * @param {Question[]} quiz
 * @param {Answers} answers
 * @param {import("./words.js").Word} word
 * @param {{keep: (answers: Answers) => void, go: (lesson: string) => void,
 *   title: (lesson: string) => string}} acts `keep` keeps them and shows the quiz anew
 * @returns {HTMLElement[]}
 */
export function quizNodes(quiz, answers, word, { keep, go, title }) {
  const again = isWhole(answers.start);
  const told = again && isWhole(answers.end);
  const given = again ? answers.end : [...answers.start];
  const name = told ? "quiz-change" : again ? "quiz-end" : "quiz-start";
  const [before, after] = [answers.start, answers.end].map((each) => countRight(each, quiz));
  const shown = word(name, before, after, quiz.length);
  const heading = make("h2", { className: "cv-step-title", tabIndex: -1 }, shown);
  heading.dataset.testid = "quiz-title";
  const asks = told ? "" : word(again ? "quiz-after" : "quiz-before", quiz.length);
  const questions = quiz.map(({ text, answers: offered, right, lesson }, n) => {
    const choose = (k) => {
      given[n] = k;
      for (const [at, each] of buttons.entries()) {
        each.setAttribute("aria-pressed", String(at === k));
      }
      done.disabled = !isWhole(given);
    };
    const buttons = offered.map((answer, k) => {
      const button = makeButton("cv-answer", `quiz-${n}-${k}`, [make("span", {}, answer)], () =>
        choose(k),
      );
      button.disabled = told;
      button.setAttribute("aria-pressed", String(given[n] === k));
      button.classList.toggle("cv-answer-right", told && k === right);
      button.classList.toggle("cv-answer-chosen", told && given[n] === k);
      return button;
    });
    const to = makeButton("cv-link", `quiz-to-${n}`, title(lesson), () => go(lesson));
    const answersBox = make(
      "div",
      { className: "cv-answers", aria: { role: "group" } },
      ...buttons,
    );
    const asked = make("p", { className: "cv-question-text" }, `${n + 1}. ${text}`);
    return make("section", { className: "cv-quiz" }, asked, answersBox, ...(told ? [to] : []));
  });
  const finish = () => keep(again ? { ...answers, end: given } : { ...answers, start: given });
  const done = makeButton("cv-button cv-primary", "quiz-done", word("quiz-done"), finish);
  done.disabled = !isWhole(given);
  const none = () => quiz.map(() => null);
  const anew = () => keep({ start: none(), end: none() });
  const foot = told ? makeButton("cv-button", "quiz-anew", word("quiz-anew"), anew) : done;
  return [heading, make("p", {}, asks), ...questions, foot];
}
