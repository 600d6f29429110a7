/* Names that the program has in English, in the visitor's language; what it does not know stays. */

import { text } from "./text.js";

/** @param {string} title @returns {string} the same as a key of messages */
export const keyOf = (title) => title.toLowerCase().replace(/[^a-z]+/g, "-");

/** @param {string} title of a network */
export const networkName = (title) => text("network-name", { key: keyOf(title), title });

/** @param {string} title of a class */
export const className = (title) => text("class-name", { key: keyOf(title), title });

/** @param {string} title of a data set */
export const setName = (title) => text("set-name", { key: keyOf(title), title });

/**
 * Data of a page, its networks and classes called as the visitor calls them.
 * @param {any} data
 * @returns {any}
 */
export function wordNames(data) {
  const worded = { ...data };
  const { network, label, title, titles } = worded;
  for (const field of ["classes", "called"])
    if (worded[field]) worded[field] = worded[field].map(className);
  for (const field of ["columns", "networks", "offered"])
    if (worded[field]) worded[field] = worded[field].map(wordNames);
  if (network?.classes) worded.network = wordNames(network);
  if (label) worded.label = className(label);
  if (title) worded.title = networkName(title);
  if (titles)
    worded.titles = Object.fromEntries(
      Object.entries(titles).map(([name, each]) => [name, networkName(each)]),
    );
  return worded;
}
