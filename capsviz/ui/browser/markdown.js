/* Lines of Markdown: bold, emphasis and code only. */

import { make } from "./dom.js";

/** Inline markup: escaped characters, bold, emphasis and code. */
const INLINE_MARKUP =
  /\\([^a-zA-Z0-9\s])|\*\*((?:\\.|[^\\])+?)\*\*|\*((?:\\.|[^\\])+?)\*|(`+)(.+?)\4/g;

/**
 * The parts of a line of Markdown.
 * @param {string} text
 * @returns {{tag: "" | "b" | "em" | "code", text: string}[]} `tag` is "" for plain text
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

/** A line of Markdown as child nodes. @param {string} text */
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
