/* Names of the rows of a measure in the visitor's language. */

import { keyOf } from "../../browser/names.js";
import { number, text } from "../../browser/text.js";

const NUMBER = /\d+(?:[.,]\d+)*/g;

/**
 * A series or a condition of a measure.
 * @param {string} written in English, such as "compact, dynamic" or "cnn: hidden layer"
 * @returns {string}
 */
export function rowName(written) {
  const [first = "", second = "", third = ""] = (written.match(NUMBER) ?? []).map(numberWords);
  const key = keyOf(written.replace(NUMBER, " ")).replace(/^-+|-+$/g, "");
  const title = written.replace(NUMBER, numberWords);
  return key ? text("row-name", { key, title, first, second, third }) : title;
}

/** A number as the file has it, in the visitor's language. @param {string} written */
function numberWords(written) {
  const plain = written.replaceAll(",", "");
  const { length } = plain.split(".")[1] ?? "";
  return number(Number(plain), length, { grouping: plain !== written });
}
