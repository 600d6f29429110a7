/**
 * A toy model behind a figure: its state, as plain values that a link can carry, and the acts that
 * change it. Nothing here draws; a figure renders the state.
 *
 * @typedef {import("../../../browser/view.js").Property} Property
 * @typedef {Record<string, any>} State
 * @typedef {Record<string, any>} Options of a step, from the lesson's file
 *
 * @typedef {object} Toy
 * @property {string[]} events names that lessons wait for
 * @property {(options: Options) => Property[]} table properties of the state and their limits; the
 *   defaults are the initial state of a step with these options
 * @property {Record<string, (state: State, options: Options, ...given: any[]) => string[]>} acts
 *   change the state and return the events that this caused
 */

import { readView } from "../../../browser/view.js";

/**
 * State of a toy: a step's initial state, or the state from a link.
 * @param {Toy} toy
 * @param {Options} options
 * @param {State | null} [values]
 * @returns {State}
 */
export function toyState(toy, options, values = null) {
  return readView(toy.table(options), values);
}

/**
 * A whole number of a state.
 * @param {string} name @param {number} initial @param {number} min @param {number} max
 * @returns {Property}
 */
export function wholeNumber(name, initial, min, max) {
  return { name, kind: "whole", default: initial, least: min, most: max };
}

/**
 * Numbers of a state, as many as there are at first.
 * @param {string} name @param {number[]} initial @param {number} max the greatest, each way
 * @returns {Property}
 */
export function numberList(name, initial, max) {
  return { name, kind: "numbers", default: initial, count: initial.length, most: max };
}

/** @param {number} value @param {number} min @param {number} max */
export function clampNumber(value, min, max) {
  return Math.min(max, Math.max(min, value));
}
