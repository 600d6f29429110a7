/*
 * A page's view in the browser. Its properties and limits are declared in the page's view.py; the
 * page's data contain the declaration as a table.
 */

/**
 * @typedef {object} Property
 * @property {string} name
 * @property {"whole" | "number" | "numbers" | "switch" | "choice" | "text" | "other"} kind
 * @property {any} default
 * @property {boolean} [optional] whether null is allowed
 * @property {any} [least] minimum
 * @property {any} [most] maximum, or maximum absolute value of several numbers
 * @property {any} [count] of numbers
 * @property {any} [options] words
 * @property {any} [pattern] of the entire text
 */

/** @type {Record<string, (value: any, property: Property) => boolean>} */
const VALIDATORS = {
  whole: (value, { least, most }) => Number.isInteger(value) && value >= least && value <= most,
  number: (value, { least, most }) => Number.isFinite(value) && value >= least && value <= most,
  numbers: (value, { count, most }) =>
    Array.isArray(value) &&
    value.length === count &&
    value.every((x) => Number.isFinite(x) && Math.abs(x) <= most),
  switch: (value) => typeof value === "boolean",
  choice: (value, { options }) => options.includes(value),
  text: (value, { pattern }) =>
    typeof value === "string" && new RegExp(`^(?:${pattern})$`).test(value),
  other: () => true,
};

/**
 * Whether a property accepts a value.
 * @param {Property} property
 * @param {any} value
 */
export function takes(property, value) {
  if (value === null || value === undefined) return Boolean(property.optional);
  return VALIDATORS[property.kind](value, property);
}

/**
 * A view with exactly the declared properties: plain values if valid, or else defaults.
 * @param {Property[]} table
 * @param {Record<string, any> | null} [values]
 * @returns {Record<string, any>}
 */
export function readView(table, values = null) {
  const view = {};
  for (const property of table) {
    const value = values?.[property.name];
    const good = value !== undefined && takes(property, value);
    view[property.name] = structuredClone(good ? value : property.default);
  }
  return view;
}
