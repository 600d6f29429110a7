/* Drawings to begin with: samples, and test pictures. */

import { nameTest } from "./classes.js";
import { contextOf, make, makeButton, onSubmit } from "./dom.js";
import { EmptyState } from "./empty_state.js";
import { paintDrawing } from "./ink.js";
import { openDraw } from "./links.js";
import { sampleName } from "./names.js";
import { text } from "./text.js";

/** @typedef {import("./engine/engine.js").Sample} Sample */

/** Side of a sample's picture in canvas pixels: 40 on the page, at most two for one. */
const SAMPLE_SIDE = 80;
/** Keys that go on through a row of buttons, and how far. */
const WALKS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Buttons of the samples: one stop of the tab key, arrows, Home and End go through them. */
export class SampleButtons {
  /**
   * @param {HTMLElement} container filled with the buttons
   * @param {Sample[]} samples
   * @param {(sample: Sample) => void} choose
   */
  constructor(container, samples, choose) {
    this.samples = samples;
    // Not canvases, which a browser lays out anew with each frame while the visitor draws.
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

/** The samples of a network, asked for when they are others than before. */
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
    /** Null until they are known. @type {Sample[] | null} */
    this.samples = null;
    /** @type {SampleButtons | null} */
    this.buttons = null;
  }

  /** @param {string} sha of the samples @returns {Promise<boolean>} whether others are here now */
  async load(sha) {
    if (sha === this.sha) return false;
    this.sha = sha;
    const samples = await this.engine.samples(sha).catch(() => null);
    if (sha !== this.sha) return false;
    if (!samples) {
      this.sha = ""; // asked for again with the next change
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
 * The box "another digit" of a page: samples, a test picture by its number, the way to Draw. Its
 * markup names the parts "other", "begin" and "mnist", and "samples", "mnist-index" and "open-draw".
 */
export class OtherDigit {
  /**
   * @param {any} page a `Page` with a drawing and settings
   * @param {(drawing: object, label: number) => void} choose the label of a test picture is its
   *   class, that of a sample -1
   */
  constructor(page, choose) {
    const { part, element, engine } = page;
    const draw = () => openDraw(page.server.base, page.drawing, page.settings);
    this.form = part("mnist");
    this.test = null;
    this.strip = new SampleStrip(element("samples"), engine, ({ drawing }) =>
      this.choose(drawing, -1),
    );
    /** The choice that counts: a test picture that comes after a newer one is late. */
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
      this.close(); // not as the picture comes: by then something else in it may be pressed
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

  /** @param {any} drawing that the page is about now */
  receive(drawing) {
    this.begin.receive(drawing);
  }

  /**
   * Load the samples named in the page's data.
   * @param {{samples: string, test: any}} server
   * @returns {Promise<boolean>} whether other samples are here now
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
