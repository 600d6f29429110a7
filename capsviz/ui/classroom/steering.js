/*
 * What the presenter view asks of the tab that the class follows: a page in some state, a
 * question, drawing together. The class is told as of anything else that is done in this tab.
 */

import { remountAll } from "../browser/remount.js";
import { readState, stateName, writeState } from "../browser/state_sync.js";

/**
 * @typedef {object} To what a stop of a lecture leads to, as capsviz/ui/classroom/presenter/stops.py
 *   writes it
 * @property {string} [page]
 * @property {Record<string, any>} [things] that this tab keeps then, by their names
 * @property {"start" | "end"} [quiz]
 * @property {number} [at] question of the quiz, from 0
 * @property {{name: string, text: string, answers: string[], right: number}} [ask]
 * @property {string} [draw] what everybody draws, "" for what fools the network
 * @property {boolean} [closing] the slide from the start of the quiz to its end
 * @property {boolean} [reveal] the question of the page
 *
 * @typedef {object} Acts
 * @property {() => void} clear closes what lies over the page, and what is asked in it
 * @property {(page: string) => void} turn to another page
 * @property {(when: "start" | "end", at: number) => void} quiz
 * @property {(question: object) => void} ask
 * @property {(word: string) => void} draw
 * @property {() => void} closing
 */

/**
 * @param {To} to
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

/** The lesson's question is answered by nobody here: the truth is shown. */
function revealHere() {
  const name = stateName("learn", "view");
  const view = readState(name)?.value;
  if (view?.answered === null) writeState(name, { ...view, answered: -1 });
}
