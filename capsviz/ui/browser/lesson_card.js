/*
 * A lesson's last question goes with the learner to the live page that answers it: the question, the
 * guess, the answer when it is asked for, and the way back. Kept by the tab, shown above its page.
 */

import { make, makeButton, setText } from "./dom.js";
import { readObject, writeObject } from "./stored.js";

const KEPT = "capsviz.card";
const store = () => sessionStorage;

/**
 * @typedef {object} LessonCard
 * @property {string} path of the page that it belongs to
 * @property {string} from what the lesson is called
 * @property {string} question
 * @property {string[]} answers
 * @property {number} right
 * @property {number | null} guess
 * @property {string} reveal
 * @property {string} back the lesson's address
 * @property {Record<"guessed" | "show" | "right" | "wrong" | "back" | "close", string>} words
 */

/** @param {LessonCard | null} card */
export function keepCard(card) {
  writeObject(store, KEPT, card);
}

/**
 * Show the card above a page that it belongs to.
 * @param {HTMLElement} root
 */
export function showCard(root) {
  /** @type {LessonCard | null} */
  const card = readObject(store, KEPT);
  if (card && card.path === location.pathname) root.before(cardBox(card));
}

/** @param {LessonCard} card */
function cardBox(card) {
  const { words } = card;
  const guess = make("p", { data: { testid: "card-guess" } });
  const answers = make("div", { className: "cv-card-row" });
  const truth = make("p", { data: { testid: "card-truth" }, aria: { role: "status" } });
  const show = makeButton("cv-button cv-primary", "card-show", words.show, () => {
    const right = card.guess === card.right ? words.right : words.wrong;
    setText(truth, card.guess === null ? card.reveal : `${right} ${card.reveal}`);
    show.hidden = true;
    answers.hidden = true;
  });
  const choose = (n) => {
    card.guess = n;
    keepCard(card);
    showGuess();
    show.focus();
  };
  const showGuess = () => {
    const open = card.guess === null;
    setText(guess, open ? "" : `${words.guessed} ${card.answers[card.guess ?? 0]}`);
    guess.hidden = open;
    answers.hidden = !open;
  };
  answers.append(
    ...card.answers.map((answer, n) =>
      makeButton("cv-button", `card-answer-${n}`, answer, () => choose(n)),
    ),
  );
  const back = make("a", { className: "cv-link", href: card.back, target: "_self" }, words.back);
  back.dataset.testid = "card-back";
  const close = makeButton("cv-link", "card-close", words.close, () => {
    keepCard(null);
    box.remove();
  });
  const box = make(
    "section",
    { className: "cv cv-lesson-card", ariaLabel: card.from, data: { testid: "lesson-card" } },
    make("p", { className: "cv-lesson-card-question" }, card.question),
    guess,
    answers,
    truth,
    make("div", { className: "cv-card-row" }, show, back, close),
  );
  showGuess();
  return box;
}
