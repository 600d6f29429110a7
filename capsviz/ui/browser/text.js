/*
 * Texts of the document's language: messages in Fluent's syntax, whole sentences with named values
 * and plurals. Numbers and lists are written as that language writes them.
 */

import { FluentBundle, FluentResource } from "./vendor/fluent.js";

/**
 * @typedef {object} Texts as `Texts` of capsviz/ui/languages/messages.py
 * @property {string} locale a tag of BCP 47
 * @property {string} direction "ltr" or "rtl"
 * @property {string} [shared] what all pages have, in Fluent's syntax
 * @property {string} [messages] one page's, which go when another page's come
 */

/** @typedef {Record<string, string | number>} Values by their names in a text */

const ENGLISH = "en-GB";

/** @param {string} locale @returns {any} */
const makeBundle = (locale) => new FluentBundle(locale, { useIsolating: false });

let shared = makeBundle(ENGLISH);
let current = shared;
/** Messages of all pages so far: a page that is left may still show an answer. */
let visited = makeBundle(ENGLISH);
/** @param {string} id */
const find = (id) => current.getMessage(id) ?? shared.getMessage(id);

/** Take messages; those of another language before them go. @param {Texts} texts */
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

/** Messages on their way with the header. @type {Promise<unknown> | null} */
let awaited = null;

/** Say that messages which pages share are on their way. @param {Promise<unknown>} texts settles when they were adopted */
export function awaitTexts(texts) {
  awaited = texts;
  texts.finally(() => {
    awaited = null;
  });
}

/** Resolves when no messages are on their way, or at once. */
export const awaitedTexts = () => awaited;

/** Whether the messages that pages share are here. @param {boolean} english in which language */
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
  // Browser tests fail where a page names a message that it was not sent.
  console.error(`no message ${id}`);
  return id;
}

/** Words with values that came without a name, as each was read. @type {Map<string, any>} */
const patterns = new Map();

/**
 * Words with values, as plain text.
 * @param {string} template of a lesson file, in Fluent's syntax
 * @param {Values} [values]
 */
export function fillText(template, values) {
  if (!template.includes("{")) return template;
  const pattern = patterns.get(template) ?? new FluentResource(`m = ${template}`).body[0].value;
  patterns.set(template, pattern);
  return shared.formatPattern(pattern, values, []);
}

/** Values that messages of markup may name, as `MARKUP_VALUES` of capsviz/ui/languages/messages.py. */
const facts = { thing: "digit", dimensions: 16 };

/**
 * A message around an element, such as a link: the words before it, and those behind it.
 * @param {string} id of a message with the value $element
 * @param {Values} [values]
 */
export function textAround(id, values) {
  return text(id, { ...values, element: "\u0000" }).split("\u0000");
}

/** Put messages in place of the English ones that markup came with. @param {ParentNode} root */
export function localise(root) {
  /** @type {NodeListOf<HTMLElement>} */
  const elements = root.querySelectorAll("[data-text]");
  for (const element of elements) wordElement(element);
  for (const template of root.querySelectorAll("template")) localise(template.content);
}

/**
 * Word markup for another network.
 * @param {ParentNode} root
 * @param {Partial<typeof facts>} changes what a class is called; how many numbers a pose has
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
  // Scripts may have filled its parts: they stay, where the message is the same.
  if (shownHtml.get(element) === html) return;
  shownHtml.set(element, html);
  const icon = element.querySelector(":scope > svg");
  if (element.innerHTML === html) return;
  // From the program's own catalogues, whose elements are those of the English.
  element.innerHTML = html;
  if (icon) element.prepend(icon);
}

/** The words that each element was given last. @type {WeakMap<Element, string>} */
const shownHtml = new WeakMap();

/** @param {string} source */
const escapeHtml = (source) => source.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/**
 * A number as text, with a true minus sign.
 * @param {number} value
 * @param {number} [digits] behind the point; as many as it has, at most three, without
 * @param {{ grouping?: boolean, significant?: number, signed?: boolean, words?: boolean }} [options]
 *   grouping: whether thousands are set apart; not in formulas. significant: how many digits at most,
 *   wherever the point is. signed: with a plus sign above 0. words: as "188 million"
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
  // Rounded as everywhere else in a page.
  const rounded = digits === undefined ? value : Number(value.toFixed(digits));
  return format.format(rounded).replace("-", "\u2212");
}

/**
 * Things one after the other, as a sentence has them.
 * @param {string[]} parts
 * @param {"conjunction" | "disjunction" | "unit" | "numbers" | "sentences" | "dots"} [type] "and",
 *   "or", or commas alone, which numbers with decimal commas do not have; sentences; dots between
 */
export function list(parts, type = "conjunction") {
  if (type !== "conjunction" && type !== "disjunction")
    return parts.length
      ? parts.reduce((before, next) => text(`list-${type}`, { before, next }))
      : "";
  return new Intl.ListFormat(shared.locales[0], { type }).format(parts);
}
