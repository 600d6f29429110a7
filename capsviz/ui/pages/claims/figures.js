/* Figures of numbers with their intervals, on the page and in saved files. */

import { drawDisc, drawRule } from "../../browser/chart.js";
import { list, number, text } from "../../browser/text.js";

const ROW = 28;
const TOP = 8;
const BOTTOM = 22;
const FONT_SIZE = 13;
/** Numbers from this size on are written in words. */
const MIN_WORDED_NUMBER = 1e6;
/** Half the distance between a label's two lines. */
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

/** The same in a figure, where nine digits do not fit. @param {number} value @param {string} unit */
const shortText = (value, unit) =>
  unit !== "share" && Math.abs(value) >= MIN_WORDED_NUMBER
    ? number(value, undefined, { significant: 3, words: true })
    : numberText(value, unit);

/** A number as text, with its interval if it has one. @param {Row} row @param {string} unit */
export function intervalText([, , value, low, high], unit) {
  const valueText = numberText(value, unit);
  if (low === null || high === null) return valueText;
  return text("value-interval", {
    value: valueText,
    low: numberText(low, unit),
    high: numberText(high, unit),
  });
}

/**
 * Rows of a claim: those under conditions that its tests name, else all. A condition that all rows
 * share goes into the title.
 * @param {MeasureRows} measure
 * @param {Set<string>} conditions
 * @param {(written: string) => string} nameOf a condition
 * @returns {{rows: Row[], title: string}}
 */
export function rowsAbout({ rows, title, heads: [, head] }, conditions, nameOf) {
  const matching = rows.filter(([, condition]) => conditions.has(condition));
  const selected = matching.length ? matching : rows;
  const [common] = selected.map(([, condition]) => condition);
  if (!common || selected.some(([, condition]) => condition !== common))
    return { rows: selected, title };
  return {
    rows: selected.map(([series, , ...numbers]) => /** @type {Row} */ ([series, "", ...numbers])),
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
  // Counts of different things differ by orders of magnitude: they are grouped, on a log scale.
  const isLog = unit === "count";
  const sorted = isLog ? rows.toSorted(([, a], [, b]) => a.localeCompare(b)) : rows;
  const labels = sorted.map(([series, condition]) =>
    list([series, condition].filter(Boolean), "unit"),
  );
  const widest = Math.max(...labels.map((label) => g.measureText(label).width));
  const left = Math.min(0.5 * width, widest + 12);
  const numbers = sorted.map(([, , value]) => shortText(value, unit));
  const right =
    width - Math.max(...numbers.map((label) => g.measureText(label).width)) - NUMBER_GAP;
  const marks = isLog ? powersAround(rows) : marksOf(spanOf(rows, unit));
  const scale = isLog ? Math.log10 : (/** @type {number} */ value) => value;
  const [low, high] = [scale(marks[0]), scale(marks[marks.length - 1])];
  const x = (value) => left + ((right - left) * (scale(value) - low)) / (high - low || 1);
  const bottom = TOP + ROW * rows.length;
  g.textBaseline = "middle";
  const marksWidth = marks.reduce(
    (sum, mark) => sum + g.measureText(shortText(mark, unit)).width + 8,
    0,
  );
  marks.forEach((mark, i) => {
    drawRule(g, x(mark), TOP, x(mark), bottom, { colour: inks.line });
    const isLast = i === marks.length - 1;
    if (i && !isLast && marksWidth > right - left) return;
    g.fillStyle = inks.muted;
    g.textAlign = i ? (isLast ? "right" : "center") : "left";
    g.fillText(shortText(mark, unit), x(mark), bottom + 12);
  });
  sorted.forEach(([, , value, from, to], i) => {
    const y = TOP + ROW * (i + 0.5);
    g.textAlign = "left";
    g.fillStyle = inks.ink;
    const lines = fitLines(g, labels[i], left - 8);
    lines.forEach((line, n) => {
      g.fillText(line, 0, y + HALF_LINE * (2 * n + 1 - lines.length));
    });
    if (from !== null && to !== null)
      drawRule(g, x(from), y, x(to), y, { colour: inks.bar, width: 5 });
    drawDisc(g, x(value), y, 4, { fill: inks.ink });
    g.textAlign = "right";
    g.fillText(numbers[i], width, y);
  });
}

/** Axis range; from 0 if the numbers come near it. @param {Row[]} rows @param {string} unit */
function spanOf(rows, unit) {
  const ends = rows.flatMap(([, , value, low, high]) => [value, low ?? value, high ?? value]);
  const [minimum, maximum] = [Math.min(...ends), Math.max(...ends)];
  if (unit === "share") {
    // Whole percent, with a small margin.
    const margin = Math.max(0.005, 0.1 * (maximum - minimum));
    return [
      Math.max(0, Math.floor(100 * (minimum - margin)) / 100),
      Math.min(1, Math.ceil(100 * (maximum + margin)) / 100),
    ];
  }
  return minimum >= 0 ? [0, maximum] : [minimum, maximum];
}

/** Ticks at both ends and in the middle. @param {number[]} span */
const marksOf = ([low, high]) => [low, (low + high) / 2, high];

/** Powers of ten from below all values to above. @param {Row[]} rows */
function powersAround(rows) {
  const values = rows.map(([, , value]) => Math.log10(Math.max(1, value)));
  const first = Math.floor(Math.min(...values));
  const count = Math.max(1, Math.ceil(Math.max(...values)) - first) + 1;
  return Array.from({ length: count }, (_, i) => 10 ** (first + i));
}

/** A text in at most two lines. */
function fitLines(g, label, width) {
  if (g.measureText(label).width <= width) return [label];
  const parts = label.split(" ");
  let first = parts.shift();
  while (parts.length && g.measureText(`${first} ${parts[0]}`).width <= width)
    first += ` ${parts.shift()}`;
  return [first, parts.join(" ")].filter(Boolean).map((each) => fitText(g, each, width));
}

function fitText(g, label, width) {
  let fitted = label;
  while (fitted.length > 4 && g.measureText(fitted).width > width)
    fitted = `${fitted.slice(0, -2)}…`;
  return fitted;
}
