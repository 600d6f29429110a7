/* What the learner is asked before looking: questions of a film, and whether the guess was right. */

import { make, put } from "../../browser/dom.js";

/** Steps after which it is asked how much is read rightly. */
const AFTER = [10, 100];
/** Shares of pictures read rightly that answers lie between, beside that of chance. */
const SHARES = [0.65, 0.9];
/** What counts as telling classes apart; and as painting, of the first error. */
const TOLD = 0.9;
const PAINTED = 0.5;
/** Steps whose errors are averaged: one batch says little. */
const SMOOTHED = 5;

/**
 * @typedef {object} Found what came
 * @property {number} step at which it is known
 * @property {number} answer which one was right
 * @property {string} said what it was
 *
 * @typedef {object} Question
 * @property {string} text
 * @property {string[]} answers
 * @property {(film: any) => Found | null} found null as long as the film does not say
 */

/** @param {any} film @returns {Question[]} */
export function questionsOf(film) {
  const chance = Math.min(0.5, 1 / film.about.classes.length + 0.2);
  const limits = [chance, ...SHARES];
  const whole = limits.map((share) => Math.round(100 * share));
  const answers = [
    `fewer than ${whole[0]}`,
    ...SHARES.map((_, i) => `${whole[i]} to ${whole[i + 1]}`),
    `more than ${whole.at(-1)}`,
  ];
  const { batch } = film.about.settings.train;
  return [
    ...AFTER.map((step) => ({
      text: `How many of 100 new pictures will it read rightly after ${step} steps (${(
        step * batch
      ).toLocaleString("en")} pictures)?`,
      answers,
      found: (seen) => accuracyAfter(seen, step, limits),
    })),
    {
      text: "What comes first: telling nine of ten apart, or painting with half the error?",
      answers: ["telling apart", "painting"],
      found: firstOfBoth,
    },
  ];
}

function accuracyAfter({ moments }, step, limits) {
  const moment = moments.find((each) => each.step >= step && each.accuracy != null);
  if (!moment) return null;
  const { accuracy } = moment;
  const answer = limits.filter((limit) => accuracy >= limit).length;
  return { step: moment.step, answer, said: `${(100 * accuracy).toFixed(1)} %` };
}

function firstOfBoth({ moments, lines }) {
  const told = moments.find(({ accuracy }) => accuracy >= TOLD)?.step ?? Number.POSITIVE_INFINITY;
  const painted = paintedAt(lines);
  const step = Math.min(told, painted);
  if (!Number.isFinite(step)) return null;
  const answer = told <= painted ? 0 : 1;
  return { step, answer, said: answer ? "painting came first" : "telling apart came first" };
}

function paintedAt(lines) {
  const most = PAINTED * (lines[0]?.error ?? 0);
  for (let i = SMOOTHED; i <= lines.length; i++) {
    const few = lines.slice(i - SMOOTHED, i);
    if (few.reduce((sum, { error }) => sum + error, 0) / SMOOTHED <= most) return few.at(-1).step;
  }
  return Number.POSITIVE_INFINITY;
}

/** @param {Found} found @param {number} chosen @param {string[]} answers */
export function verdictWords({ step, answer, said }, chosen, answers) {
  const right = answer === chosen ? "as you guessed" : `you guessed ${answers[chosen]}`;
  return `Step ${step.toLocaleString("en")}: ${said}; ${right}.`;
}

export class Guess {
  /**
   * @param {(name: string) => any} hook
   * @param {(name: string) => any} part
   * @param {() => void} look plays from the beginning
   */
  constructor(hook, part, look) {
    this.box = hook("train-guess");
    this.answers = part("answers");
    this.text = part("question");
    this.verdict = part("verdict");
    this.more = part("next-question");
    this.look = look;
    /** @type {Question[]} */
    this.questions = [];
    this.film = null;
    this.number = 0;
    /** @type {number | null} */
    this.chosen = null;
    /** How many were asked, of each run that was shown. */
    this.asked = new Map();
    this.more.addEventListener("click", () => this.ask(this.number + 1));
  }

  /** Whether a guess waits for what comes. */
  get waits() {
    return this.chosen !== null && !this.verdict.textContent;
  }

  /** @param {any} film the one that is shown from now on */
  about(film) {
    this.film = film;
    this.questions = film ? questionsOf(film) : [];
    this.ask(film ? (this.asked.get(film.about.run) ?? 0) : 0);
  }

  ask(number) {
    this.number = number;
    this.chosen = null;
    if (this.film) this.asked.set(this.film.about.run, number);
    const question = this.questions[number];
    this.box.hidden = !question;
    put(this.verdict, "");
    this.more.hidden = true;
    if (!question) return;
    put(this.text, question.text);
    this.answers.replaceChildren(
      ...question.answers.map((answer, i) => {
        const button = make(
          "button",
          { type: "button", className: "cv-button", data: { testid: `train-guess-${i}` } },
          answer,
        );
        button.addEventListener("click", () => this.choose(i));
        return button;
      }),
    );
    this.mark();
  }

  choose(i) {
    this.chosen = i;
    put(this.verdict, "");
    this.more.hidden = true;
    this.mark();
    this.look();
  }

  mark() {
    [...this.answers.children].forEach((button, i) => {
      button.setAttribute("aria-pressed", String(i === this.chosen));
    });
  }

  /** The film stands at a step: what was guessed may have come. @param {number} step */
  see(step) {
    if (!this.waits) return;
    const { answers, found } = this.questions[this.number];
    const came = found(this.film);
    if (!came || came.step > step) return;
    put(this.verdict, verdictWords(came, this.chosen, answers));
    put(this.more, this.questions[this.number + 1] ? "next question" : "close");
    this.more.hidden = false;
  }
}
