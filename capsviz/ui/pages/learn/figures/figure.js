/* Base of all lesson figures: panels, controls, and the toy model behind them. */

import { make, makeButton, setText, svgMake } from "../../../browser/dom.js";
import { Handles } from "../../../browser/handles.js";
import { textAround } from "../../../browser/text.js";
import { toyState } from "../models/toy.js";
import { makeDraggable } from "./drag.js";

/**
 * @typedef {object} Context
 * @property {(name: string, ...values: any[]) => string} t words of this figure
 * @property {(event: string) => void} report an event
 * @property {() => void} onChange called after the numbers changed
 * @property {any} extra further data of the page
 */

/** One figure: panels of SVG, controls below them, numbers for the formulas. */
export class LessonFigure {
  /** The figure's state, acts and events, without a page. @type {import("../models/toy.js").Toy} */
  static toy;

  /**
   * @param {HTMLElement} host emptied and filled
   * @param {Context} context
   * @param {import("../models/toy.js").Options} options of the step
   * @param {import("../models/toy.js").State | null} savedState replaces the initial state
   */
  constructor(host, context, options, savedState) {
    this.host = host;
    this.t = context.t;
    this.context = context;
    this.extra = context.extra;
    this.toy = /** @type {typeof LessonFigure} */ (this.constructor).toy;
    this.options = options;
    this.state = toyState(this.toy, options, savedState);
    /** @type {Element[]} */
    this.veiled = [];
    /** @type {(() => void)[]} update draggable parts and switches */
    this.describers = [];
    this.stage = make("div", { className: "cv-stage" });
    this.handles = new Handles(this.stage);
    this.controls = make("div", { className: "cv-row cv-controls", role: "group" });
    this.lead = make("div", { className: "cv-lead" });
    this.tell = make("p", {
      className: "cv-framed cv-tell",
      hidden: true,
      data: { testid: "telltale" },
      aria: { "aria-live": "polite" },
    });
    host.replaceChildren(this.stage, this.controls, this.tell);
    this.begin();
  }

  /** Build and draw the figure, at once or when its data are loaded. */
  begin() {
    this.build();
    this.draw();
  }

  /** Add panels and controls. */
  build() {}

  /** Show the state. */
  draw() {}

  /** Reveal the parts that the step's question hid, after its answer. */
  reveal() {
    this.setVeil(false);
  }

  /**
   * Values of the formulas' symbols, by name.
   * @returns {Record<string, string>}
   */
  values() {
    return {};
  }

  /** Name of the network whose numbers the figure shows; empty if a toy computes them. */
  get network() {
    return "";
  }

  /** Whether the visitor has changed anything since the step began. */
  get isChanged() {
    return JSON.stringify(this.state) !== JSON.stringify(toyState(this.toy, this.options));
  }

  /**
   * Apply an act to the toy and report the events that it caused.
   * @param {string} act
   * @param {...any} args
   */
  do(act, ...args) {
    const events = this.toy.acts[act](this.state, this.options, ...args);
    this.refresh();
    for (const event of events) this.context.report(event);
  }

  /** Reset the step's initial state. */
  reset() {
    this.state = toyState(this.toy, this.options);
    this.refresh();
  }

  refresh() {
    this.draw();
    for (const describe of this.describers) describe();
    this.context.onChange();
  }

  /**
   * Make a part of a panel draggable.
   * @param {any} node
   * @param {import("./drag.js").Drag} drag
   */
  hold(node, drag) {
    this.describers.push(makeDraggable(this.handles, node, drag));
  }

  /**
   * Make a part of a panel a draggable point.
   * @param {any} node
   * @param {import("./drag.js").Point} point
   */
  holdPoint(
    node,
    { position, put, range, step, from = (x, y) => [x, y], gripped = false, ...drag },
  ) {
    let [offsetX, offsetY] = [0, 0];
    this.hold(node, {
      ...drag,
      press: (x, y) => {
        if (gripped) [offsetX, offsetY] = from(x, y).map((value, axis) => value - position()[axis]);
      },
      move: (x, y) => {
        const [toX, toY] = from(x, y);
        put(toX - offsetX, toY - offsetY);
      },
      nudge: (dx, dy) => put(position()[0] + step[0] * dx, position()[1] + step[1] * dy),
      slide: {
        min: range[0],
        max: range[1],
        value: () => position()[0],
        set: (x) => put(x, position()[1]),
      },
    });
  }

  /**
   * A panel with a caption and coordinates of its own.
   * @param {number} width
   * @param {number} height
   * @param {string} caption
   * @param {{wide?: boolean, titled?: boolean, worded?: boolean}} [options] `worded`: its words
   *   need space on a phone too
   * @returns {SVGSVGElement}
   */
  panel(width, height, caption, { wide = false, titled = true, worded = false } = {}) {
    const svg = svgMake("svg", {
      viewBox: `0 0 ${width} ${height}`,
      class: "cv-panel-svg",
      role: "group",
      "aria-label": caption,
    });
    const title = make("figcaption", { className: "cv-panel-title", hidden: !titled }, caption);
    const className = wide ? "cv-panel cv-panel-wide" : "cv-panel";
    const figure = make("figure", { className }, title, svg);
    figure.classList.toggle("cv-panel-worded", worded);
    figure.style.setProperty("--cv-wide", `${width}px`);
    figure.style.setProperty("--cv-grow", String(width));
    this.stage.append(figure);
    return svg;
  }

  /**
   * @param {string} label
   * @param {() => void} act
   * @param {string} testid
   * @returns {HTMLButtonElement}
   */
  button(label, act, testid) {
    const button = makeButton("cv-button", testid, label, act);
    this.controls.append(button);
    return button;
  }

  /**
   * Extra content after the controls, in a fold.
   * @param {string} name
   * @param {Node} content
   * @returns {HTMLElement} the fold's summary
   */
  fold(name, content) {
    const summary = make("summary", {}, name);
    this.controls.append(make("details", { className: "cv-fold" }, summary, content));
    return summary;
  }

  /** Hide elements until the step's question is answered. @param {Element[]} nodes */
  veil(...nodes) {
    if (!this.options.hide) return;
    this.veiled = nodes;
    this.setVeil(true);
  }

  /** @param {boolean} on */
  setVeil(on) {
    for (const node of this.veiled) {
      node.classList.toggle("cv-veiled", on);
      /** @type {HTMLElement} */ (node).inert = on;
    }
  }

  /**
   * A button that leads through the figure, in the fixed bar.
   * @param {string} label
   * @param {() => void} act
   * @param {string} testid
   * @returns {HTMLButtonElement}
   */
  leadButton(label, act, testid) {
    const button = this.button(label, act, testid);
    this.lead.append(button);
    return button;
  }

  /** Add the reset button, the last of the controls. */
  resetButton() {
    this.button(this.t("reset"), () => this.reset(), "figure-reset");
  }

  /**
   * A switch. If the lesson shows a mistake, it switches between right and mistaken.
   * @param {string} label
   * @param {string} [testid]
   * @param {string} [act] of the toy
   * @param {string} [name] of the state's property
   * @returns {HTMLElement}
   */
  toggle(label, testid = "mistake", act = "flip", name = "mistaken") {
    const input = make("input", { type: "checkbox", data: { testid }, aria: { role: "switch" } });
    input.addEventListener("change", () => this.do(act, input.checked));
    const show = () => {
      input.checked = Boolean(this.state[name]);
    };
    show();
    this.describers.push(show);
    const element = make("label", { className: "cv-switch" }, input, make("span", {}, label));
    this.controls.append(element);
    return element;
  }

  /**
   * @param {string} label
   * @param {{min: number, max: number, step: number}} limits
   * @param {(value: number) => void} act
   * @param {string} testid
   * @returns {HTMLInputElement}
   */
  range(label, { min, max, step }, act, testid) {
    const input = make("input", { type: "range", data: { testid } });
    Object.assign(input, { min, max, step });
    input.addEventListener("input", () => act(Number(input.value)));
    this.controls.append(make("label", { className: "cv-range" }, make("span", {}, label), input));
    return input;
  }

  /**
   * The number that reveals a mistake.
   * @param {string} label
   * @param {string} value
   * @param {boolean} bad
   */
  showTell(label, value, bad) {
    if (!this.tell.firstChild) this.tell.append(make("span"), make("b"));
    this.tell.hidden = false;
    this.tell.classList.toggle("cv-tell-bad", bad);
    setText(this.tell.children[0], textAround("labelled", { label })[0]);
    setText(this.tell.children[1], value);
  }
}
