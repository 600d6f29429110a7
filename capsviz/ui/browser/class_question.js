/*
 * A question that a whole class answers together: what a page that shows it itself has to know of
 * the session. The page gives its root a `classQuestion`, a function that returns its open
 * question.
 */

/**
 * @typedef {object} PageQuestion what a page asks
 * @property {string} name
 * @property {string} text plain
 * @property {string[]} answers plain
 * @property {number} right
 * @property {boolean} open whether it is still to be revealed
 *
 * @typedef {object} Together
 * @property {string} name of the question
 * @property {"lecturer" | "student"} role of this tab
 * @property {number | null} voted this visitor's answer
 * @property {number} answered how many have answered
 * @property {number} of how many are there
 * @property {number} round which vote this is, from 1
 * @property {number[] | null} counts for each answer, once revealed
 * @property {number[]} first the same of the first vote; none where there was one alone
 * @property {(answer: number) => void} vote
 * @property {() => void} reveal
 * @property {() => void} again has the class vote once more
 */

import { askPage, pressedElement } from "./dom.js";

const changes = new EventTarget();
/** @type {Together | null} */
let current = null;
/** A vote for a question that is still to be asked. @type {{name: string, answer: number} | null} */
let early = null;

/**
 * The question of this name, where a session asks it.
 * @param {string} name
 */
export function findQuestion(name) {
  return current?.name === name ? current : null;
}

/**
 * Vote on a question that the page shows, and that the class is about to be asked.
 * @param {string} name
 * @param {number} answer
 */
export function voteEarly(name, answer) {
  early = { name, answer };
}

/** @param {Together | null} question */
export function setTogether(question) {
  current = question;
  if (question?.role === "student" && question.name === early?.name && question.voted === null) {
    const { answer } = early;
    early = null;
    question.vote(answer);
  }
  changes.dispatchEvent(new Event("change"));
}

/**
 * @param {() => void} act
 * @param {AbortSignal} signal
 */
export function subscribeQuestion(act, signal) {
  changes.addEventListener("change", act, { signal });
}

/**
 * The mark of an answer's button: which question it answers, in which round.
 * @param {string} name
 * @param {number} [round]
 * @returns {{question: string}} for its dataset
 */
export function markOfAnswer(name, round = 1) {
  return { question: `${round} ${name}` };
}

/**
 * Whether a click on an answer was meant for its question: a finger's click goes to whatever lies
 * under it by then, which may ask something else than what the finger was put down on.
 * @param {MouseEvent} event
 */
export function isMeantPress({ currentTarget }) {
  const pressed = pressedElement();
  const { question } = /** @type {HTMLElement} */ (currentTarget).dataset;
  /** @type {HTMLElement | null | undefined} */
  const button = pressed?.closest("[data-question]");
  return !pressed || button?.dataset.question === question;
}

/** Question of the open page itself, if any. @returns {PageQuestion | null} */
export const pageAsks = () => askPage("classQuestion");
