/* Questions about a film before it is seen, and whether each guess was right. */

import {
  findQuestion,
  isMeantPress,
  markOfAnswer,
  subscribeQuestion,
} from "../../browser/class_question.js";
import { make, makeButton, setText } from "../../browser/dom.js";
import { text } from "../../browser/text.js";
import { isPartsRun } from "./parts_run.js";
import { accuracyWords } from "./words.js";

/** Steps after which the accuracy is to be guessed; each has a moment. */
const ASKED_STEPS = [10, 120];
/** Accuracies that separate the answers, in addition to chance. */
const ACCURACY_LIMITS = [0.65, 0.9];
/**
 * Accuracy that counts as classifying; share of the initial error that counts as reconstructing.
 */
const CLASSIFYING_ACCURACY = 0.9;
const RECONSTRUCTING_SHARE = 0.5;
/** Number of steps whose errors are averaged: a single batch is noisy. */
const SMOOTHED_STEPS = 5;

/**
 * @typedef {object} Truth of a question
 * @property {number} step at which it is known
 * @property {number} answer index of the right one
 * @property {string} sentence the truth in words
 *
 * @typedef {object} Question
 * @property {string} text
 * @property {string[]} answers
 * @property {number} [step] after which the accuracy is asked
 * @property {number[]} [limits] accuracies between the answers
 * @property {string} longest what `truth` says, where that is longest
 * @property {(film: any) => Truth | null} truth null while the film does not show it
 */

/** @param {any} film @returns {Question[]} */
export function questionsOf(film) {
  if (isPartsRun(film)) return []; // such a run has no labels
  const chance = Math.min(0.5, 1 / film.about.classes.length + 0.2);
  const limits = [chance, ...ACCURACY_LIMITS];
  const percents = limits.map((share) => Math.round(100 * share));
  const answers = [
    text("guess-fewer", { limit: percents[0] }),
    ...ACCURACY_LIMITS.map((_, i) =>
      text("guess-between", { low: percents[i], high: percents[i + 1] }),
    ),
    text("guess-more", { limit: percents.at(-1) ?? 0 }),
  ];
  const { batch } = film.about.settings.train;
  return [
    ...ASKED_STEPS.map((step) => ({
      text: text("guess-accuracy", { steps: step, pictures: step * batch }),
      answers,
      step,
      limits,
      longest: accuracyWords(1),
      truth: (current) => accuracyAfter(current, step, limits),
    })),
    {
      text: text("guess-first-of-both"),
      answers: [text("guess-classifying"), text("guess-reconstructing")],
      longest: longestOf(text("classifying-first"), text("reconstructing-first")),
      truth: firstOfBoth,
    },
  ];
}

/** @param {string[]} words */
const longestOf = (...words) => words.reduce((a, b) => (b.length > a.length ? b : a));

function accuracyAfter({ moments }, step, limits) {
  const moment = moments.find((each) => each.step >= step && each.accuracy != null);
  if (!moment) return null;
  const { accuracy } = moment;
  const answer = limits.filter((limit) => accuracy >= limit).length;
  return { step: moment.step, answer, sentence: accuracyWords(accuracy) };
}

function firstOfBoth({ moments, lines }) {
  const classified =
    moments.find(({ accuracy }) => accuracy >= CLASSIFYING_ACCURACY)?.step ??
    Number.POSITIVE_INFINITY;
  const reconstructed = stepOfDrawing(lines);
  const step = Math.min(classified, reconstructed);
  if (!Number.isFinite(step)) return null;
  const answer = classified <= reconstructed ? 0 : 1;
  return { step, answer, sentence: text(answer ? "reconstructing-first" : "classifying-first") };
}

function stepOfDrawing(lines) {
  const threshold = RECONSTRUCTING_SHARE * (lines[0]?.error ?? 0);
  for (let i = SMOOTHED_STEPS; i <= lines.length; i++) {
    const recent = lines.slice(i - SMOOTHED_STEPS, i);
    if (recent.reduce((sum, { error }) => sum + error, 0) / SMOOTHED_STEPS <= threshold)
      return recent.at(-1).step;
  }
  return Number.POSITIVE_INFINITY;
}

/** @param {Truth} truth @param {number} choice @param {string[]} answers */
export function verdictWords({ step, answer, sentence }, choice, answers) {
  if (answer === choice) return text("guess-right", { step, truth: sentence });
  return text("guess-wrong", { step, truth: sentence, answer: answers[choice] });
}

/** A question and its longest verdict, as they take room. @param {Question} question */
function rowsOf({ text: question, answers, longest }) {
  const button = (label) => make("span", { className: "cv-button" }, label);
  const row = (content, ...extra) =>
    make(
      "div",
      { className: "cv-row" },
      make("span", {}, ...content),
      make("span", { className: "cv-t-answers" }, ...answers.map(button)),
      ...extra,
    );
  const wrong = { step: 100, truth: longest, answer: longestOf(...answers) };
  return [
    row([make("b", {}, text("guess-first")), " ", question]),
    row([text("guess-wrong", wrong)], button(longestOf(text("guess-next"), text("guess-close")))),
  ];
}

export class Guess {
  /**
   * @param {(name: string) => any} element
   * @param {(name: string) => any} part
   * @param {{begin: (restart: boolean) => void, play: () => void, onAnswer: () => void, onGuess:
   *   (question: number, guess: number | null) => void}} stage `begin` pauses for a question, at
   *   the first moment if `restart`; `play` plays on from the present moment, or from the first if
   *   that is the last; `onAnswer` is called with an answer; `onGuess` with the question and the
   *   visitor's guess
   */
  constructor(element, part, stage) {
    this.box = element("train-guess");
    this.placeholder = part("guess-room");
    this.questionBox = part("asked");
    setText(part("first"), text("guess-first"));
    this.answers = part("answers");
    this.text = part("question");
    this.verdict = part("verdict");
    this.nextButton = part("next-question");
    this.stage = stage;
    /** @type {Question[]} */
    this.questions = [];
    this.film = null;
    /** Index of the open question; -1 or past the last for none. */
    this.index = -1;
    /** @type {number | null} */
    this.choice = null;
    /** Whether the film was opened at its last moment with the curve hidden. */
    this.hidesCurve = false;
    /** Number of asked questions, by run. */
    this.progress = new Map();
    this.nextButton.addEventListener("click", () => {
      this.ask(this.index + 1);
      this.stage.onGuess(this.index, null);
      this.stage.begin(false);
    });
    this.controller = new AbortController();
    subscribeQuestion(() => this.mark(), this.controller.signal);
  }

  close() {
    this.controller.abort();
  }

  /** The question for a class at this moment; null if there is none. */
  get classQuestion() {
    if (!this.isOpen) return null;
    const { text: question, answers, truth } = this.questions[this.index];
    const right = truth(this.film)?.answer ?? -1;
    return { name: this.name, text: question, answers, right, open: !this.verdict.textContent };
  }

  /** Name of the question in a class. */
  get name() {
    return `train ${this.index} ${this.film?.about.run ?? ""}`.slice(0, 40);
  }

  /**
   * Take another tab's state: its question and its guess.
   * @param {number | null} question
   * @param {number | null} guess
   * @param {boolean} isNewest whether it shows the film's last moment
   */
  adopt(question, guess, isNewest) {
    if (question === null || !this.film) return;
    if (question !== this.index) {
      this.ask(question);
      this.hidesCurve = isNewest && guess === null;
    }
    if (guess === null || this.verdict.textContent) return;
    this.choice = guess;
    this.mark();
  }

  /** Whether a guess waits for its truth. */
  get waits() {
    return this.choice !== null && !this.verdict.textContent;
  }

  /** Whether a question is open: later moments must stay hidden. */
  get isOpen() {
    return Boolean(this.questions[this.index]);
  }

  /** The accuracy that is asked for, and the chosen answer; null while none is. */
  get accuracyQuestion() {
    const { step, limits } = this.questions[this.index] ?? {};
    if (!limits || this.verdict.textContent) return null;
    return { step, limits, choice: this.choice };
  }

  /** @param {any} film the film on display from now on */
  setFilm(film) {
    this.film = film;
    this.hidesCurve = false;
    this.questions = film ? questionsOf(film) : [];
    this.placeholder.replaceChildren(...this.questions.flatMap(rowsOf));
    const index = film ? (this.progress.get(film.about.run) ?? 0) : 0;
    // A complete film is about to show everything: guessing means going back.
    if (film?.moments.length > 1 && this.questions[index]) this.invite();
    else this.ask(index);
  }

  /** Ask beside the film's last moment, if there is a question. @returns {boolean} whether it does */
  open() {
    const index = this.progress.get(this.film?.about.run) ?? 0;
    if (!(this.film?.moments.length > 1) || !this.questions[index]) return false;
    this.ask(index);
    this.stage.onGuess(index, null);
    this.hidesCurve = true;
    return true;
  }

  /** Start at the first moment with a question, if there is one. */
  begin() {
    if (this.open()) this.stage.begin(true);
  }

  /** Offer the questions from the start. */
  invite() {
    this.index = -1;
    this.choice = null;
    this.box.hidden = false;
    setText(this.text, text("guess-invitation"));
    this.showTruth("");
    this.nextButton.hidden = true;
    const begin = () => {
      this.begin();
      this.answers.firstElementChild?.focus();
    };
    const label = text("guess-begin");
    this.answers.replaceChildren(makeButton("cv-button", "train-guess-begin", label, begin));
  }

  ask(index) {
    this.index = index;
    this.choice = null;
    if (this.film) this.progress.set(this.film.about.run, index);
    const question = this.questions[index];
    this.box.hidden = !question;
    this.showTruth("");
    this.nextButton.hidden = true;
    if (!question) return;
    setText(this.text, question.text);
    this.answers.replaceChildren(
      ...question.answers.map((answer, i) => {
        const data = { ...markOfAnswer(this.name), testid: `train-guess-${i}` };
        const act = (event) => isMeantPress(event) && this.choose(i);
        return makeButton("cv-button", "", answer, act, { data });
      }),
    );
    this.mark();
  }

  choose(i) {
    if (this.verdict.textContent) return; // it came already
    const shared = findQuestion(this.name);
    if (shared?.role === "student") return shared.vote(i);
    this.choice = i;
    this.stage.onGuess(this.index, i);
    this.mark();
    this.stage.play();
  }

  /** Index of the chosen answer; if a class answers, the votes once they are known. */
  mark() {
    if (!this.isOpen) return;
    const { answers } = this.questions[this.index];
    const shared = findQuestion(this.name);
    [...this.answers.children].forEach((button, i) => {
      button.setAttribute("aria-pressed", String(i === (shared?.voted ?? this.choice)));
      const [answer, votes] = [answers[i], shared?.counts?.[i]];
      setText(button, votes === undefined ? answer : text("guess-votes", { answer, votes }));
    });
  }

  /** Reveal the truth of a guess, or skip the question, once the film has reached it. */
  update(step) {
    if (!this.isOpen || this.verdict.textContent || this.hidesCurve) return;
    const { answers, truth } = this.questions[this.index];
    const result = truth(this.film);
    if (!result || result.step > step) return;
    if (this.choice === null) return this.skipAhead(step);
    this.showTruth(verdictWords(result, this.choice, answers));
    findQuestion(this.name)?.reveal();
    setText(this.nextButton, text(this.questions[this.index + 1] ? "guess-next" : "guess-close"));
    this.nextButton.hidden = false;
    this.stage.onAnswer();
  }

  /** Say whether a guess was right, in place of its question. @param {string} sentence */
  showTruth(sentence) {
    setText(this.verdict, sentence);
    this.questionBox.hidden = Boolean(sentence);
  }

  /** The truth was seen without a guess: ask the next open question. */
  skipAhead(step) {
    const next = this.questions.findIndex(({ truth }, n) => {
      const result = truth(this.film);
      return n > this.index && !(result && result.step <= step);
    });
    if (next < 0) this.invite();
    else this.ask(next);
  }
}
