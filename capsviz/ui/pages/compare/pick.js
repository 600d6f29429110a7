/* The requested test picture, and the notice while networks load. */

import { testName } from "../../browser/classes.js";

/**
 * Parse the number of a test picture.
 * @param {string} text as typed; a number field gives "" for invalid input
 * @param {{title: string, count: number, set: string}} test
 * @returns {{index: number | null, trouble: string}} `trouble` says what is wrong and what to do
 */
export function readIndex(text, test) {
  const last = test.count - 1;
  const typed = text.trim();
  const index = typed === "" ? Number.NaN : Number(typed);
  if (Number.isInteger(index) && index >= 0 && index <= last) return { index, trouble: "" };
  const wrong = typed === "" ? "No number is there" : `There is no ${testName(test)} ${typed}`;
  return { index: null, trouble: `${wrong}: type a whole number from 0 to ${last}.` };
}

/** @param {number} count of networks that are not loaded yet */
export function loadingWords(count) {
  const which = count === 1 ? "One network is" : `${count} networks are`;
  return `${which} being loaded, which takes some seconds the first time: the rows come then.`;
}
