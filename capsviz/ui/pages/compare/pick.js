/* Which test digit is asked for. */

const LAST = 9999;

/**
 * Read the number of a test digit.
 * @param {string} text as it was typed; a field for numbers gives "" for what is none
 * @returns {{index: number | null, trouble: string}} `trouble` says what is wrong and what to do
 */
export function readIndex(text) {
  const typed = text.trim();
  const index = typed === "" ? Number.NaN : Number(typed);
  if (Number.isInteger(index) && index >= 0 && index <= LAST) return { index, trouble: "" };
  const wrong = typed === "" ? "No number is there" : `There is no test digit ${typed}`;
  return { index: null, trouble: `${wrong}: type a whole number from 0 to ${LAST}.` };
}
