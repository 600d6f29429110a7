/* Lists of a moment's checks, and of its step's layers. */

import { make } from "../../browser/dom.js";

const MARKS = { fine: "✓", warn: "!", bad: "✕" };
const SAID = { fine: "fine", warn: "take care", bad: "bad" };

/**
 * All checks in one line, the worst first.
 * @param {{verdict: string, name: string}[]} checks
 */
export function checkWords(checks) {
  const parts = ["bad", "warn", "fine"].flatMap((verdict) => {
    const names = checks.filter((check) => check.verdict === verdict).map(({ name }) => name);
    if (names.length === 0) return [];
    const which = verdict === "fine" ? "" : ` (${names.join(", ")})`;
    return `${names.length} ${SAID[verdict]}${which}`;
  });
  return `checks: ${parts.join(", ") || "none yet"}`;
}

/** @param {HTMLElement} list @param {any[]} checks */
export function showChecks(list, checks) {
  const rows = checks.map(({ name, verdict, found, limit, sentence }) =>
    make(
      "li",
      { data: { testid: `train-check-${name}`, verdict } },
      make(
        "b",
        { className: "cv-t-mark", aria: { role: "img", "aria-label": SAID[verdict] } },
        MARKS[verdict],
      ),
      make("span", { className: "cv-t-check" }, name),
      make("span", { className: "cv-muted cv-small" }, `${found} (limit: ${limit})`),
      make("span", { className: "cv-t-sentence cv-small" }, sentence),
    ),
  );
  list.replaceChildren(...rows);
}

/** @param {HTMLElement} table @param {any[]} layers */
export function showLayers(table, layers) {
  const head = make(
    "tr",
    {},
    ...["layer", "gradient", "update", "weights", "update of weights"].map((name) =>
      make("th", { scope: "col" }, name),
    ),
  );
  const number = (value) => (value == null ? "NaN" : value.toPrecision(2));
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
