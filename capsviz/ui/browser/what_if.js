/*
 * The what-if routing of a network's votes: the choice, its parameter, and the sentence that names
 * it. The setting "NAME" or "NAME:NUMBER" is shared by pages and stored in links; "" is the
 * network's own routing.
 */

import { make, makeButton, setText } from "./dom.js";
import { MAX_SHOWN_ITERATIONS } from "./permalink.js";
import { text } from "./text.js";

/**
 * @typedef {object} WhatIfSetting
 * @property {string} symbol
 * @property {string} title
 * @property {number} usual
 * @property {number} least
 * @property {number} most
 * @property {number} step
 *
 * @typedef {object} WhatIf as `list_what_ifs` in Python returns it
 * @property {string} name
 * @property {string} title
 * @property {boolean} iterative
 * @property {boolean} [solves] whether its iterations are steps along an equation
 * @property {WhatIfSetting | null} setting
 *
 * @typedef {{whatIf: WhatIf, number: number | null}} Chosen
 */

/**
 * @param {WhatIf[]} whatIfs of the network
 * @param {string} [encoded]
 * @returns {Chosen | null} null for the network's own routing
 */
export function readWhatIf(whatIfs, encoded = "") {
  const [name, number] = encoded.split(":");
  const whatIf = whatIfs.find((each) => each.name === name);
  if (!whatIf) return null;
  const value = whatIf.setting?.usual ?? null;
  return { whatIf, number: number && whatIf.setting ? Number(number) : value };
}

/**
 * @param {WhatIf | undefined} whatIf
 * @param {number | null} [number] the setting's default if null
 */
export function writeWhatIf(whatIf, number = null) {
  if (!whatIf) return "";
  const isUsual = number === null || number === whatIf.setting?.usual;
  return isUsual ? whatIf.name : `${whatIf.name}:${number}`;
}

/** @param {WhatIf} whatIf */
function titleOf({ name, title }) {
  return text("what-if-title", { name, title });
}

/** @param {Chosen} chosen */
export function whatIfWords({ whatIf, number }) {
  const title = titleOf(whatIf);
  const { symbol } = whatIf.setting ?? {};
  return symbol
    ? text("what-if-set", { title, symbol, number: String(number) })
    : text("what-if-plain", { title });
}

export class WhatIfChoice {
  /**
   * @param {HTMLElement} container container of the choice
   * @param {HTMLElement} says container of the sentence, always visible
   * @param {(routing: string) => void} change
   * @param {(iterations: number) => void} iterate
   */
  constructor(container, says, change, iterate) {
    this.container = container;
    this.says = says;
    /** @type {WhatIf[]} */
    this.whatIfs = [];
    /** @type {Chosen | null} */
    this.chosen = null;
    this.select = make("select", { className: "cv-number", data: { testid: "what-if" } });
    this.slider = make("input", { type: "range", data: { testid: "what-if-number" } });
    this.number = make("output", {});
    this.symbol = make("span", {});
    this.field = make("label", { className: "cv-choice" }, this.symbol, this.slider, this.number);
    const range = {
      type: "range",
      min: 1,
      max: MAX_SHOWN_ITERATIONS,
      title: text("what-if-steps-title"),
    };
    this.steps = make("input", { ...range, data: { testid: "what-if-steps" } });
    this.count = make("output", {});
    this.solver = make(
      "label",
      { className: "cv-choice" },
      text("what-if-steps"),
      this.steps,
      this.count,
    );
    const routing = make("label", { className: "cv-choice" }, text("what-if-routing"), this.select);
    container.append(routing, this.field, this.solver);
    this.sentence = make("span", { data: { testid: "what-if-words" } });
    const back = makeButton("cv-link", "what-if-end", text("what-if-end"), () => change(""));
    says.append(this.sentence, " ", back);
    this.select.addEventListener("change", () =>
      change(writeWhatIf(this.whatIfs.find(({ name }) => name === this.select.value))),
    );
    this.slider.addEventListener("input", () =>
      change(writeWhatIf(this.chosen?.whatIf, Number(this.slider.value))),
    );
    this.steps.addEventListener("input", () => iterate(Number(this.steps.value)));
  }

  /**
   * @param {WhatIf[]} whatIfs of the network; empty if it was not trained for them
   * @param {string} [encoded]
   */
  show(whatIfs, encoded) {
    if (whatIfs !== this.whatIfs) this.offer(whatIfs);
    const choice = readWhatIf(whatIfs, encoded);
    const setting = choice?.whatIf.setting ?? null;
    this.chosen = choice;
    this.container.hidden = whatIfs.length === 0;
    this.select.value = choice?.whatIf.name ?? "";
    this.field.hidden = !setting;
    this.solver.hidden = !choice?.whatIf.solves;
    this.says.hidden = !choice;
    if (choice) setText(this.sentence, whatIfWords(choice));
    if (!setting) return;
    const { least, most, step, symbol, title } = setting;
    Object.assign(this.slider, { min: least, max: most, step, value: choice?.number, title });
    this.slider.setAttribute("aria-label", title);
    setText(this.symbol, symbol);
    setText(this.number, String(choice?.number));
  }

  /** @param {number} iterations number of steps, if the routing solves an equation */
  showSteps(iterations) {
    this.steps.value = String(iterations);
    setText(this.count, String(iterations));
  }

  /** @param {WhatIf[]} whatIfs */
  offer(whatIfs) {
    this.whatIfs = whatIfs;
    const options = whatIfs.map((each) => make("option", { value: each.name }, titleOf(each)));
    this.select.replaceChildren(make("option", { value: "" }, text("what-if-none")), ...options);
  }
}
