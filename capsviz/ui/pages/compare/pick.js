/* The requested test picture, and the notice while networks load. */

import { testName } from "../../browser/classes.js";
import { text } from "../../browser/text.js";

/**
 * Parse the number of a test picture.
 * @param {string} value as typed; a number field gives "" for invalid input
 * @param {{title: string, count: number, set: string}} test
 * @returns {{index: number | null, trouble: string}} `trouble` says what is wrong and what to do
 */
export function readIndex(value, test) {
  const last = test.count - 1;
  const typed = value.trim();
  const index = typed === "" ? Number.NaN : Number(typed);
  if (Number.isInteger(index) && index >= 0 && index <= last) return { index, trouble: "" };
  const values = { name: testName(test), typed, last: String(last) };
  return { index: null, trouble: text(typed === "" ? "index-missing" : "index-wrong", values) };
}

/** @param {number} count of networks that are not loaded yet */
export function loadingWords(count) {
  return text("loading", { count });
}

/**
 * The compared picture in words.
 * @param {{picture: string, index: number | null, test: import("../../browser/classes.js").TestSet | null}} data
 */
export function pictureWords({ picture, index, test }) {
  if (index === null || !test) return text("picture", { kind: picture });
  return text("picture-test", { name: testName(test), index: String(index) });
}

/** The class of a test picture. @param {{label: string, thing: string}} data */
export function labelWords({ label, thing }) {
  return label && text("picture-label", { label, kind: thing === "digit" ? "digit" : "other" });
}
