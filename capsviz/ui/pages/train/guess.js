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

/** Steps after which the accuracy is asked; each has a moment. */
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
 * @typedef {object} Found the truth
 * @property {number} step at which it is known
 * @property {number} answer index of the right one
 * @property {string} said the truth in words
 *
 * @typedef {object} Question
 * @property {string} text
 * @property {string[]} answers
 * @property {number} [step] after which the accuracy is asked
 * @property {number[]} [limits] accuracies between the answers
 * @property {string} longest what `found` says, where that is longest
 * @property {(film: any) => Found | null} found null while the film does not show it
 */

/** @param {any} film @returns {Question[]} */
export function questionsOf(film) {
  if (isPartsRun(film)) return []; // such a run has no labels
  const chance = Math.min(0.5, 1 / film.about.classes.length + 0.2);
  const limits = [chance, ...ACCURACY_LIMITS];
  const whole = limits.map((share) => Math.round(100 * share));
  const answers = [
    text("guess-fewer", { limit: whole[0] }),
    ...ACCURACY_LIMITS.map((_, i) => text("guess-between", { low: whole[i], high: whole[i + 1] })),
    text("guess-more", { limit: whole.at(-1) ?? 0 }),
  ];
  const { batch } = film.about.settings.train;
  return [
    ...ASKED_STEPS.map((step) => ({
      text: text("guess-accuracy", { steps: step, pictures: step * batch }),
      answers,
      step,
      limits,
      longest: accuracyWords(1),
      found: (seen) => accuracyAfter(seen, step, limits),
    })),
    {
      text: text("guess-first-of-both"),
      answers: [text("guess-classifying"), text("guess-reconstructing")],
      longest: longestOf(text("classifying-first"), text("reconstructing-first")),
      found: firstOfBoth,
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
  return { step: moment.step, answer, said: accuracyWords(accuracy) };
}

function firstOfBoth({ moments, lines }) {
  const told =
    moments.find(({ accuracy }) => accuracy >= CLASSIFYING_ACCURACY)?.step ??
    Number.POSITIVE_INFINITY;
  const painted = stepOfDrawing(lines);
  const step = Math.min(told, painted);
  if (!Number.isFinite(step)) return null;
  const answer = told <= painted ? 0 : 1;
  return { step, answer, said: text(answer ? "reconstructing-first" : "classifying-first") };
}

function stepOfDrawing(lines) {
  const most = RECONSTRUCTING_SHARE * (lines[0]?.error ?? 0);
  for (let i = SMOOTHED_STEPS; i <= lines.length; i++) {
    const few = lines.slice(i - SMOOTHED_STEPS, i);
    if (few.reduce((sum, { error }) => sum + error, 0) / SMOOTHED_STEPS <= most)
      return few.at(-1).step;
  }
  return Number.POSITIVE_INFINITY;
}

/** @param {Found} found @param {number} chosen @param {string[]} answers */
export function verdictWords({ step, answer, said }, chosen, answers) {
  if (answer === chosen) return text("guess-right", { step, truth: said });
  return text("guess-wrong", { step, truth: said, answer: answers[chosen] });
}

/** A question and its longest verdict, as they take room. @param {Question} question */
function rowsOf({ text: asked, answers, longest }) {
  const button = (words) => make("span", { className: "cv-button" }, words);
  const row = (words, ...more) =>
    make(
      "div",
      { className: "cv-row" },
      make("span", {}, ...words),
      make("span", { className: "cv-t-answers" }, ...answers.map(button)),
      ...more,
    );
  const wrong = { step: 100, truth: longest, answer: longestOf(...answers) };
  return [
    row([make("b", {}, text("guess-first")), " ", asked]),
    row([text("guess-wrong", wrong)], button(longestOf(text("guess-next"), text("guess-close")))),
  ];
}

export class Guess {
  /**
   * @param {(name: string) => any} element
   * @param {(name: string) => any} part
   * @param {{begin: (anew: boolean) => void, look: () => void, came: () => void, guessed:
   *   (question: number, guess: number | null) => void}} stage `begin` pauses for a question, at
   *   the first moment if `anew`; `look` plays on from the present moment, or from the first if
   *   that is the last; `came` is called with an answer; `guessed` with the question and the
   *   visitor's guess
   */
  constructor(element, part, stage) {
    this.box = element("train-guess");
    this.room = part("guess-room");
    this.asking = part("asked");
    setText(part("first"), text("guess-first"));
    this.answers = part("answers");
    this.text = part("question");
    this.verdict = part("verdict");
    this.more = part("next-question");
    this.stage = stage;
    /** @type {Question[]} */
    this.questions = [];
    this.film = null;
    /** Index of the open question; -1 or past the last for none. */
    this.number = -1;
    /** @type {number | null} */
    this.chosen = null;
    /** Whether the film stands at its last moment since it was opened, without its curve. */
    this.opens = false;
    /** Number of asked questions, by run. */
    this.asked = new Map();
    this.more.addEventListener("click", () => {
      this.ask(this.number + 1);
      this.stage.guessed(this.number, null);
      this.stage.begin(false);
    });
    this.ending = new AbortController();
    subscribeQuestion(() => this.mark(), this.ending.signal);
  }

  close() {
    this.ending.abort();
  }

  /** Question that can be put to a class here; null if there is none. */
  get classQuestion() {
    if (!this.covers) return null;
    const { text: asked, answers, found } = this.questions[this.number];
    const right = found(this.film)?.answer ?? -1;
    return { name: this.name, text: asked, answers, right, open: !this.verdict.textContent };
  }

  /** Name of the question in a class. */
  get name() {
    return `train ${this.number} ${this.film?.about.run ?? ""}`.slice(0, 40);
  }

  /**
   * Take another tab's state: its question and its guess.
   * @param {number | null} question
   * @param {number | null} guess
   * @param {boolean} newest whether it shows the film's last moment
   */
  stand(question, guess, newest) {
    if (question === null || !this.film) return;
    if (question !== this.number) {
      this.ask(question);
      this.opens = newest && guess === null;
    }
    if (guess === null || this.verdict.textContent) return;
    this.chosen = guess;
    this.mark();
  }

  /** Whether a guess waits for its truth. */
  get waits() {
    return this.chosen !== null && !this.verdict.textContent;
  }

  /** Whether a question is open, so that the future must stay hidden. */
  get covers() {
    return Boolean(this.questions[this.number]);
  }

  /** The accuracy that is asked for, and the chosen answer; null while none is. */
  get asks() {
    const { step, limits } = this.questions[this.number] ?? {};
    if (!limits || this.verdict.textContent) return null;
    return { step, limits, chosen: this.chosen };
  }

  /** @param {any} film the film on display from now on */
  setFilm(film) {
    this.film = film;
    this.opens = false;
    this.questions = film ? questionsOf(film) : [];
    this.room.replaceChildren(...this.questions.flatMap(rowsOf));
    const number = film ? (this.asked.get(film.about.run) ?? 0) : 0;
    // A complete film is about to show everything: guessing means going back.
    if (film?.moments.length > 1 && this.questions[number]) this.invite();
    else this.ask(number);
  }

  /** Ask beside the film's last moment, if there is a question. @returns {boolean} whether it does */
  open() {
    const number = this.asked.get(this.film?.about.run) ?? 0;
    if (!(this.film?.moments.length > 1) || !this.questions[number]) return false;
    this.ask(number);
    this.stage.guessed(number, null);
    this.opens = true;
    return true;
  }

  /** Ask at the first moment, if there is a question. */
  begin() {
    if (this.open()) this.stage.begin(true);
  }

  /** Offer the questions from the start. */
  invite() {
    this.number = -1;
    this.chosen = null;
    this.box.hidden = false;
    setText(this.text, text("guess-invitation"));
    this.showTruth("");
    this.more.hidden = true;
    const begin = () => {
      this.begin();
      this.answers.firstElementChild?.focus();
    };
    const words = text("guess-begin");
    this.answers.replaceChildren(makeButton("cv-button", "train-guess-begin", words, begin));
  }

  ask(number) {
    this.number = number;
    this.chosen = null;
    if (this.film) this.asked.set(this.film.about.run, number);
    const question = this.questions[number];
    this.box.hidden = !question;
    this.showTruth("");
    this.more.hidden = true;
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
    this.chosen = i;
    this.stage.guessed(this.number, i);
    this.mark();
    this.stage.look();
  }

  /** Index of the chosen answer; if a class answers, the votes once they are known. */
  mark() {
    if (!this.covers) return;
    const { answers } = this.questions[this.number];
    const shared = findQuestion(this.name);
    [...this.answers.children].forEach((button, i) => {
      button.setAttribute("aria-pressed", String(i === (shared?.voted ?? this.chosen)));
      const [answer, votes] = [answers[i], shared?.counts?.[i]];
      setText(button, votes === undefined ? answer : text("guess-votes", { answer, votes }));
    });
  }

  /** The page shows the film up to a step: a guess's truth, or the question's, may have come. */
  see(step) {
    if (!this.covers || this.verdict.textContent || this.opens) return;
    const { answers, found } = this.questions[this.number];
    const came = found(this.film);
    if (!came || came.step > step) return;
    if (this.chosen === null) return this.overtaken(step);
    this.showTruth(verdictWords(came, this.chosen, answers));
    findQuestion(this.name)?.reveal();
    setText(this.more, text(this.questions[this.number + 1] ? "guess-next" : "guess-close"));
    this.more.hidden = false;
    this.stage.came();
  }

  /** Say whether a guess was right, in place of its question. @param {string} words */
  showTruth(words) {
    setText(this.verdict, words);
    this.asking.hidden = Boolean(words);
  }

  /** The truth was seen without a guess: ask the next open question. */
  overtaken(step) {
    const open = this.questions.findIndex(({ found }, n) => {
      const came = found(this.film);
      return n > this.number && !(came && came.step <= step);
    });
    if (open < 0) this.invite();
    else this.ask(open);
  }
}
