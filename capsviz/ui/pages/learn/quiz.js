/*
 * The quiz for a learner alone: the same questions before and after the lessons. Answers stay on
 * this device.
 */

import { make, makeButton, pressOnly } from "../../browser/dom.js";
import { saveTable } from "../../browser/export.js";

/**
 * @typedef {{concept: string, lesson: string, text: string, answers: string[], right: number,
 *   remarks: string[]}} Question
 * @typedef {{start: (number | null)[], end: (number | null)[]}} Answers `end` starts once `start`
 *   is complete
 */

/** Validate stored answers. @param {any} stored @param {Question[]} quiz @returns {Answers} */
export function readAnswers(stored, quiz) {
  const readList = (list) => quiz.map(({ answers }, n) => (answers[list?.[n]] ? list[n] : null));
  return { start: readList(stored?.start), end: readList(stored?.end) };
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
    const pair = [answers[start[n]], answers[end[n]]];
    return [concept, text, ...pair, answers[right]];
  });
  return [head, ...rows];
}

/** Each concept, before and after the lessons. */
function conceptTable(quiz, { start, end }, word) {
  const mark = (choice, right) => {
    const name = choice === right ? "quiz-right" : "quiz-wrong";
    const sign = make("span", { aria: { "aria-hidden": "true" } }, choice === right ? "✓" : "–");
    return make("td", {}, sign, make("span", { className: "cv-hidden" }, word(name)));
  };
  const head = ["quiz-concept", "quiz-start", "quiz-end"].map((name) =>
    make("th", { scope: "col" }, word(name)),
  );
  const rows = quiz.map(({ concept, right }, n) => {
    const cells = [start, end].map((answers) => mark(answers[n], right));
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
 *   title: (lesson: string) => string}} acts `keep` stores them and shows the quiz again
 * @returns {HTMLElement[]}
 */
export function quizNodes(quiz, answers, word, { keep, go, title }) {
  const hasStart = isWhole(answers.start);
  const isDone = hasStart && isWhole(answers.end);
  const current = hasStart ? answers.end : [...answers.start];
  const name = isDone ? "quiz-change" : hasStart ? "quiz-end" : "quiz-start";
  const [before, after] = [answers.start, answers.end].map((list) => countRight(list, quiz));
  const headingText = word(name, { before, after, count: quiz.length });
  const attributes = { className: "cv-step-title", tabIndex: -1, data: { testid: "quiz-title" } };
  const heading = make("h2", attributes, headingText);
  const prompt = isDone
    ? ""
    : word(hasStart ? "quiz-after" : "quiz-before", { count: quiz.length });
  const questions = quiz.map(({ text, answers: choices, right, remarks, lesson }, n) => {
    const choose = (k) => {
      current[n] = k;
      pressOnly(buttons, k);
      done.disabled = !isWhole(current);
    };
    const buttons = choices.map((answer, k) => {
      const content = [make("span", {}, answer)];
      const button = makeButton("cv-framed cv-answer", `quiz-${n}-${k}`, content, () => choose(k));
      button.disabled = isDone;
      button.classList.toggle("cv-answer-right", isDone && k === right);
      button.classList.toggle("cv-answer-chosen", isDone && current[n] === k);
      return button;
    });
    pressOnly(buttons, current[n] ?? -1);
    const link = makeButton("cv-link", `quiz-to-${n}`, title(lesson), () => go(lesson));
    const attributes = { className: "cv-answers", aria: { role: "group" } };
    const questionText = word("numbered", { number: n + 1, title: text });
    const selected = isDone ? [...new Set([current[n], right])] : [];
    const explanations = selected.map((k) =>
      make("p", {}, make("b", {}, word("answered", { answer: choices[k] })), " ", remarks[k]),
    );
    return make(
      "section",
      { className: "cv-quiz" },
      make("p", { className: "cv-question-text" }, questionText),
      make("div", attributes, ...buttons),
      ...[...explanations, ...(isDone ? [link] : [])],
    );
  });
  const finish = () =>
    keep(hasStart ? { ...answers, end: current } : { ...answers, start: current });
  const done = makeButton("cv-button cv-primary", "quiz-done", word("quiz-done"), finish);
  done.disabled = !isWhole(current);
  const empty = () => quiz.map(() => null);
  const restart = () => keep({ start: empty(), end: empty() });
  if (!isDone) return [heading, make("p", {}, prompt), ...questions, done];
  const columns = ["concept", "question", "start", "end", "answer"];
  const head = columns.map((column) => word(`quiz-${column}`));
  const save = () => saveTable(answerRows(quiz, answers, head), "capsviz-quiz.csv");
  const foot = make(
    "p",
    { className: "cv-choice-row" },
    makeButton("cv-button", "quiz-csv", word("quiz-csv"), save),
    makeButton("cv-button", "quiz-anew", word("quiz-anew"), restart),
  );
  return [heading, conceptTable(quiz, answers, word), ...questions, foot];
}
