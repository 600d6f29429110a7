/* The place of a step's figure: which one, in which state, and what saves it. */

import { exportButtons } from "../../browser/export.js";
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
 * The sign that saves a figure, beside its controls.
 * @param {{host: HTMLElement, controls: HTMLElement, network: string}} figure
 * @param {{title: string, name: string}} file `name` without its ending
 */
export function offerFigure({ host, controls, network }, { title, name }) {
  const save = (kind) => () => saveFigure(host, { title, name, network }, kind);
  exportButtons(controls, title, { svg: save("svg"), png: save("png") });
}
