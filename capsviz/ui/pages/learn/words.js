/* Texts of a course, and elements made from them. */

import { make } from "../../browser/dom.js";
import { fillText } from "../../browser/text.js";

/** @typedef {(name: string, values?: import("../../browser/text.js").Values) => string} Word */

/**
 * Texts of a group, such as "page" or a figure's name.
 * @param {any} course
 * @param {string} group
 * @returns {Word}
 */
export function wordsOf(course, group) {
  return (name, values) => fillText(course.words[group]?.[name] ?? name, values);
}

/**
 * An element with markup from the lesson files, which the server rendered from Markdown without
 * HTML.
 * @param {string} tag
 * @param {string} text
 * @param {Record<string, any>} [properties]
 */
export function markupElement(tag, text, properties = {}) {
  return make(tag, { ...properties, innerHTML: text });
}

/**
 * Paragraphs.
 * @param {string} text
 * @param {string} testid
 */
export function prose(text, testid) {
  return markupElement("div", text, { className: "cv-prose", data: { testid } });
}

export function inClassMode() {
  return document.documentElement.classList.contains("cv-class-mode");
}

/** Whether this page follows a lecturer. */
export function isFollowing() {
  return document.documentElement.classList.contains("cv-class-follows");
}

/**
 * A link to a live page, which keeps class mode.
 * @param {string} href
 * @param {string} label
 * @returns {HTMLAnchorElement}
 */
export function door(href, label) {
  const address = new URL(href, location.href);
  if (inClassMode()) address.searchParams.set("class", "1");
  return make(
    "a",
    {
      className: "cv-door",
      href: address.pathname + address.search,
      target: "_self",
      data: { testid: "open-page" },
    },
    label,
    make("span", { aria: { "aria-hidden": "true" } }, " →"),
  );
}
