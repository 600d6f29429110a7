/*
 * Texts in the document's language: messages in Fluent's syntax with named values and plurals.
 * Numbers and lists are formatted for that language.
 */

import { FluentBundle, FluentResource } from "./vendor/fluent.js";

/**
 * @typedef {object} Texts as `Texts` in capsviz/ui/languages/messages.py
 * @property {string} locale a BCP 47 tag
 * @property {string} direction "ltr" or "rtl"
 * @property {string} [shared] messages of all pages, in Fluent's syntax
 * @property {string} [messages] of one page, replaced by the next page's
 */

/** @typedef {Record<string, string | number>} Values by name in a text */

const ENGLISH = "en-GB";

/** @param {string} locale @returns {any} */
const makeBundle = (locale) => new FluentBundle(locale, { useIsolating: false });

let shared = makeBundle(ENGLISH);
let current = shared;
/** Messages of all visited pages: a page left by the visitor may still show an answer. */
let visited = makeBundle(ENGLISH);
/** @param {string} id */
const find = (id) => current.getMessage(id) ?? shared.getMessage(id);

/** Add messages. Messages of another language are dropped. @param {Texts} texts */
export function adoptTexts({ locale, direction, ...texts }) {
  if (locale !== shared.locales[0]) {
    current = shared = makeBundle(locale);
    visited = makeBundle(locale);
  }
  shared.addResource(new FluentResource(texts.shared ?? ""), { allowOverrides: true });
  if (texts.messages) {
    const resource = new FluentResource(texts.messages);
    current = makeBundle(locale);
    for (const bundle of [current, visited]) bundle.addResource(resource, { allowOverrides: true });
  }
  const root = globalThis.document?.documentElement;
  if (!root || locale === ENGLISH) return;
  root.lang = locale;
  root.dir = direction;
}

/** Resolves when the header's messages are loaded. @type {Promise<unknown> | null} */
let awaited = null;

/**
 * Announce that shared messages are loading.
 * @param {Promise<unknown>} texts settles when they are adopted
 */
export function awaitTexts(texts) {
  awaited = texts;
  texts.finally(() => {
    awaited = null;
  });
}

/** A promise for messages being loaded, or null. */
export const awaitedTexts = () => awaited;

/** Whether the shared messages are loaded. @param {boolean} english whether in English */
export function hasShared(english) {
  return shared.hasMessage("server-away") && (shared.locales[0] === ENGLISH) === english;
}

/**
 * A message as plain text.
 * @param {string} id
 * @param {Values} [values]
 */
export function text(id, values) {
  const pattern = (find(id) ?? visited.getMessage(id))?.value;
  if (pattern) return shared.formatPattern(pattern, values, []);
  // Browser tests fail if a page uses a message that it did not get.
  console.error(`no message ${id}`);
  return id;
}

/** Parsed patterns of templates without a message id. @type {Map<string, any>} */
const patterns = new Map();

/**
 * A template with values, as plain text.
 * @param {string} template of a lesson file, in Fluent's syntax
 * @param {Values} [values]
 */
export function fillText(template, values) {
  if (!template.includes("{")) return template;
  const pattern = patterns.get(template) ?? new FluentResource(`m = ${template}`).body[0].value;
  patterns.set(template, pattern);
  return shared.formatPattern(pattern, values, []);
}

/**
 * Values that messages of markup may use, as `MARKUP_VALUES` in capsviz/ui/languages/messages.py.
 */
const facts = { thing: "digit", dimensions: 16 };

/**
 * A message around an element, such as a link: the text before and after it.
 * @param {string} id of a message with the value $element
 * @param {Values} [values]
 */
export function textAround(id, values) {
  return text(id, { ...values, element: "\u0000" }).split("\u0000");
}

/** Replace the markup's English texts by messages. @param {ParentNode} root */
export function localise(root) {
  /** @type {NodeListOf<HTMLElement>} */
  const elements = root.querySelectorAll("[data-text]");
  for (const element of elements) wordElement(element);
  for (const template of root.querySelectorAll("template")) localise(template.content);
}

/**
 * Update the markup's texts for another network.
 * @param {ParentNode} root
 * @param {Partial<typeof facts>} changes noun for a class; number of a pose's dimensions
 */
export function tellFacts(root, changes) {
  Object.assign(facts, changes);
  localise(root);
}

/** @param {HTMLElement} element */
function wordElement(element) {
  const message = find(element.dataset.text ?? "");
  const values = { ...facts, thing: escapeHtml(facts.thing) };
  const format = (/** @type {any} */ pattern) => shared.formatPattern(pattern, values, []);
  for (const [name, pattern] of Object.entries(message?.attributes ?? {}))
    element.setAttribute(name, format(pattern));
  if (!message?.value) return;
  const html = format(message.value);
  // Scripts may have filled its parts: an equal message is not written again.
  if (shownHtml.get(element) === html) return;
  shownHtml.set(element, html);
  const icon = element.querySelector(":scope > svg");
  if (element.innerHTML === html) return;
  // Safe: from the program's own catalogues, with the same elements as in English.
  element.innerHTML = html;
  if (icon) element.prepend(icon);
}

/** The last HTML set in each element. @type {WeakMap<Element, string>} */
const shownHtml = new WeakMap();

/** @param {string} source */
const escapeHtml = (source) => source.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/**
 * A number as text, with a true minus sign.
 * @param {number} value
 * @param {number} [digits] after the point; by default as many as needed, at most three
 * @param {{ grouping?: boolean, significant?: number, signed?: boolean, words?: boolean }}
 *   [options] grouping: thousands separators, not in formulas. significant: maximum number of
 *   significant digits. signed: with a plus sign above 0. words: as "188 million"
 */
export function number(value, digits, options = {}) {
  const { grouping = true, significant, signed = false, words = false } = options;
  const [locale] = shared.locales;
  const key = `${locale} ${digits} ${grouping} ${significant} ${signed} ${words}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      maximumSignificantDigits: significant,
      signDisplay: signed ? "exceptZero" : "negative",
      notation: words ? "compact" : "standard",
      compactDisplay: "long",
      useGrouping: grouping,
    });
  formats.set(key, format);
  // Rounded as elsewhere on pages.
  const rounded = digits === undefined ? value : Number(value.toFixed(digits));
  return format.format(rounded).replace("-", "\u2212");
}

/**
 * Join parts to a list for a sentence.
 * @param {string[]} parts
 * @param {"conjunction" | "disjunction" | "unit" | "numbers" | "sentences" | "dots"} [type] "and";
 *   "or"; commas; separators for numbers, which may have decimal commas; sentences; dots
 */
export function list(parts, type = "conjunction") {
  if (type !== "conjunction" && type !== "disjunction")
    return parts.length
      ? parts.reduce((before, next) => text(`list-${type}`, { before, next }))
      : "";
  return new Intl.ListFormat(shared.locales[0], { type }).format(parts);
}
