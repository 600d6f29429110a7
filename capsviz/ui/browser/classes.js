/* Names of a network's classes: digits, shapes, or anything else it was trained on. */

import { setText } from "./dom.js";
import { setName } from "./names.js";
import { tellFacts, text } from "./text.js";

/**
 * @typedef {object} NetworkData as `cache.network` in Python describes it; optional properties are
 *   missing in notebooks
 * @property {string} name
 * @property {string[]} classes names
 * @property {string} thing noun for a class: "digit", "shape", ...
 * @property {string} data_set
 * @property {boolean} digits whether the classes are MNIST's digits
 * @property {string} way how uploaded pictures are read
 * @property {string} measure name of its numbers for classes, such as "length"
 * @property {string} meaning
 * @property {number} dimensions of a pose
 * @property {number} side of its input, in pixels
 * @property {number} channels of a pixel: 1 for grey, 3 for colours, 2 or 4 for others
 * @property {number[]} tiles number of input capsules' types, columns and rows
 * @property {boolean} shares whether its numbers sum to 1
 * @property {boolean} iterative
 * @property {string} routing
 * @property {boolean} by_agreement
 * @property {string} sharing how it shares votes
 * @property {string} couplings_over capsules over which couplings sum to 1: "outputs", "inputs" or "none"
 * @property {import("./derive/reading.js").Limits} limits
 * @property {string} published similarities to and differences from the published network
 * @property {string} build kind of its layers, on which `published` depends
 * @property {import("./what_if.js").WhatIf[]} what_ifs
 * @property {boolean} [measured] whether the limits were measured for it
 * @property {{digits: number, false: number, right: Record<string, number>} | null} [standing] how
 *   often a digit lying on its side is noticed
 * @property {string} precision
 * @property {{mean: number, largest: number, n: number} | null} [precision_differs] from float32
 * @property {string | null} [missing] why there is no analysis
 * @property {import("../pages/draw/words.js").Certainty | null} [certainty]
 *
 * @typedef {object} TestSet as `cache.test_of` in Python returns it
 * @property {string} set its name in addresses
 * @property {string} title
 * @property {number} count of pictures
 */

/**
 * Whether a name has more than one character: such names need room.
 * @param {string[]} classes
 */
export function haveNames(classes) {
  return classes.some((name) => name.length > 1);
}

/** The differences of a network from the published one. @param {NetworkData} network */
export function publishedWords({ build, routing, published, classes: { length: classes } }) {
  return text("network-published", { build, routing, published, classes });
}

/** How pixels of several channels are shown; "" for a grey level. @param {number} channels */
export function channelWords(channels) {
  return channels === 1 ? "" : text("channels", { channels });
}

/** @param {string} thing */
function classPlural(thing) {
  return thing === "class" ? "classes" : `${thing}s`;
}

/**
 * A sentence about digits, with the network's noun in place of "digit".
 * @param {string} sentence
 * @param {string} thing
 */
export function speak(sentence, thing) {
  if (thing === "digit") return sentence;
  return sentence.replace(/\bdigits\b/g, classPlural(thing)).replace(/\bdigit\b/g, thing);
}

/**
 * Noun for a picture of one class: "picture" instead of "class".
 * @param {string} thing
 */
function pictureNoun(thing) {
  return thing === "class" ? "picture" : thing;
}

/**
 * Write the network's noun into all elements marked by `data-thing` ("many" for the plural, "one"
 * for a picture of one).
 * @param {HTMLElement} root
 * @param {string} thing
 */
export function nameThings(root, thing) {
  for (const element of root.querySelectorAll("[data-thing]")) {
    const kind = /** @type {HTMLElement} */ (element).dataset.thing;
    setText(element, { many: classPlural(thing), one: pictureNoun(thing) }[kind ?? ""] ?? thing);
  }
  tellFacts(root, { thing });
}

/**
 * Write the number of a pose's dimensions into all elements marked by `data-dimensions`.
 * @param {HTMLElement} root
 * @param {number} count
 */
export function nameNumbers(root, count) {
  for (const element of root.querySelectorAll("[data-dimensions]")) setText(element, String(count));
  tellFacts(root, { dimensions: count });
}

/**
 * Write a test set's name and size into the form that asks for a test picture by its number.
 * @param {HTMLElement} form contains an input and a part "test-name"
 * @param {TestSet | null} test
 */
export function nameTest(form, test) {
  form.hidden = !test;
  const [name, input] = ['[data-part="test-name"]', "input"].map((s) => form.querySelector(s));
  if (!test || !name || !input) return;
  setText(name, testName(test));
  input.setAttribute("max", String(test.count - 1));
}

/** @param {{title: string, set: string}} test */
export function testName({ title, set }) {
  return text("test-picture", { title: setName(title), set });
}
