/* Measured results beneath a page: tables and sentences, as capsviz/ui/catalogue/sections.py has them. */

import { make } from "../browser/dom.js";

/** Markdown's bold, and letters behind a backslash as they are. @param {string} text */
export function sentence(text) {
  const parts = text.split("**").map((part) => part.replace(/\\([^a-zA-Z0-9\s])/g, "$1"));
  return make("p", {}, ...parts.map((part, n) => (n % 2 ? make("b", {}, part) : part)));
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
