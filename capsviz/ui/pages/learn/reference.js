/* Reference: the claims and the glossary. */

import { make } from "../../browser/dom.js";
import { linkBlock } from "../../browser/links.js";
import { door, markupElement } from "./words.js";

const SIDES = ["for", "against", "try"];

/**
 * @param {any[]} claims
 * @param {import("./words.js").Word} word
 */
export function claimCards(claims, word) {
  const cards = claims.map((claim) => {
    const sides = SIDES.flatMap((side) => [
      make("dt", {}, word(side)),
      make("dd", {}, claim[side]),
    ]);
    const card = make(
      "article",
      { className: "cv-framed cv-claim" },
      make("h3", {}, claim.claim),
      make("dl", {}, ...sides),
    );
    if (claim.href) card.append(door(claim.href, claim.label));
    return card;
  });
  return make("div", { className: "cv-claims", data: { testid: "claims" } }, ...cards);
}

/** @param {string} text */
function heading(text) {
  return make("h2", { className: "cv-step-title", tabIndex: -1 }, text);
}

/**
 * @param {any} course
 * @param {import("./words.js").Word} word
 * @param {string} base of the app
 */
export function glossaryTerms(course, word, base) {
  /** @type {{name: string, means: string, block: string}[]} */
  const terms = Object.values(course.terms);
  const sorted = terms.sort((a, b) => a.name.localeCompare(b.name));
  const rows = sorted.flatMap(({ name, means, block }) => {
    const link = make("a", { className: "cv-link" }, word("term-where"));
    if (block) linkBlock(link, base, block);
    return [make("dt", {}, name), make("dd", {}, means, ...(block ? [" ", link] : []))];
  });
  const attributes = { className: "cv-glossary", data: { testid: "glossary" } };
  return [heading(word("terms")), make("dl", attributes, ...rows), paperList(course.papers, word)];
}

/**
 * Papers to read, each as a link and a sentence.
 * @param {{title: string, authors: string, year: number, url: string, note: string}[]} papers
 * @param {import("./words.js").Word} word
 */
export function paperList(papers, word) {
  const rows = papers.map(({ title, authors, year, url, note }) => {
    const link = make("a", { className: "cv-link", href: url, target: "_blank" }, title);
    link.rel = "noreferrer";
    return make("li", {}, link, " ", word("paper", { authors, year: String(year), note }));
  });
  const label = word("papers");
  return make(
    "section",
    { className: "cv-papers", data: { testid: "papers" }, aria: { "aria-label": label } },
    make("h3", {}, label),
    make("ul", {}, ...rows),
  );
}

/**
 * @param {any} course
 * @param {import("./words.js").Word} word
 */
export function glossarySymbols(course, word) {
  /** @type {{html: string, means: string}[]} */
  const symbols = Object.values(course.symbols);
  const rows = symbols.flatMap(({ html, means }) => [
    markupElement("dt", html),
    make("dd", {}, means),
  ]);
  const attributes = { className: "cv-glossary cv-glossary-symbols" };
  return [heading(word("symbols")), make("dl", attributes, ...rows)];
}
