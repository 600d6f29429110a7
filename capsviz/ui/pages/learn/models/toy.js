/**
 * What lies behind a figure: its state, as plain values that a link can carry, and what can be
 * done to it. Nothing here draws; a figure asks its toy and shows what it finds.
 *
 * @typedef {import("../../../browser/view.js").Property} Property
 * @typedef {Record<string, any>} State
 * @typedef {Record<string, any>} Options of a step, from the lesson's file
 *
 * @typedef {object} Toy
 * @property {string[]} events names that lessons wait for
 * @property {(options: Options) => Property[]} table what the state holds, within which limits;
 *   the defaults are what a step with these options begins with
 * @property {Record<string, (state: State, options: Options, ...given: any[]) => string[]>} acts
 *   change the state and tell the events that this made happen
 */

import { readView } from "../../../browser/view.js";

/**
 * A toy's state: where a step begins, or what a link brings back.
 * @param {Toy} toy
 * @param {Options} options
 * @param {State | null} [values]
 * @returns {State}
 */
export function toyState(toy, options, values = null) {
  return readView(toy.table(options), values);
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
export function clampNumber(value, least, most) {
  return Math.min(most, Math.max(least, value));
}
