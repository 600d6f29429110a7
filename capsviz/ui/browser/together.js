/*
 * A question that a whole class answers together: what a page that shows it itself has to know
 * of the session. Such a page gives its root a `classQuestion`, a function that tells what is
 * asked there now.
 */

/**
 * @typedef {object} Asked what a page asks
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

const changes = new EventTarget();
/** @type {Together | null} */
let present = null;

/**
 * The question of this name, where a session asks it.
 * @param {string} name
 */
export function together(name) {
  return present?.name === name ? present : null;
}

/** @param {Together | null} found */
export function setTogether(found) {
  present = found;
  changes.dispatchEvent(new Event("change"));
}

/**
 * @param {() => void} act
 * @param {AbortSignal} signal
 */
export function onTogether(act, signal) {
  changes.addEventListener("change", act, { signal });
}

/** What the open page asks itself, if anything. @returns {Asked | null} */
export function pageAsks() {
  for (const root of document.querySelectorAll(".cv")) {
    const { classQuestion } = /** @type {any} */ (root);
    const found = classQuestion?.();
    if (found) return found;
  }
  return null;
}
