/*
 * State of a question that a class answers together, for pages that show it themselves. The page's
 * root has a function `classQuestion` that returns its open question.
 */

/**
 * @typedef {object} PageQuestion a page's question
 * @property {string} name
 * @property {string} text plain
 * @property {string[]} answers plain
 * @property {number} right index of the right answer
 * @property {boolean} open whether the answer is not yet revealed
 *
 * @typedef {object} Together
 * @property {string} name of the question
 * @property {"lecturer" | "student"} role of this tab
 * @property {number | null} voted this visitor's answer
 * @property {number} answered number of visitors who have answered
 * @property {number} of number of visitors in the session
 * @property {number} round number of the vote, from 1
 * @property {number[] | null} counts for each answer, once revealed
 * @property {number[]} first counts of the first vote; empty if there was only one vote
 * @property {(answer: number) => void} vote
 * @property {() => void} reveal
 * @property {() => void} again starts another vote
 */

import { askPage, pressedElement } from "./dom.js";

const changes = new EventTarget();
/** @type {Together | null} */
let current = null;
/**
 * A vote for a question that the class is not asked yet.
 * @type {{name: string, answer: number} | null}
 */
let early = null;

/**
 * The question of this name, or null if no session asks it.
 * @param {string} name
 */
export function findQuestion(name) {
  return current?.name === name ? current : null;
}

/**
 * Vote on a visible question before the class is asked.
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
 * Dataset of an answer's button: its question and round.
 * @param {string} name
 * @param {number} [round]
 * @returns {{question: string}}
 */
export function markOfAnswer(name, round = 1) {
  return { question: `${round} ${name}` };
}

/**
 * Whether a click on an answer was meant for its question: a touch's click goes to the element then
 * under the finger, which may belong to another question than the one pressed.
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
