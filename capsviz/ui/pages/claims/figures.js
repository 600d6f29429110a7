/* Figures of numbers with their intervals, on the page and in saved files. */

import { list, number, text } from "../../browser/text.js";

const ROW = 28;
const TOP = 8;
const BOTTOM = 22;
const SMALL = 13;
/** Gap between a figure and the longest number. */
const END = 14;

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
export function rowsAbout({ rows, title }, named, nameOf) {
  const some = rows.filter(([, at]) => named.has(at));
  const about = some.length ? some : rows;
  const [common] = about.map(([, at]) => at);
  if (!common || about.some(([, at]) => at !== common)) return { rows: about, title };
  return {
    rows: about.map(([series, , ...numbers]) => /** @type {Row} */ ([series, "", ...numbers])),
    title: text("measure-of-rows", { title, condition: nameOf(common) }),
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
  g.font = inks.font(SMALL);
  const labels = rows.map(([series, at]) => list([series, at].filter(Boolean), "unit"));
  const widest = Math.max(...labels.map((label) => g.measureText(label).width));
  const left = Math.min(0.5 * width, widest + 12);
  const numbers = rows.map(([, , value]) => numberText(value, unit));
  const right = width - Math.max(...numbers.map((words) => g.measureText(words).width)) - END;
  const [low, high] = spanOf(rows, unit);
  const x = (value) => left + ((right - left) * (value - low)) / (high - low || 1);
  const bottom = TOP + ROW * rows.length;
  g.textBaseline = "middle";
  const marks = [low, (low + high) / 2, high];
  const room = marks.reduce((sum, mark) => sum + g.measureText(numberText(mark, unit)).width, 24);
  marks.forEach((mark, at) => {
    line(g, x(mark), TOP, x(mark), bottom, inks.line, 1);
    if (at === 1 && room > right - left) return;
    g.fillStyle = inks.muted;
    g.textAlign = /** @type {CanvasTextAlign} */ (["left", "center", "right"][at]);
    g.fillText(numberText(mark, unit), x(mark), bottom + 12);
  });
  rows.forEach(([, , value, from, to], at) => {
    const y = TOP + ROW * (at + 0.5);
    g.textAlign = "left";
    g.fillStyle = inks.ink;
    g.fillText(fitText(g, labels[at], left - 8), 0, y);
    if (from !== null && to !== null) line(g, x(from), y, x(to), y, inks.bar, 5);
    g.fillStyle = inks.ink;
    g.beginPath();
    g.arc(x(value), y, 4, 0, 2 * Math.PI);
    g.fill();
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

function line(g, x0, y0, x1, y1, colour, width) {
  g.strokeStyle = colour;
  g.lineWidth = width;
  g.beginPath();
  g.moveTo(x0, y0);
  g.lineTo(x1, y1);
  g.stroke();
}

function fitText(g, words, room) {
  let shown = words;
  while (shown.length > 4 && g.measureText(shown).width > room) shown = `${shown.slice(0, -2)}…`;
  return shown;
}
