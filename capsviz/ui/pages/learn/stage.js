/* The place of a step's figure: which one, in which state, and what saves it. */

import { makeButton } from "../../browser/dom.js";
import { backgroundChoice } from "../../browser/sheet.js";
import { FIGURES } from "./figures/index.js";
import { saveFigure } from "./figures/save.js";
import { wordsOf } from "./words.js";

/**
 * A lesson's figure at a step: its own, or the one of the step before.
 * @param {any} lesson
 * @param {number} step
 * @returns {{kind: string, options: Record<string, any>}}
 */
export function figureAt(lesson, step) {
  const at = lesson.steps.slice(0, step + 1).findLastIndex((one) => one.figure);
  const { figure, options } = lesson.steps[at];
  return { kind: figure, options };
}

/**
 * Build a step's figure. Every step begins with one of its own, in the state that it needs.
 * @param {HTMLElement} host
 * @param {{lesson: any, step: number, course: any, extra: any, kept: any, report:
 *   (event: string) => void, changed: () => void}} given `kept` is a state from a link
 */
export function buildFigure(host, { lesson, step, course, extra, kept, report, changed }) {
  const { kind, options } = figureAt(lesson, step);
  const context = { t: wordsOf(course, kind), report, changed, extra };
  return new FIGURES[kind](host, context, options, kept);
}

/**
 * Links that save a figure.
 * @param {HTMLElement} host of the figure
 * @param {import("./words.js").Word} word
 * @param {{title: string, name: string, network: string}} file `name` without its ending
 * @returns {(Node | string)[]}
 */
export function saveButtons(host, word, file) {
  const kinds = /** @type {const} */ (["svg", "png"]);
  const buttons = kinds.flatMap((kind) => [
    makeButton("cv-link", `save-${kind}`, word(`save-${kind}`), () => saveFigure(host, file, kind)),
    " ",
  ]);
  return [`${word("save-title")}: `, ...buttons, backgroundChoice(host)];
}
