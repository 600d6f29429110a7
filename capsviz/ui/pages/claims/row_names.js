/* Names of the rows of a measure: the parts of each in the visitor's language. */

import { keyOf } from "../../browser/names.js";
import { number, text } from "../../browser/text.js";

const NUMBER = /(?<![a-z])\d+(?:[.,]\d+)*/gi;

/**
 * A series or a condition of a measure.
 * @param {string} title in English, such as "compact, dynamic" or "cnn: hidden layer"
 * @returns {string}
 */
export function rowName(title) {
  const [first, ...rest] = title.split(/(, |: )/);
  let said = partName(first);
  for (let at = 0; at < rest.length; at += 2) {
    const told = { before: said, next: partName(rest[at + 1]) };
    said = rest[at] === ": " ? text("row-aspect", told) : text("row-parts", told);
  }
  return said;
}

/** @param {string} part */
function partName(part) {
  const [first = "", second = ""] = (part.match(NUMBER) ?? []).map(numberWords);
  const key = keyOf(part.replace(NUMBER, " ")).replace(/^-+|-+$/g, "");
  const title = part.replace(NUMBER, numberWords);
  return key ? text("row-part", { key, title, first, second }) : title;
}

/** A number as the file has it, in the visitor's language. @param {string} written */
function numberWords(written) {
  const plain = written.replaceAll(",", "");
  const { length } = plain.split(".")[1] ?? "";
  return number(Number(plain), length, { grouping: plain !== written });
}
