/* Measured results beneath a page: tables and sentences, as capsviz/ui/catalogue/sections.py has them. */

import { make } from "../browser/dom.js";

/** Letters behind a backslash, bold, emphasis and code, as Markdown marks them within a line. */
const MARKED = /\\([^a-zA-Z0-9\s])|\*\*(.+?)\*\*|\*(.+?)\*|(`+)(.+?)\4/g;

/**
 * The parts of a line of Markdown.
 * @param {string} text
 * @returns {{tag: "" | "b" | "em" | "code", text: string}[]} `tag` is "" for plain words
 */
export function markdownParts(text) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(MARKED)) {
    const [whole, letter, bold, emphasis, , code] = found;
    parts.push({ tag: "", text: text.slice(from, found.index) + (letter ?? "") });
    from = found.index + whole.length;
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

/** A line of Markdown as a paragraph. @param {string} text */
export function sentence(text) {
  const parts = markdownParts(text);
  return make(
    "p",
    {},
    ...parts.map((part) => (part.tag ? make(part.tag, {}, part.text) : part.text)),
  );
}

/** @param {{heads: string[], rows: string[][], folded: string}} table */
function tableOf({ heads, rows, folded }) {
  const cell = (name, text, scope) =>
    make(name, scope ? { scope } : {}, ...sentence(text).childNodes);
  const head = make("tr", {}, ...heads.map((text) => cell("th", text, "col")));
  const body = rows.map(([name, ...values]) =>
    make("tr", {}, cell("th", name, "row"), ...values.map((text) => cell("td", text, ""))),
  );
  const whole = make("table", {}, make("thead", {}, head), make("tbody", {}, ...body));
  const wide = make("div", { className: "cv-site-wide", tabIndex: 0 }, whole);
  if (!folded) return wide;
  return make("details", { className: "cv-fold" }, make("summary", {}, folded), wide);
}

/**
 * @param {HTMLElement} place
 * @param {{title: string, parts: any[]}[]} sections
 */
export function showMeasurements(place, sections) {
  place.replaceChildren(
    ...sections.map(({ title, parts }) =>
      make(
        "section",
        {},
        make("h2", { className: "cv-title" }, title),
        ...parts.map((part) => (typeof part === "string" ? sentence(part) : tableOf(part))),
      ),
    ),
  );
}
