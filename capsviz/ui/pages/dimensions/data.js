/* "Ask the data": histogram of real values, and digits at both ends. */

import { textSide } from "../../browser/chart.js";
import { testName } from "../../browser/classes.js";
import { make, makeButton, setText } from "../../browser/dom.js";
import { paintFigure } from "../../browser/figure.js";
import { PixelPicture } from "../../browser/picture.js";
import { smallImage } from "../../browser/raster.js";
import { formatPoseValue } from "../../browser/sliders.js";
import { text as message } from "../../browser/text.js";
import { drawHistogramBars, HISTOGRAM_HEIGHT, histogramX } from "./histogram.js";
import { sentenceOf, shareWords } from "./words.js";

/** @import { Scene } from "./poses.js" */

const ENDS = ["low", "high"];

export class DataSection {
  /**
   * @param {import("../../browser/page.js").Page} page
   * @param {(drawing: object) => void} take a digit to start from
   */
  constructor({ element, part, engine }, take) {
    // Looked up once: the mark and its text change with every event.
    this.histogram = element("histogram");
    this.marker = part("now");
    this.text = element("histogram-text");
    this.label = element("label-text");
    this.ends = { low: element("low-digits"), high: element("high-digits") };
    this.engine = engine;
    this.take = take;
    this.width = 0;
    /** The marked value, and the capsule and dimension on display. */
    this.markedValue = null;
    this.shownKey = "";
    /** Digits at each end. @type {Record<string, Digit[]>} */
    this.digits = {};
  }

  /**
   * Show the bars, texts and digits of the selected dimension.
   * @param {Scene} scene with measurements
   * @param {{test: {set: string, title: string, count: number} | null}} server
   */
  show(scene, server) {
    setText(this.label, sentenceOf(scene.stats, scene.k, scene.dimension, scene.name));
    this.paint(scene);
    this.showDigits(scene, server);
  }

  /** @param {Scene} scene with measurements */
  paint(scene) {
    const draw = (g, w, h) => drawHistogramBars(g, w, h, scene);
    this.width = paintFigure(this.histogram, () => HISTOGRAM_HEIGHT, draw) || this.width;
    this.markedValue = null;
    this.mark(scene);
  }

  /**
   * Mark the sliders' pose. The mark moves with every event; the bars do not change.
   * @param {Scene} scene with measurements
   */
  mark(scene) {
    const value = scene.pose[scene.dimension];
    if (!this.width || value === this.markedValue) return;
    this.markedValue = value;
    const { marker } = this;
    const x = histogramX(scene, value, this.width);
    marker.style.transform = `translateX(${x.toFixed(1)}px)`;
    marker.dataset.side = textSide(x, { left: 0, right: this.width });
    setText(marker.lastElementChild, message("now-value", { value: formatPoseValue(value) }));
    setText(this.text, shareWords(scene));
  }

  /** Repaint the digits in new colours, or for another network. */
  forget() {
    this.shownKey = "";
  }

  async showDigits({ stats, k, dimension: d, inks }, { test }) {
    const key = `${k}/${d}`;
    if (this.shownKey === key) return;
    this.shownKey = key;
    if (!test) {
      for (const end of ENDS) setText(this.ends[end], message("pictures-missing"));
      return;
    }
    const requests = ENDS.flatMap((end) => {
      const indices = stats.examples[end][k][d];
      const digits = this.digitsAt(end, indices.length);
      return indices.map(async (index, i) => {
        const image = await this.engine.testImage(test.set, index).catch(() => null);
        const title = message("test-named", { test: testName(test), index: String(index) });
        if (this.shownKey === key) digits[i].show(image, inks.greyTable, title);
      });
    });
    await Promise.all(requests);
  }

  /** Reserve space for the digits, so that nothing moves when their pictures load. */
  digitsAt(end, count) {
    const container = this.ends[end];
    if (container.childElementCount !== count) {
      this.digits[end] = Array.from({ length: count }, () => new Digit(this.take));
      container.replaceChildren(...this.digits[end].map(({ button }) => button));
    }
    return this.digits[end];
  }
}

/**
 * Button with a test picture to start from; disabled until it is loaded, removed if that fails.
 */
class Digit {
  /** @param {(drawing: object) => void} take */
  constructor(take) {
    const canvas = make("canvas", { aria: { "aria-hidden": "true" } });
    this.picture = new PixelPicture(canvas);
    this.b = "";
    const act = () => take({ s: [], b: this.b });
    this.button = makeButton("cv-framed cv-d-digit", "", canvas, act, { disabled: true });
  }

  /** @param {{b: string} | null} image @param {Uint32Array} table @param {string} title */
  show(image, table, title) {
    this.button.hidden = !image;
    if (!image) return;
    this.b = image.b;
    this.picture.show(smallImage(image.b), table);
    Object.assign(this.button, { title, ariaLabel: title, disabled: false });
  }
}
