/* Figures of numbers with their intervals, on the page and in saved files. */

import { drawDisc, drawRule } from "../../browser/chart.js";
import { list, number, text } from "../../browser/text.js";

const ROW = 28;
const TOP = 8;
const BOTTOM = 22;
const FONT_SIZE = 13;
/** From this size on, a number is told in words. */
const MIN_WORDED_NUMBER = 1e6;
/** Half of the distance of a label's two lines. */
const HALF_LINE = 7;
/** Gap between a figure and the longest number. */
const NUMBER_GAP = 14;

/**
 * @typedef {[string, string, number, number | null, number | null]} Row series, condition, value
 *   and its bounds
 * @typedef {object} MeasureRows
 * @property {string} title
 * @property {string} unit
 * @property {string} counted the unit in words, if it is one of all rows
 * @property {string} of
 * @property {string[]} heads
 * @property {string} command
 * @property {Row[]} rows
 */

/** A number as text. @param {number} value @param {string} unit */
export function numberText(value, unit) {
  if (unit === "share")
    return text("in-percent", { value: number(100 * value, value > 0 && value < 1 ? 1 : 0) });
  if (Math.abs(value) >= 1000) return number(Math.round(value));
  return number(value, undefined, { significant: 3 });
}

/** The same in a figure, which has no room for nine digits. @param {number} value @param {string} unit */
const shortText = (value, unit) =>
  unit !== "share" && Math.abs(value) >= MIN_WORDED_NUMBER
    ? number(value, undefined, { significant: 3, words: true })
    : numberText(value, unit);

/** A number as text, with its interval if it has one. @param {Row} row @param {string} unit */
export function intervalText([, , value, low, high], unit) {
  const said = numberText(value, unit);
  if (low === null || high === null) return said;
  return text("value-interval", {
    value: said,
    low: numberText(low, unit),
    high: numberText(high, unit),
  });
}

/**
 * Rows of a claim: those under conditions that its tests name, else all. A condition that all rows
 * share goes into the title.
 * @param {MeasureRows} measure
 * @param {Set<string>} named
 * @param {(written: string) => string} nameOf a condition
 * @returns {{rows: Row[], title: string}}
 */
export function rowsAbout({ rows, title, heads: [, head] }, named, nameOf) {
  const some = rows.filter(([, at]) => named.has(at));
  const about = some.length ? some : rows;
  const [common] = about.map(([, at]) => at);
  if (!common || about.some(([, at]) => at !== common)) return { rows: about, title };
  return {
    rows: about.map(([series, , ...numbers]) => /** @type {Row} */ ([series, "", ...numbers])),
    title: text("measure-of-rows", { title, head, condition: nameOf(common) }),
  };
}

/** @param {number} count */
export const heightOf = (count) => TOP + ROW * count + BOTTOM;

/**
 * @param {any} g a 2D context or an SvgPainter
 * @param {number} width
 * @param {Row[]} rows
 * @param {string} unit
 * @param {any} inks
 */
export function drawIntervals(g, width, rows, unit, inks) {
  g.font = inks.font(FONT_SIZE);
  // Counts of several things differ by orders of magnitude: each thing for itself, on a log scale.
  const isLog = unit === "count";
  const shown = isLog ? rows.toSorted(([, one], [, other]) => one.localeCompare(other)) : rows;
  const labels = shown.map(([series, at]) => list([series, at].filter(Boolean), "unit"));
  const widest = Math.max(...labels.map((label) => g.measureText(label).width));
  const left = Math.min(0.5 * width, widest + 12);
  const numbers = shown.map(([, , value]) => shortText(value, unit));
  const right =
    width - Math.max(...numbers.map((words) => g.measureText(words).width)) - NUMBER_GAP;
  const marks = isLog ? powersAround(rows) : marksOf(spanOf(rows, unit));
  const along = isLog ? Math.log10 : (/** @type {number} */ value) => value;
  const [low, high] = [along(marks[0]), along(marks[marks.length - 1])];
  const x = (value) => left + ((right - left) * (along(value) - low)) / (high - low || 1);
  const bottom = TOP + ROW * rows.length;
  g.textBaseline = "middle";
  const room = marks.reduce((sum, mark) => sum + g.measureText(shortText(mark, unit)).width + 8, 0);
  marks.forEach((mark, at) => {
    drawRule(g, x(mark), TOP, x(mark), bottom, { colour: inks.line });
    const isLast = at === marks.length - 1;
    if (at && !isLast && room > right - left) return;
    g.fillStyle = inks.muted;
    g.textAlign = at ? (isLast ? "right" : "center") : "left";
    g.fillText(shortText(mark, unit), x(mark), bottom + 12);
  });
  shown.forEach(([, , value, from, to], at) => {
    const y = TOP + ROW * (at + 0.5);
    g.textAlign = "left";
    g.fillStyle = inks.ink;
    const lines = fitLines(g, labels[at], left - 8);
    lines.forEach((words, n) => {
      g.fillText(words, 0, y + HALF_LINE * (2 * n + 1 - lines.length));
    });
    if (from !== null && to !== null)
      drawRule(g, x(from), y, x(to), y, { colour: inks.bar, width: 5 });
    drawDisc(g, x(value), y, 4, { fill: inks.ink });
    g.textAlign = "right";
    g.fillText(numbers[at], width, y);
  });
}

/** Axis range; from 0 if the numbers come near it. @param {Row[]} rows @param {string} unit */
function spanOf(rows, unit) {
  const ends = rows.flatMap(([, , value, low, high]) => [value, low ?? value, high ?? value]);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  if (unit === "share") {
    // Whole percent, with a small margin.
    const room = Math.max(0.005, 0.1 * (most - least));
    return [
      Math.max(0, Math.floor(100 * (least - room)) / 100),
      Math.min(1, Math.ceil(100 * (most + room)) / 100),
    ];
  }
  return least >= 0 ? [0, most] : [least, most];
}

/** Both ends and the middle. @param {number[]} span */
const marksOf = ([low, high]) => [low, (low + high) / 2, high];

/** Powers of ten from below all values to above. @param {Row[]} rows */
function powersAround(rows) {
  const values = rows.map(([, , value]) => Math.log10(Math.max(1, value)));
  const first = Math.floor(Math.min(...values));
  const count = Math.max(1, Math.ceil(Math.max(...values)) - first) + 1;
  return Array.from({ length: count }, (_, at) => 10 ** (first + at));
}

/** A text in at most two lines. */
function fitLines(g, words, room) {
  if (g.measureText(words).width <= room) return [words];
  const pieces = words.split(" ");
  let first = pieces.shift();
  while (pieces.length && g.measureText(`${first} ${pieces[0]}`).width <= room)
    first += ` ${pieces.shift()}`;
  return [first, pieces.join(" ")].filter(Boolean).map((each) => fitText(g, each, room));
}

function fitText(g, words, room) {
  let shown = words;
  while (shown.length > 4 && g.measureText(shown).width > room) shown = `${shown.slice(0, -2)}…`;
  return shown;
}
