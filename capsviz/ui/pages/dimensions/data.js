/* "Ask the data": how often real pictures have a value, and those at the two ends. */

import { textSide } from "../../browser/chart.js";
import { testName } from "../../browser/classes.js";
import { make, makeButton, setText } from "../../browser/dom.js";
import { paintFigure } from "../../browser/figure.js";
import { PixelPicture } from "../../browser/picture.js";
import { smallImage } from "../../browser/raster.js";
import { formatPoseValue } from "../../browser/sliders.js";
import { drawHistogramBars, HISTOGRAM_HEIGHT, histogramPlace } from "./histogram.js";
import { sentenceOf, shareWords } from "./words.js";

/** @import { Scene } from "./poses.js" */

const NO_PICTURES = "The test pictures are not on this machine.";

export class DataSection {
  /**
   * @param {{
   *   histogram: HTMLCanvasElement, mark: HTMLElement, text: HTMLElement, label: HTMLElement,
   *   low: HTMLElement, high: HTMLElement,
   * }} places
   * @param {import("../../browser/engine/engine.js").Engine} engine
   * @param {(drawing: object) => void} take a digit to start from
   */
  constructor(places, engine, take) {
    this.places = places;
    this.engine = engine;
    this.take = take;
    this.width = 0;
    /** What stands there: the value marked, and whose digits are shown. */
    this.marked = null;
    this.shown = "";
  }

  /**
   * Bars, words and digits of the chosen dimension.
   * @param {Scene} scene with measurements
   * @param {{test: {set: string, title: string, count: number} | null}} server
   */
  show(scene, server) {
    setText(this.places.label, sentenceOf(scene.known, scene.k, scene.dimension, scene.name));
    this.paint(scene);
    this.showDigits(scene, server);
  }

  /** @param {Scene} scene with measurements */
  paint(scene) {
    const { histogram } = this.places;
    const draw = (g, w, h) => drawHistogramBars(g, w, h, scene);
    this.width = paintFigure(histogram, () => HISTOGRAM_HEIGHT, draw) || this.width;
    this.marked = null;
    this.mark(scene);
  }

  /**
   * Where the pose on the sliders lies: moved with every event, while the bars stay.
   * @param {Scene} scene with measurements
   */
  mark(scene) {
    const value = scene.pose[scene.dimension];
    if (!this.width || value === this.marked) return;
    this.marked = value;
    const { mark, text } = this.places;
    const x = histogramPlace(scene, value, this.width);
    mark.style.transform = `translateX(${x.toFixed(1)}px)`;
    mark.dataset.side = textSide(x, { left: 0, right: this.width });
    setText(mark.lastElementChild, `now ${formatPoseValue(value)}`);
    setText(text, shareWords(scene));
  }

  /** Other colours, or another network: the digits are made anew. */
  forget() {
    this.shown = "";
  }

  async showDigits({ known, k, dimension: d, inks }, { test }) {
    const key = `${k}/${d}`;
    if (this.shown === key) return;
    this.shown = key;
    for (const end of ["low", "high"]) {
      const place = this.places[end];
      if (!test) {
        setText(place, NO_PICTURES);
        continue;
      }
      const buttons = await Promise.all(
        known.examples[end][k][d].map(async (index) => {
          const image = await this.engine.testImage(test.set, index).catch(() => null);
          return image && this.button(image.b, inks.greyTable, `${testName(test)} ${index}`);
        }),
      );
      if (this.shown !== key) return;
      place.replaceChildren(...buttons.filter(Boolean));
    }
  }

  button(b, table, title) {
    const canvas = make("canvas", { aria: { "aria-hidden": "true" } });
    new PixelPicture(canvas).show(smallImage(b), table);
    const act = () => this.take({ s: [], b });
    return makeButton("cv-d-digit", "", canvas, act, { title, aria: { "aria-label": title } });
  }
}
