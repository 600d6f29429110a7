/* Elements of the panes. */

import { make, makeButton, setText } from "../../../browser/dom.js";
import { number, text } from "../../../browser/text.js";

/** A part of the panel. @param {string} title @param {...(Node | string)} content */
export function pane(title, ...content) {
  return make(
    "div",
    { className: "cv-n-pane" },
    make("h3", { className: "cv-title" }, title),
    ...content,
  );
}

/** @param {string} testid @param {string} [label] */
export function picture(testid, label = "") {
  const aria = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return make("canvas", { className: "cv-n-picture", data: { testid }, aria });
}

/** A table of numbers under their names. @param {string} testid */
export function table(testid) {
  return make("table", { className: "cv-n-table", data: { testid } });
}

/** @param {HTMLTableElement} element @param {string[]} head @param {(string | number)[][]} rows */
export function fillTable(element, head, rows) {
  const cells = (tag, row) => row.map((value) => make(tag, {}, formatNumber(value)));
  element.replaceChildren(
    make("thead", {}, make("tr", {}, ...cells("th", head))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells("td", row)))),
  );
}

export function formatNumber(value) {
  return typeof value === "number" ? number(value, 3, { grouping: false }) : value;
}

/**
 * A choice of one of a few.
 * @param {string} testid
 * @param {Record<string, string>} options labels by value
 * @param {(value: string) => void} choose
 */
export function choice(testid, options, choose) {
  const select = make("select", { className: "cv-number", data: { testid } });
  select.append(...Object.entries(options).map(([value, label]) => new Option(label, value)));
  select.addEventListener("input", () => choose(select.value));
  return select;
}

/** A control after its label. @param {string} label @param {HTMLElement} control */
export function labelControl(label, control) {
  return make("label", { className: "cv-choice" }, `${label} `, control);
}

/** The choice of a class whose votes are shown. @param {any} row @param {string} testid @param {string} first label of the option for none */
export function classChoice(row, testid, first) {
  const select = choice(testid, {}, (digit) => row.change({ digit: Number(digit) }));
  const options = row.server.network.classes.map((name, k) => new Option(name, `${k}`));
  select.append(new Option(first, "-1"), ...options);
  return select;
}

/**
 * Buttons for fewer and more routing iterations, with their number in between.
 * @param {any} page
 * @param {string} testid of the number, and prefix of the buttons'
 */
export function iterationsStepper(page, testid) {
  const step = (sign, suffix, change) => {
    const act = () => page.setIterations(page.settings.iterations + change);
    const aria = { "aria-label": text(change < 0 ? "iteration-less" : "iteration-more") };
    return makeButton("cv-icon", `${testid}-${suffix}`, sign, act, { aria });
  };
  const rounds = make("output", { data: { testid } });
  const attributes = { className: "cv-stepper", role: "group", ariaLabel: text("iterations") };
  return {
    root: make("span", attributes, step("−", "less", -1), rounds, step("+", "more", 1)),
    /** @param {number} count */
    show: (count) => setText(rounds, `r = ${count}`),
  };
}

/** A button that opens another page. @param {any} page @param {string} to the other page @param {string} words */
export function wayButton(page, to, words) {
  const data = { testid: `to-${to}`, way: to };
  return makeButton("cv-button cv-primary", "", words, () => page.go(to), { data });
}
