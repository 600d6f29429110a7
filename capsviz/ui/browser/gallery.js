/* Initial drawings: samples and test pictures. */

import { nameTest } from "./classes.js";
import { contextOf, make, makeButton, onSubmit } from "./dom.js";
import { EmptyState } from "./empty_state.js";
import { paintDrawing } from "./ink.js";
import { openDraw } from "./links.js";
import { sampleName } from "./names.js";
import { text } from "./text.js";

/** @typedef {import("./engine/engine.js").Sample} Sample */

/** Side of a sample's picture in canvas pixels: 40 CSS pixels at a density of 2. */
const SAMPLE_SIDE = 80;
/** Steps of the arrow keys in a row of buttons. */
const WALKS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Buttons of the samples: a single tab stop; arrow keys, Home and End move between them. */
export class SampleButtons {
  /**
   * @param {HTMLElement} container container of the buttons
   * @param {Sample[]} samples
   * @param {(sample: Sample) => void} choose
   */
  constructor(container, samples, choose) {
    this.samples = samples;
    // Not canvases: browsers lay those out again in each frame while the visitor draws.
    this.pictures = samples.map(() => make("img", { alt: "", draggable: false }));
    /** @type {any[]} */
    this.buttons = samples.map((sample, i) => {
      const name = sampleName(sample.name);
      const aria = { "aria-label": text("sample-name", { name }) };
      const extra = { title: name, tabIndex: i ? -1 : 0, aria };
      const act = () => choose(sample);
      return makeButton("cv-framed cv-other-sample", `sample-${i}`, this.pictures[i], act, extra);
    });
    const none = make("p", { className: "cv-muted cv-small" }, text("samples-none"));
    container.replaceChildren(...(samples.length ? this.buttons : [none]));
    container.addEventListener("keydown", (event) => this.walk(event));
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    const now = this.buttons.indexOf(document.activeElement);
    const last = this.buttons.length - 1;
    const target = { Home: 0, End: last }[event.key] ?? now + (WALKS[event.key] ?? Number.NaN);
    if (now < 0 || Number.isNaN(target)) return;
    event.preventDefault();
    event.stopPropagation();
    const to = Math.min(last, Math.max(0, target));
    this.buttons[now].tabIndex = -1;
    this.buttons[to].tabIndex = 0;
    this.buttons[to].focus();
  }

  /** @param {string} colour of the ink */
  paint(colour) {
    const canvas = make("canvas");
    canvas.width = canvas.height = SAMPLE_SIDE;
    const context = contextOf(canvas, { willReadFrequently: true });
    this.pictures.forEach((picture, i) => {
      paintDrawing(context, SAMPLE_SIDE, this.samples[i].drawing, colour);
      picture.src = canvas.toDataURL();
    });
  }
}

/** The samples of a network, requested when they change. */
export class SampleStrip {
  /**
   * @param {HTMLElement} container
   * @param {import("./engine/engine.js").Engine} engine
   * @param {(sample: Sample) => void} choose
   */
  constructor(container, engine, choose) {
    this.container = container;
    this.engine = engine;
    this.choose = choose;
    this.sha = this.colour = "";
    /** Null until loaded. @type {Sample[] | null} */
    this.samples = null;
    /** @type {SampleButtons | null} */
    this.buttons = null;
  }

  /** @param {string} sha of the samples @returns {Promise<boolean>} whether the samples changed */
  async load(sha) {
    if (sha === this.sha) return false;
    this.sha = sha;
    const samples = await this.engine.samples(sha).catch(() => null);
    if (sha !== this.sha) return false;
    if (!samples) {
      this.sha = ""; // request them again at the next change
      return false;
    }
    this.samples = samples;
    this.buttons = new SampleButtons(this.container, samples, this.choose);
    this.buttons.paint(this.colour);
    return true;
  }

  /** @param {string} colour of the ink */
  paint(colour) {
    this.colour = colour;
    this.buttons?.paint(colour);
  }
}

/**
 * The box "another digit" of a page: samples, a test picture by its number, and a link to Draw. Its
 * markup contains the parts "other", "begin" and "mnist", and "samples", "mnist-index" and
 * "open-draw".
 */
export class OtherDigit {
  /**
   * @param {any} page a `Page` with a drawing and settings
   * @param {(drawing: object, label: number) => void} choose `label` is a test picture's class, or
   *   -1 for a sample
   */
  constructor(page, choose) {
    const { part, element, engine } = page;
    const draw = () => openDraw(page.server.base, page.drawing, page.settings);
    this.form = part("mnist");
    this.test = null;
    this.strip = new SampleStrip(element("samples"), engine, ({ drawing }) =>
      this.choose(drawing, -1),
    );
    /** Identity of the latest choice: a test picture of an older choice is dropped. */
    this.request = {};
    this.choose = (drawing, label) => {
      this.close();
      choose(drawing, label);
    };
    this.close = () => {
      this.request = {};
      part("other").open = false;
    };
    onSubmit(this.form, async () => {
      this.close(); // not on arrival, when another button in the box may be pressed
      const { request } = this;
      try {
        const index = Number(element("mnist-index").value);
        const { b, label } = await engine.testImage(this.test?.set, index);
        if (request === this.request) this.choose({ s: [], b }, label);
      } catch (error) {
        page.trouble(/** @type {Error} */ (error).message);
      }
    });
    element("open-draw").addEventListener("click", draw);
    this.begin = new EmptyState(part("begin"), draw);
  }

  /** @param {any} drawing current drawing of the page */
  receive(drawing) {
    this.begin.receive(drawing);
  }

  /**
   * Load the samples named in the page's data.
   * @param {{samples: string, test: any}} server
   * @returns {Promise<boolean>} whether the samples changed
   */
  load({ samples, test }) {
    this.test = test;
    nameTest(this.form, test);
    return this.strip.load(samples);
  }

  /** @param {string} colour of the samples' ink */
  paint(colour) {
    this.strip.paint(colour);
  }
}
