/*
 * The quiz for a learner alone: the same questions before and after the lessons. Answers stay on
 * this device.
 */

import { make, makeButton, pressOnly } from "../../browser/dom.js";
import { saveTable } from "../../browser/export.js";

/**
 * @typedef {{concept: string, lesson: string, text: string, answers: string[], right: number,
 *   remarks: string[]}} Question
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
 * Answers as a table: the first row names the columns.
 * @param {Question[]} quiz
 * @param {Answers} answers
 * @param {string[]} head
 */
export function answerRows(quiz, { start, end }, head) {
  const rows = quiz.map(({ concept, text, answers, right }, n) => {
    const both = [answers[start[n]], answers[end[n]]];
    return [concept, text, ...both, answers[right]];
  });
  return [head, ...rows];
}

/** Each concept, before and after the lessons. */
function conceptTable(quiz, { start, end }, word) {
  const mark = (given, right) => {
    const name = given === right ? "quiz-right" : "quiz-wrong";
    const sign = make("span", { aria: { "aria-hidden": "true" } }, given === right ? "✓" : "–");
    return make("td", {}, sign, make("span", { className: "cv-hidden" }, word(name)));
  };
  const head = ["quiz-concept", "quiz-start", "quiz-end"].map((name) =>
    make("th", { scope: "col" }, word(name)),
  );
  const rows = quiz.map(({ concept, right }, n) => {
    const cells = [start, end].map((given) => mark(given[n], right));
    return make("tr", {}, make("th", { scope: "row" }, concept), ...cells);
  });
  return make(
    "table",
    { className: "cv-quiz-concepts", data: { testid: "quiz-concepts" } },
    make("thead", {}, make("tr", {}, ...head)),
    make("tbody", {}, ...rows),
  );
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
  const shown = word(name, { before, after, count: quiz.length });
  const look = { className: "cv-step-title", tabIndex: -1, data: { testid: "quiz-title" } };
  const heading = make("h2", look, shown);
  const asks = told ? "" : word(again ? "quiz-after" : "quiz-before", { count: quiz.length });
  const questions = quiz.map(({ text, answers: offered, right, remarks, lesson }, n) => {
    const choose = (k) => {
      given[n] = k;
      pressOnly(buttons, k);
      done.disabled = !isWhole(given);
    };
    const buttons = offered.map((answer, k) => {
      const said = [make("span", {}, answer)];
      const button = makeButton("cv-framed cv-answer", `quiz-${n}-${k}`, said, () => choose(k));
      button.disabled = told;
      button.classList.toggle("cv-answer-right", told && k === right);
      button.classList.toggle("cv-answer-chosen", told && given[n] === k);
      return button;
    });
    pressOnly(buttons, given[n] ?? -1);
    const to = makeButton("cv-link", `quiz-to-${n}`, title(lesson), () => go(lesson));
    const look = { className: "cv-answers", aria: { role: "group" } };
    const asked = word("numbered", { number: n + 1, title: text });
    const chosen = told ? [...new Set([given[n], right])] : [];
    const said = chosen.map((k) =>
      make("p", {}, make("b", {}, word("answered", { answer: offered[k] })), " ", remarks[k]),
    );
    return make(
      "section",
      { className: "cv-quiz" },
      make("p", { className: "cv-question-text" }, asked),
      make("div", look, ...buttons),
      ...[...said, ...(told ? [to] : [])],
    );
  });
  const finish = () => keep(again ? { ...answers, end: given } : { ...answers, start: given });
  const done = makeButton("cv-button cv-primary", "quiz-done", word("quiz-done"), finish);
  done.disabled = !isWhole(given);
  const none = () => quiz.map(() => null);
  const anew = () => keep({ start: none(), end: none() });
  if (!told) return [heading, make("p", {}, asks), ...questions, done];
  const columns = ["concept", "question", "start", "end", "answer"];
  const head = columns.map((column) => word(`quiz-${column}`));
  const save = () => saveTable(answerRows(quiz, answers, head), "capsviz-quiz.csv");
  const foot = make(
    "p",
    { className: "cv-choice-row" },
    makeButton("cv-button", "quiz-csv", word("quiz-csv"), save),
    makeButton("cv-button", "quiz-anew", word("quiz-anew"), anew),
  );
  return [heading, conceptTable(quiz, answers, word), ...questions, foot];
}
