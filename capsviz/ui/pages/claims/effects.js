/* The effects in each claim's comparisons, on one scale for all claims. */

import { make } from "../../browser/dom.js";
import { number, text } from "../../browser/text.js";

/**
 * @typedef {object} ClaimTest a comparison
 * @property {string} says
 * @property {string} measure
 * @property {string[]} at
 * @property {string} unit
 * @property {"for" | "against" | "open"} outcome
 * @property {number[]} difference with the bounds of its 95 % interval, above 0 for the claim
 * @property {string} effect the same in words, with its unit
 *
 * @typedef {object} ClaimLink to a page in a state
 * @property {string} label
 * @property {string} page
 * @property {Record<string, any>} settings
 * @property {Record<string, any>} view
 * @property {string} lesson
 *
 * @typedef {object} ClaimEntry
 * @property {string} name
 * @property {string} says
 * @property {string} by
 * @property {string} verdict
 * @property {string} found
 * @property {ClaimTest[]} tests
 * @property {string[]} measures
 * @property {string[]} confounders
 * @property {string[]} missing
 * @property {string} question
 * @property {ClaimLink[]} ways
 *
 * @typedef {Pick<ClaimTest, "says" | "unit" | "outcome" | "difference" | "effect">} Test
 * @typedef {{tests: Test[]}} Claim
 * @typedef {(difference: number) => number} Scale position of a difference of shares, 0..1
 */

/** Differences that are marked on the scale, in points: shares of 100. */
const MARKS = [-50, -20, -5, -1, 0, 1, 5, 20, 50];
/** Position from which a mark's number is left of its line, where it fits. */
const NEAR_END = 0.92;
/** Signs of outcomes. */
export const SIGNS = { for: "✓", against: "✗", open: "○" };

/** Spread small differences, which are frequent. @param {number} value */
const spread = (value) => Math.sign(value) * Math.sqrt(Math.abs(value));
/** Whether a comparison is between shares, of pictures or of a variance. @param {Test} test */
export const isOnScale = ({ unit }) => unit === "share" || unit === "R²";

/**
 * A scale that contains all differences of shares.
 * @param {Claim[]} claims
 * @returns {Scale}
 */
export function scaleOf(claims) {
  const all = claims
    .flatMap(({ tests }) => tests.filter(isOnScale))
    .flatMap((test) => test.difference);
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)].map(spread);
  return (difference) => (spread(difference) - low) / (high - low || 1);
}

/** @param {number} position */
const percent = (position) => `${(100 * position).toFixed(2)}%`;

/** Lines at the scale's marks. @param {Scale} scale @param {boolean} numbered with their numbers */
export function gridOf(scale, numbered) {
  const lines = MARKS.filter((mark) => scale(mark / 100) >= 0 && scale(mark / 100) <= 1).map(
    (mark) => {
      const line = make("i", {}, numbered ? number(mark, 0, { signed: true }) : "");
      line.style.left = percent(scale(mark / 100));
      line.classList.toggle("cv-claims-zero", mark === 0);
      line.classList.toggle("cv-claims-end", scale(mark / 100) > NEAR_END);
      return line;
    },
  );
  return make("span", { className: "cv-claims-grid", aria: { "aria-hidden": "true" } }, ...lines);
}

/**
 * A comparison of shares as a bar with its interval.
 * @param {Test} test
 * @param {Scale} scale
 * @returns {HTMLElement[]}
 */
export function barOf({ outcome, difference }, scale) {
  const [value, low, high] = difference.map(scale);
  const zero = scale(0);
  const bar = make("i", { className: "cv-claims-effect", data: { outcome } });
  bar.style.left = percent(Math.min(zero, value));
  bar.style.width = percent(Math.abs(value - zero));
  const interval = make("i", { className: "cv-claims-interval" });
  interval.style.left = percent(low);
  interval.style.width = percent(high - low);
  return [bar, interval];
}

/** A box for bars. @param {...HTMLElement} content */
export function stripOf(...content) {
  const hidden = { "aria-hidden": "true" };
  return make("span", { className: "cv-claims-strip", aria: hidden }, ...content);
}

/** Comparisons without a scale as signs, and the reason for them. @param {Test[]} tests */
function signsOf(tests) {
  const signs = tests.map(({ outcome }) =>
    make("b", { className: "cv-claims-sign", data: { outcome } }),
  );
  return [...signs, make("small", {}, text("no-bar"))];
}

/**
 * A claim's comparisons: the first as a bar with its interval, the others as marks; all as signs if
 * the first is not between shares.
 * @param {Claim} claim
 * @param {Scale} scale
 * @returns {{strip: HTMLElement, says: string, number: string}} `says` describes the first one
 */
export function effectOf({ tests }, scale) {
  const [first, ...others] = tests;
  if (!first) return { strip: stripOf(), says: "", number: "" };
  const texts = { says: first.says, number: first.effect };
  if (!isOnScale(first)) {
    return { strip: stripOf(...signsOf(tests)), ...texts };
  }
  const marks = others.filter(isOnScale).map((test) => {
    const mark = make("i", { className: "cv-claims-mark", data: { outcome: test.outcome } });
    mark.style.left = percent(scale(test.difference[0]));
    return mark;
  });
  return { strip: stripOf(gridOf(scale, false), ...marks, ...barOf(first, scale)), ...texts };
}
