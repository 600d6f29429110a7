/* The order of the networks: the given one, or by a column of the table. */

import { errorOf, titleOf } from "./words.js";

/**
 * @typedef {import("./words.js").Column} Column
 * @typedef {{by: string, descending: boolean}} Order "" for as given; `descending` from large to small
 */

/**
 * Sort keys of the table's columns: numbers, or texts in alphabetical order. Rows without one (null)
 * are last.
 * @type {Record<string, (column: Column, image: Uint8Array) => number | string | null>}
 */
const KEYS = {
  network: titleOf,
  answer: ({ called, winner }) => called[winner],
  lengths: ({ lengths, winner }) => lengths[winner],
  couplings: ({ kind, types, grid, rows }) => (kind === "capsules" ? types * grid * rows : null),
  reconstruction: errorOf,
  accuracy: ({ accuracy }) => accuracy.share,
};
/** Columns that a first press sorts from large to small. */
const DESCENDING_COLUMNS = ["lengths", "couplings", "accuracy"];

/**
 * The order after a press: a second one turns it round, a third one undoes it.
 * @param {Order} order @param {string} by
 * @returns {Order}
 */
export function orderAfterPress(order, by) {
  const first = DESCENDING_COLUMNS.includes(by);
  if (order.by !== by) return { by, descending: first };
  return order.descending === first ? { by, descending: !first } : { by: "", descending: false };
}

/** As the attribute says it. @param {Order} order @param {string} by */
export function ariaSort(order, by) {
  if (order.by !== by) return "none";
  return order.descending ? "descending" : "ascending";
}

/**
 * @template {Column} T
 * @param {T[]} columns
 * @param {Order} order
 * @param {Uint8Array} image that they read
 * @returns {T[]}
 */
export function sortNetworks(columns, { by, descending }, image) {
  if (!by) return columns;
  const keyed = columns.map((column) => ({ column, key: KEYS[by](column, image) }));
  const sortable = keyed.filter(({ key }) => key !== null);
  const compare = (/** @type {any} */ a, /** @type {any} */ b) =>
    typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b;
  sortable.sort((a, b) => (descending ? -1 : 1) * compare(a.key, b.key));
  return [...sortable, ...keyed.filter(({ key }) => key === null)].map(({ column }) => column);
}
