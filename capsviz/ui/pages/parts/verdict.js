/* Verdict about the likeliest object. */

/**
 * @param {number} winner the last for none of the objects, -1 where no part is there
 * @param {number[]} shares
 * @param {string[]} names
 */
export function verdictWords(winner, shares, names) {
  if (winner < 0) return "no part is there";
  const percent = `${(100 * shares[winner]).toFixed(0)} %`;
  if (winner === shares.length - 1) return `none of the objects: ${percent}`;
  return `${names[winner]} (object ${winner + 1}): ${percent}`;
}
