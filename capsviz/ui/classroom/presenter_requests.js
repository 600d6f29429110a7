/*
 * Requests of the presenter view to the tab that the class follows: open a page in some state, ask
 * a question, start drawing. The class follows as with any other change in this tab.
 */

import { remountAll } from "../browser/remount.js";
import { readState, stateName, writeState } from "../browser/state_sync.js";

/**
 * @typedef {object} StopQuestion question of the lecturer, as of `presenter/stops.py`
 * @property {string} name
 * @property {string} text
 * @property {string[]} answers
 * @property {number} right
 *
 * @typedef {object} StopTarget target of a stop of a lecture, as of `presenter/stops.py`
 * @property {string} [page]
 * @property {Record<string, any>} [things] values to store in this tab, by name
 * @property {"start" | "end"} [quiz]
 * @property {number} [at] question of the quiz, from 0
 * @property {StopQuestion} [ask]
 * @property {string} [draw] subject of drawing together, "" for anything that fools the network
 * @property {boolean} [closing] the slide with the quiz results at the start and at the end
 * @property {boolean} [reveal] the question of the page
 *
 * @typedef {object} Acts
 * @property {() => void} clear closes the window over the page and the question in it
 * @property {(page: string) => void} turn to another page
 * @property {(when: "start" | "end", at: number) => void} quiz
 * @property {(question: object) => void} ask
 * @property {(word: string) => void} draw
 * @property {() => void} closing
 */

/**
 * @param {StopTarget} to
 * @param {Acts} acts
 */
export function steer(to, { clear, turn, quiz, ask, draw, closing }) {
  if (to.reveal) return revealHere();
  clear();
  for (const [name, value] of Object.entries(to.things ?? {})) writeState(name, value);
  if (to.things) remountAll();
  if (to.page) turn(to.page);
  if (to.quiz) quiz(to.quiz, to.at ?? 0);
  if (to.ask) ask(to.ask);
  if (to.draw !== undefined) draw(to.draw);
  if (to.closing) closing();
}

/** Reveal the lesson's question without an answer. */
function revealHere() {
  const name = stateName("learn", "view");
  const view = readState(name)?.value;
  if (view?.answered === null) writeState(name, { ...view, answered: -1 });
}
