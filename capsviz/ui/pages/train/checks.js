/* Lists of a moment's checks, and of its step's layers. */

import { make } from "../../browser/dom.js";
import { list, text } from "../../browser/text.js";
import { preciseWords } from "./words.js";

const LAYER_COLUMNS = [
  "layer",
  "layer-gradient",
  "layer-update",
  "layer-weights",
  "layer-update-of-weights",
];
const MARKS = { fine: "✓", warn: "!", bad: "✕" };

/**
 * All checks in one line, the worst first.
 * @param {{verdict: string, name: string}[]} checks
 */
export function checkWords(checks) {
  const parts = ["bad", "warn", "fine"].flatMap((verdict) => {
    const names = checks.filter((check) => check.verdict === verdict).map(({ name }) => name);
    if (names.length === 0) return [];
    const values = { count: names.length, verdict: text(`verdict-${verdict}`) };
    if (verdict === "fine") return text("checks-counted", values);
    return text("checks-named", { ...values, names: list(names.map(checkName), "unit") });
  });
  return parts.length ? text("checks", { kinds: list(parts, "unit") }) : text("checks-none");
}

/** @param {string} name */
const checkName = (name) => text(`check-${name}`);

/** Runs of earlier versions keep no values. @param {string} id @param {Record<string, any>} [values] */
const sentences = (id, values) => (values ? [text(id, values)] : []);

/** @param {HTMLElement} list @param {any[]} checks */
export function showChecks(list, checks) {
  const rows = checks.map(({ name, verdict, says, values }) =>
    make(
      "li",
      { data: { testid: `train-check-${name}`, verdict } },
      make(
        "b",
        { className: "cv-t-mark", aria: { role: "img", "aria-label": text(`verdict-${verdict}`) } },
        MARKS[verdict],
      ),
      make("span", { className: "cv-t-check" }, checkName(name)),
      make(
        "span",
        { className: "cv-muted cv-small" },
        ...sentences(`check-${name}-measured`, values),
      ),
      make(
        "span",
        { className: "cv-t-sentence cv-small" },
        ...sentences(`check-${name}-${says}`, values),
      ),
    ),
  );
  list.replaceChildren(...rows);
}

/** @param {HTMLElement} table @param {any[]} layers */
export function showLayers(table, layers) {
  const head = make("tr", {}, ...LAYER_COLUMNS.map((id) => make("th", { scope: "col" }, text(id))));
  const number = (value) => (value == null ? "NaN" : preciseWords(value, 2));
  const rows = layers.map(({ name, gradient, update, weight }) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, name),
      ...[gradient, update, weight, update / weight].map((value) => make("td", {}, number(value))),
    ),
  );
  table.replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
}
