/* Translates names of networks, classes and data sets. Unknown names stay in English. */

import { text } from "./text.js";

/** @param {string} title @returns {string} its key in messages */
export const keyOf = (title) => title.toLowerCase().replace(/[^a-z]+/g, "-");

/** @param {string} title of a network */
export const networkName = (title) => text("network-name", { key: keyOf(title), title });

/** @param {string} title of a class */
export const className = (title) => text("class-name", { key: keyOf(title), title });

/** @param {string} title of a data set */
export const setName = (title) => text("set-name", { key: keyOf(title), title });

/** @param {string} title of a sample: "7-upright", "1-or-7", or a class and a number */
export function sampleName(title) {
  const [, digit, hand] = /^(\d)-([a-z]+)$/.exec(title) ?? [];
  if (hand) return text("sample-hand", { digit, hand });
  const [, one, other] = /^(\d)-or-(\d)$/.exec(title) ?? [];
  if (other) return text("sample-either", { one, other });
  const [, name, number] = /^(.+) (\d+)$/.exec(title) ?? [];
  return number ? text("sample-class", { name: className(name), number }) : title;
}

/**
 * A page's data with translated names of networks and classes.
 * @param {any} data
 * @returns {any}
 */
export function wordNames(data) {
  const translated = { ...data };
  const { network, label, title, titles } = translated;
  for (const field of ["classes", "called"])
    if (translated[field]) translated[field] = translated[field].map(className);
  for (const field of ["columns", "networks", "offered"])
    if (translated[field]) translated[field] = translated[field].map(wordNames);
  if (network?.classes) translated.network = wordNames(network);
  if (label) translated.label = className(label);
  if (title) translated.title = networkName(title);
  if (titles)
    translated.titles = Object.fromEntries(
      Object.entries(titles).map(([name, each]) => [name, networkName(each)]),
    );
  return translated;
}
