/* Verdict about the likeliest object. */

import { number, text } from "../../browser/text.js";

/**
 * @param {number} winner the last for none of the objects, -1 where no part is there
 * @param {number[]} shares
 * @param {string[]} names
 */
export function verdictWords(winner, shares, names) {
  if (winner < 0) return text("verdict-nothing");
  const percent = number(100 * shares[winner], 0);
  if (winner === shares.length - 1) return text("verdict-none", { percent });
  return text("verdict", { name: names[winner], number: winner + 1, percent });
}
