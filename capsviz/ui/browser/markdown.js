/* Lines of Markdown: bold, emphasis and code, nothing else. */

import { make } from "./dom.js";

/** Letters behind a backslash, bold, emphasis and code, as Markdown marks them within a line. */
const INLINE_MARKUP =
  /\\([^a-zA-Z0-9\s])|\*\*((?:\\.|[^\\])+?)\*\*|\*((?:\\.|[^\\])+?)\*|(`+)(.+?)\4/g;

/**
 * The pieces of a line of Markdown.
 * @param {string} text
 * @returns {{tag: "" | "b" | "em" | "code", text: string}[]} `tag` is "" for plain words
 */
export function markdownParts(text) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(INLINE_MARKUP)) {
    const [source, letter, bold, emphasis, , code] = match;
    parts.push({ tag: "", text: text.slice(from, match.index) + (letter ?? "") });
    from = match.index + source.length;
    if (bold) parts.push({ tag: "b", text: plainLetters(bold) });
    else if (emphasis) parts.push({ tag: "em", text: plainLetters(emphasis) });
    else if (code) parts.push({ tag: "code", text: code });
  }
  parts.push({ tag: "", text: text.slice(from) });
  return /** @type {any} */ (parts.filter((part) => part.text));
}

/** @param {string} text */
function plainLetters(text) {
  return text.replace(/\\([^a-zA-Z0-9\s])/g, "$1");
}

/** A line of Markdown as content of an element. @param {string} text */
export function markdownNodes(text) {
  return markdownParts(text).map((part) => (part.tag ? make(part.tag, {}, part.text) : part.text));
}

/**
 * A line of Markdown as a paragraph.
 * @param {string} text
 * @param {string} [className]
 */
export function paragraph(text, className = "") {
  return make("p", { className }, ...markdownNodes(text));
}
