/* Curves over the steps of a run, as stateless functions of numbers and a drawing context. */

import { drawChart, drawDisc, drawRule, drawText, linearScale } from "../../browser/chart.js";
import { couplingOf } from "../../browser/picture.js";
import { number, text } from "../../browser/text.js";
import { accuracyWords } from "./words.js";

/** Height of the legend above the curves. */
export const CURVE_ROOM = { left: 46, right: 10, top: 24, bottom: 20 };

/**
 * @typedef {object} Curve
 * @property {string} name
 * @property {string} colour
 * @property {number[][]} points step and value of each
 * @property {number[]} [dash]
 */

/**
 * An accuracy that a visitor guesses.
 *
 * @typedef {object} AccuracyQuestion
 * @property {number} step after which it is asked
 * @property {number[]} limits between the answers
 * @property {number | null} choice index of the answer
 */

/** Width of the column of answers, and between two of them; pixels. */
const ANSWER = { width: 20, gap: 2 };

/**
 * Scale of a chart: its range of values, and its ticks.
 * @param {Curve[]} curves
 * @param {boolean} log
 */
export function scaleOf(curves, log) {
  if (!log) return { minimum: 0, maximum: 1, marks: [0, 0.5, 1] };
  const values = curves.flatMap(({ points }) => points.map(([, value]) => value));
  const good = values.filter((value) => value > 0 && Number.isFinite(value));
  if (!good.length) return { minimum: 0.01, maximum: 1, marks: [0.01, 0.1, 1] };
  const [minimum, maximum] = [Math.min(...good, 1), Math.max(...good, 0.001)];
  const [first, last] = [Math.floor(Math.log10(minimum)), Math.ceil(Math.log10(maximum))];
  const marks = Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i));
  return { minimum: 10 ** first, maximum: 10 ** Math.max(last, first + 1), marks };
}

/** Label of a tick; small powers of ten are written as such. @param {number} value */
export function markWords(value) {
  if (value >= 0.001 || value <= 0) return number(value);
  return `10⁻${[...String(-Math.round(Math.log10(value)))].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[+digit]).join("")}`;
}

/** Position of a step, 0 to 1, with more room for early ones. */
export function positionOf(step, last) {
  return Math.sqrt(Math.max(0, step) / Math.max(1, last));
}

/**
 * @param {any} g a context, or an SVG writer
 * @param {number} width
 * @param {number} height
 * @param {{curves: Curve[], log: boolean, step: number, last: number, inks: any,
 *   unit: (value: number) => string, question?: AccuracyQuestion | null, chance?: number | null,
 *   accuracy?: number | null}} page `chance` is the accuracy of guessing, `accuracy` that at `step`
 */
export function drawCurves(
  g,
  width,
  height,
  { curves, log, step, last, inks, unit, question, chance = null, accuracy = null },
) {
  const { minimum, maximum, marks: levels } = scaleOf(curves, log);
  const [left, right] = [CURVE_ROOM.left, width - CURVE_ROOM.right];
  const [top, low] = [CURVE_ROOM.top, height - CURVE_ROOM.bottom];
  const xScale = linearScale([0, 1], [left, right]);
  const transform = log ? Math.log : Number;
  const yScale = linearScale([minimum, maximum].map(transform), [low, top]);
  const lines = curves.map(({ points, ...style }) => ({
    width: 1.8,
    ...style,
    points: points.filter(([, value]) => Number.isFinite(value) && (!log || value > 0)),
  }));
  g.font = inks.font(12);
  const chart = {
    x: (step) => xScale(positionOf(step, last)),
    y: (value) => yScale(transform(Math.min(maximum, Math.max(minimum, value)))),
    levels,
    unit,
    marks: [0, last],
    words: (step) => (step ? text("axis-step", { step }) : "0"),
    lines,
    now: { value: step, colour: inks.accent },
  };
  drawChart(g, { left, right, top, low }, chart, inks);
  if (question) drawAnswers(g, chart, question, inks);
  if (chance !== null)
    drawChance(g, chart, { chance, right, level: question ? accuracy : null }, inks);
  if (accuracy !== null) drawLevel(g, chart, { step, accuracy, right, question }, inks);
}

/** Radius of the dot at a moment's value, in pixels. */
const DOT = 5;
/** Height of words beneath a level and of half a tick's, in pixels. */
const ROOM_BELOW = 24;

/** The present accuracy: a dot and, if the curve is hidden, a line at its level. */
function drawLevel(g, { x, y }, { step, accuracy, right, question }, inks) {
  if (question) {
    drawRule(g, x(0), y(accuracy), right, y(accuracy), { colour: inks.accent, dash: [5, 4] });
    // Above the line if the tick at 0 is close below it.
    const [baseline, offset] = y(0) - y(accuracy) < ROOM_BELOW ? ["bottom", -4] : ["top", 4];
    const style = { colour: inks.accent, align: "right", baseline };
    drawText(g, accuracyWords(accuracy), x(step) - 8, y(accuracy) + offset, style);
  }
  drawDisc(g, x(step), y(accuracy), DOT, { fill: inks.accent, edge: inks.paper, width: 2 });
}

/**
 * The accuracy by chance, that of an untrained network. Its label is below the line if the line at
 * `level` would cross it.
 */
function drawChance(g, { x, y }, { chance, right, level }, inks) {
  drawRule(g, x(0), y(chance), right, y(chance), { colour: inks.muted, dash: [2, 4] });
  const distance = level === null ? 0 : y(chance) - y(level);
  const [baseline, offset] = distance > 0 && distance < ROOM_BELOW ? ["top", 2] : ["bottom", -3];
  const style = { colour: inks.muted, align: "right", baseline };
  drawText(g, text("curve-chance"), right - 8, y(chance) + offset, style);
}

/** The answers of a guess, each over its range of accuracies, at the step that is asked about. */
function drawAnswers(g, { x, y }, { step, limits, choice }, inks) {
  const { width, gap } = ANSWER;
  const left = x(step) - width / 2;
  const ends = [0, ...limits, 1];
  g.textBaseline = "middle";
  for (const limit of limits) {
    const style = { colour: inks.muted, align: "left" };
    drawText(g, String(Math.round(100 * limit)), left + width + 5, y(limit), style);
  }
  ends.slice(1).forEach((end, i) => {
    const [top, low] = [y(end) + gap / 2, y(ends[i]) - gap / 2];
    g.globalAlpha = i === choice ? 0.9 : 0.15;
    g.fillStyle = inks.accent;
    g.fillRect(left, top, width, low - top);
    g.globalAlpha = 1;
    const showsMark = choice === null && low - top > 14;
    if (showsMark) drawText(g, "?", x(step), (top + low) / 2, { align: "center" });
  });
}

/** The step at a position of the axis, 0 to 1. */
export function stepAt(position, last) {
  return Math.round(position ** 2 * last);
}

/** Radius of a vote with a coupling of 0, in pixels. */
const RADIUS = 1.6;

/**
 * Draw votes by their components along and across a capsule, on one scale for the film.
 * @param {any} g
 * @param {number} width
 * @param {number} height
 * @param {{votes: Float32Array, couplings: Uint8Array, capsule: Float32Array, extent: number,
 *   inks: any}} page
 */
export function drawVotes(g, width, height, { votes, couplings, capsule, extent, inks }) {
  const [middleX, middleY] = [width * 0.25, height / 2];
  // A capsule's length is at most 1: its ring always fits.
  const scale = Math.min((width * 0.72) / Math.max(1, extent), (height * 0.48) / extent);
  drawRule(g, 0, middleY, width, middleY, { colour: inks.line });
  drawRule(g, middleX, 0, middleX, height, { colour: inks.line });
  for (let i = 0; i < couplings.length; i++) {
    const share = couplingOf(couplings[i]);
    g.globalAlpha = 0.5 + 0.5 * share;
    const [x, y] = [middleX + votes[2 * i] * scale, middleY - votes[2 * i + 1] * scale];
    drawDisc(g, x, y, RADIUS + 3 * share, { fill: inks.symbols.uhat });
  }
  g.globalAlpha = 1;
  const ring = { edge: inks.symbols.v, width: 2 };
  drawDisc(g, middleX + capsule[0] * scale, middleY, 5, ring);
}
