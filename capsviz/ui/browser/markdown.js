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
  const pieces = [];
  let from = 0;
  for (const found of text.matchAll(INLINE_MARKUP)) {
    const [whole, letter, bold, emphasis, , code] = found;
    pieces.push({ tag: "", text: text.slice(from, found.index) + (letter ?? "") });
    from = found.index + whole.length;
    if (bold) pieces.push({ tag: "b", text: plainLetters(bold) });
    else if (emphasis) pieces.push({ tag: "em", text: plainLetters(emphasis) });
    else if (code) pieces.push({ tag: "code", text: code });
  }
  pieces.push({ tag: "", text: text.slice(from) });
  return /** @type {any} */ (pieces.filter((piece) => piece.text));
}

/** @param {string} text */
function plainLetters(text) {
  return text.replace(/\\([^a-zA-Z0-9\s])/g, "$1");
}

/** A line of Markdown as content of an element. @param {string} text */
export function markdownNodes(text) {
  return markdownParts(text).map((piece) =>
    piece.tag ? make(piece.tag, {}, piece.text) : piece.text,
  );
}

/**
 * A line of Markdown as a paragraph.
 * @param {string} text
 * @param {string} [className]
 */
export function paragraph(text, className = "") {
  return make("p", { className }, ...markdownNodes(text));
}
