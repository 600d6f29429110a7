/*
 * A card with a lesson's last question, above the live page that answers it: the question, the
 * learner's guess, the answer on request, and the way back. The tab stores it; in a class every
 * student has the card with their own guess.
 */

import { make, makeButton, setText } from "./dom.js";
import { readState, subscribeAll, writeState } from "./state_sync.js";
import { fillText, list } from "./text.js";

const [CARD, GUESS] = ["card", "card guess"];

/**
 * @typedef {object} LessonCard
 * @property {string} path of its page
 * @property {string} from title of the lesson
 * @property {string} question
 * @property {string[]} answers
 * @property {number} right
 * @property {string} reveal
 * @property {string} back the lesson's address
 * @property {Record<"guessed" | "show" | "right" | "wrong" | "back" | "close", string>} words
 */

/** @param {LessonCard | null} card @param {number | null} [guess] */
export function keepCard(card, guess = null) {
  writeState(GUESS, guess);
  writeState(CARD, card);
}

/**
 * Show the card above its page.
 * @param {HTMLElement} root
 * @param {AbortSignal} signal ends it
 */
export function showCard(root, signal) {
  /** @type {HTMLElement | null} */
  let box = null;
  let shownKey = "";
  const show = () => {
    /** @type {LessonCard | null} */
    const card = readState(CARD)?.value ?? null;
    const key = card && card.path === location.pathname ? JSON.stringify(card) : "";
    if (key === shownKey) return;
    box?.remove();
    box = card && key ? cardBox(card) : null;
    if (box) root.before(box);
    shownKey = key;
  };
  show();
  signal.addEventListener(
    "abort",
    subscribeAll((name) => name === CARD && show()),
  );
}

/** @param {LessonCard} card */
function cardBox(card) {
  const { words } = card;
  /** @returns {number | null} */
  const guessed = () => readState(GUESS)?.value ?? null;
  const guess = make("p", { data: { testid: "card-guess" } });
  const answers = make("div", { className: "cv-row cv-card-row" });
  const truth = make("p", { data: { testid: "card-truth" }, aria: { role: "status" } });
  const show = makeButton("cv-button cv-primary", "card-show", words.show, () => {
    const right = guessed() === card.right ? words.right : words.wrong;
    setText(truth, guessed() === null ? card.reveal : list([right, card.reveal], "sentences"));
    show.hidden = true;
    answers.hidden = true;
  });
  const choose = (n) => {
    writeState(GUESS, n);
    showGuess();
    show.focus();
  };
  const showGuess = () => {
    const open = guessed() === null;
    setText(guess, open ? "" : fillText(words.guessed, { guess: card.answers[guessed() ?? 0] }));
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
  const closeButton = makeButton("cv-link", "card-close", words.close, () => keepCard(null));
  const box = make(
    "section",
    { className: "cv cv-lesson-card", ariaLabel: card.from, data: { testid: "lesson-card" } },
    make("p", { className: "cv-lesson-card-question" }, card.question),
    guess,
    answers,
    truth,
    make("div", { className: "cv-row cv-card-row" }, show, back, closeButton),
  );
  showGuess();
  return box;
}
