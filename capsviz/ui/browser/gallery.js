/* Drawings to begin with: samples, and test pictures. */

import { nameTest } from "./classes.js";
import { make } from "./dom.js";
import { EmptyState } from "./empty_state.js";
import { paintDrawing } from "./ink.js";
import { base64ToBytes, FIELD } from "./raster.js";

/**
 * @typedef {{name: string, digit: number, hand: string, drawing: object}} Sample
 * @typedef {{index: number, label: number, b: string, small: Uint8Array}} TestDigit `b` is the
 *   base of a drawing, `small` its 28 x 28 pixels
 */

const SIDE = 28;
/** Side of a sample's picture in canvas pixels: 40 on the page, at most two for one. */
const SAMPLE_SIDE = 80;
const NO_SAMPLES = "No samples can be shown here: draw one, upload a picture or take one.";
/** Keys that go on through a row of buttons, and how far. */
const WALKS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** @type {Map<string, Promise<TestDigit>>} */
const digits = new Map();

/**
 * The samples; none where they cannot be had, for they are a convenience.
 * @param {string} base of the app's own routes
 * @param {string} sha of the samples
 * @returns {Promise<Sample[]>}
 */
export async function loadSamples(base, sha) {
  try {
    const reply = await fetch(`${base}/capsviz/samples/${sha}.json`);
    return reply.ok ? await reply.json() : [];
  } catch {
    return [];
  }
}

/**
 * A test picture, asked for once.
 * @param {string} base of the app's own routes
 * @param {number} index counted from 0
 * @param {string} [set] of which data set
 * @returns {Promise<TestDigit>} fails with a sentence for the visitor
 */
export function testDigit(base, index, set = "mnist") {
  const address = `${base}/capsviz/test/${set}/${index}`;
  let found = digits.get(address);
  if (!found) {
    found = fetchDigit(address, index);
    found.catch(() => digits.delete(address)); // a later try may do better
    digits.set(address, found);
  }
  return found;
}

/** @returns {Promise<TestDigit>} */
async function fetchDigit(address, index) {
  const reply = await fetch(address).catch(() => {
    throw new Error("The server cannot be reached: try again.");
  });
  const found = await reply.json().catch(() => ({}));
  if (!reply.ok) throw new Error(found.error ?? `There is no test picture ${index} here.`);
  const step = FIELD / SIDE;
  const raster = base64ToBytes(found.b);
  const at = (p) => Math.floor(p / SIDE) * step * FIELD + (p % SIDE) * step;
  const small = Uint8Array.from({ length: SIDE * SIDE }, (_, p) => raster[at(p)]);
  return { index, label: found.label, b: found.b, small };
}

/** Buttons of the samples: one stop of the tab key, arrows, Home and End go through them. */
export class SampleButtons {
  /**
   * @param {HTMLElement} place filled with the buttons
   * @param {Sample[]} samples
   * @param {(sample: Sample) => void} choose
   */
  constructor(place, samples, choose) {
    this.samples = samples;
    this.canvases = samples.map(() => make("canvas", { aria: { "aria-hidden": "true" } }));
    this.buttons = samples.map((sample, at) => {
      const { name } = sample;
      const properties = {
        type: "button",
        className: "cv-other-sample",
        title: name,
        tabIndex: at ? -1 : 0,
        data: { testid: `sample-${at}` },
        aria: { "aria-label": `sample: ${name}` },
      };
      const button = make("button", properties, this.canvases[at]);
      button.addEventListener("click", () => choose(sample));
      return button;
    });
    const none = make("p", { className: "cv-muted cv-small" }, NO_SAMPLES);
    place.replaceChildren(...(samples.length ? this.buttons : [none]));
    place.addEventListener("keydown", (event) => this.walk(event));
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    const now = this.buttons.indexOf(document.activeElement);
    const last = this.buttons.length - 1;
    const goal = { Home: 0, End: last }[event.key] ?? now + (WALKS[event.key] ?? Number.NaN);
    if (now < 0 || Number.isNaN(goal)) return;
    event.preventDefault();
    event.stopPropagation();
    const to = Math.min(last, Math.max(0, goal));
    this.buttons[now].tabIndex = -1;
    this.buttons[to].tabIndex = 0;
    this.buttons[to].focus();
  }

  /** @param {string} colour of the ink */
  paint(colour) {
    this.canvases.forEach((canvas, at) => {
      canvas.width = canvas.height = SAMPLE_SIDE;
      paintDrawing(canvas.getContext("2d"), SAMPLE_SIDE, this.samples[at].drawing, colour);
    });
  }
}

/**
 * The box "another digit" of a page: samples, a test picture by its number, the way to Draw. Its
 * markup names the parts "other", "begin" and "mnist", and "samples", "mnist-index" and "open-draw".
 */
export class OtherDigit {
  /**
   * @param {{part: (name: string) => any, element: (name: string) => any}} find
   * @param {{
   *   choose: (drawing: object, label: number) => void,
   *   trouble: (sentence: string) => void,
   *   draw: () => void,
   * }} page the label of a test picture is its class, that of a sample -1
   */
  constructor({ part, element }, { choose, trouble, draw }) {
    this.place = element("samples");
    this.form = part("mnist");
    this.base = "";
    this.test = null;
    this.samples = "";
    /** @type {SampleButtons | null} */
    this.buttons = null;
    this.colour = "";
    this.choose = (drawing, label) => {
      part("other").open = false;
      choose(drawing, label);
    };
    this.form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        const { b, label } = await testDigit(
          this.base,
          Number(element("mnist-index").value),
          this.test?.set,
        );
        this.choose({ s: [], b }, label);
      } catch (error) {
        trouble(/** @type {Error} */ (error).message);
      }
    });
    element("open-draw").addEventListener("click", draw);
    this.begin = new EmptyState(part("begin"), draw);
  }

  /** @param {any} drawing that the page is about now */
  hear(drawing) {
    this.begin.hear(drawing);
  }

  /**
   * What the server has of it.
   * @param {{base: string, samples: string, test: any}} server
   * @returns {Promise<Sample[]>}
   */
  async load({ base, samples, test }) {
    Object.assign(this, { base, samples, test });
    nameTest(this.form, test);
    const found = await loadSamples(base, samples);
    if (samples !== this.samples) return [];
    this.place.replaceChildren();
    this.buttons = new SampleButtons(this.place, found, ({ drawing }) => this.choose(drawing, -1));
    this.buttons.paint(this.colour);
    return found;
  }

  /** @param {string} colour of the samples' ink */
  paint(colour) {
    this.colour = colour;
    this.buttons?.paint(colour);
  }
}
