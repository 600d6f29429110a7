/*
 * Texts of the document's language: messages in Fluent's syntax, whole sentences with named values
 * and plurals. Numbers and lists are written as that language writes them.
 */

import { FluentBundle, FluentResource } from "./vendor/fluent.js";

/**
 * @typedef {object} Texts as `Texts` of capsviz/ui/languages/messages.py
 * @property {string} locale a tag of BCP 47
 * @property {string} direction "ltr" or "rtl"
 * @property {string} messages in Fluent's syntax
 */

const ENGLISH = "en-GB";

/** @param {string} locale */
const makeBundle = (locale) => new FluentBundle(locale, { useIsolating: false });

let bundle = makeBundle(ENGLISH);

/** Take messages; those of another language before them go. @param {Texts} texts */
export function adoptTexts({ locale, direction, messages }) {
  if (locale !== bundle.locales[0]) bundle = makeBundle(locale);
  bundle.addResource(new FluentResource(messages), { allowOverrides: true });
  const root = globalThis.document?.documentElement;
  if (!root || locale === ENGLISH) return;
  root.lang = locale;
  root.dir = direction;
}

/**
 * A message as plain text.
 * @param {string} id
 * @param {Record<string, string | number>} [values]
 */
export function text(id, values) {
  const pattern = bundle.getMessage(id)?.value;
  return pattern ? bundle.formatPattern(pattern, values, []) : id;
}

/** Put messages in place of the English ones that markup came with. @param {ParentNode} root */
export function localise(root) {
  /** @type {NodeListOf<HTMLElement>} */
  const elements = root.querySelectorAll("[data-text]");
  for (const element of elements) {
    const message = bundle.getMessage(element.dataset.text ?? "");
    for (const [name, pattern] of Object.entries(message?.attributes ?? {}))
      element.setAttribute(name, bundle.formatPattern(pattern));
    if (!message?.value) continue;
    const icon = element.querySelector(":scope > svg");
    // From the program's own catalogues, whose elements are those of the English.
    element.innerHTML = bundle.formatPattern(message.value);
    if (icon) element.prepend(icon);
  }
}

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/**
 * A number as text.
 * @param {number} value
 * @param {number} [digits] behind the point; as many as it has, at most three, without
 */
export function number(value, digits) {
  const [locale] = bundle.locales;
  const key = `${locale} ${digits}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  formats.set(key, format);
  return format.format(value);
}

/**
 * Things one after the other, as a sentence has them.
 * @param {string[]} parts @param {"conjunction" | "disjunction"} [type] "and" or "or"
 */
export function list(parts, type = "conjunction") {
  return new Intl.ListFormat(bundle.locales[0], { type }).format(parts);
}
