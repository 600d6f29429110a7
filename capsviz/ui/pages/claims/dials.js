/* Controls of an experiment: sliders and toggle buttons. */

import { make, makeButton, setText } from "../../browser/dom.js";
import { text } from "../../browser/text.js";

/** @typedef {import("./experiments/experiment.js").Dial} Dial */

export class Dials {
  /**
   * @param {HTMLElement} container
   * @param {boolean} gradients whether gradients are available
   * @param {(values: Record<string, any>) => void} change
   */
  constructor(container, gradients, change) {
    this.container = container;
    this.gradients = gradients;
    this.change = change;
    /** @type {Dial[]} */
    this.dials = [];
    /** @type {{name: string, element: HTMLElement, show: (value: any) => void}[]} */
    this.controls = [];
  }

  /** @param {Dial[]} dials @param {Record<string, any>} view */
  show(dials, view) {
    if (dials !== this.dials) {
      this.dials = dials;
      this.controls = dials
        .filter(({ gradients }) => this.gradients || !gradients)
        .map((dial) => (dial.min === undefined ? this.button(dial) : this.slider(dial)));
      this.container.replaceChildren(...this.controls.map(({ element }) => element));
    }
    for (const { name, show } of this.controls) show(view[name]);
  }

  /** @param {Dial} dial */
  slider({ name, label, min, max, says = String }) {
    const input = make("input", { type: "range", min, max, step: 1, data: { testid: name } });
    const output = make("output");
    input.addEventListener("input", () => this.change({ [name]: Number(input.value) }));
    const element = make(
      "label",
      { className: "cv-claims-dial" },
      make("span", {}, text(label)),
      input,
      output,
    );
    const show = (/** @type {number} */ value) => {
      input.value = String(value);
      input.setAttribute("aria-valuetext", says(value));
      setText(output, says(value));
    };
    return { name, element, show };
  }

  /** @param {Dial} dial */
  button({ name, label }) {
    const element = makeButton("cv-button", name, text(label), () =>
      this.change({ [name]: element.getAttribute("aria-pressed") !== "true" }),
    );
    const show = (/** @type {boolean} */ value) =>
      element.setAttribute("aria-pressed", String(value));
    return { name, element, show };
  }
}
