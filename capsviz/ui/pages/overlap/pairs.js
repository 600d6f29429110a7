/* Pairs to look at: from the server, or two of the samples. */

import { setText } from "../../browser/dom.js";
import { SampleButtons } from "../../browser/gallery.js";
import { text } from "../../browser/text.js";

/**
 * Two samples of different classes, at random, somewhere on the canvas.
 * @param {import("../../browser/engine/engine.js").Sample[]} samples
 * @param {number} shift the furthest from the middle, each way
 * @param {() => number} [random] in 0..1
 */
export function otherPair(samples, shift, random = Math.random) {
  const any = (list) => list[Math.floor(random() * list.length)];
  const step = () => Math.floor(random() * (2 * shift + 1)) - shift;
  const one = any(samples);
  const other = any(samples.filter(({ digit }) => digit !== one.digit));
  return [one, other].map(({ drawing, digit }) => ({
    drawing,
    label: digit,
    move: [step(), step()],
  }));
}

export class Pairs {
  /**
   * @param {import("./index.js").OverlapPage} page
   * @param {import("./composition.js").Composition} laid
   */
  constructor(page, laid) {
    this.page = page;
    this.engine = page.engine;
    this.laid = laid;
    /** @type {import("../../browser/engine/engine.js").Sample[]} */
    this.samples = [];
    /** @type {SampleButtons[]} one for each digit */
    this.galleries = [];
    page.onClick("pair-random", () => this.loadPair(false));
    page.onClick("pair-wrong", () => this.loadPair(true));
    page.onClick("pair-samples", () => this.otherSamples());
    page.onClick("count", () => this.count());
    laid.digits.forEach((digit, k) => {
      digit.part("mnist-one").addEventListener("click", () => this.loadOne(k));
    });
  }

  /** An answer, or null after saying why there is none. @template T @param {Promise<T>} asked */
  async hear(asked) {
    try {
      return await asked;
    } catch (error) {
      this.page.notice(error.message);
      return null;
    }
  }

  /** @param {boolean} wrong whether the network reads it wrongly */
  async loadPair(wrong) {
    const found = await this.hear(this.engine.pair(wrong));
    if (found) this.putPair(found.digits);
  }

  async loadOne(k) {
    const found = await this.hear(this.engine.pair());
    if (found) this.putOne(k, found.digits[0]);
  }

  putPair(digits) {
    this.laid.put(digits);
    this.page.change({ forced: null });
  }

  putOne(k, digit) {
    this.laid.digits[k].put({ ...digit, move: null });
    this.page.change({});
  }

  otherSamples() {
    const { shift } = this.page.server.trained;
    if (this.samples.length) this.putPair(otherPair(this.samples, shift));
  }

  /** @param {string[]} inks of the two digits */
  async listSamples(inks) {
    this.samples = await this.engine.samples(this.page.server.samples);
    this.galleries = this.laid.digits.map((digit, k) => {
      const choose = ({ drawing, digit: label }) => {
        digit.part("choose").open = false;
        this.putOne(k, { drawing, label });
      };
      return new SampleButtons(digit.part("samples"), this.samples, choose);
    });
    this.paint(inks);
  }

  /** @param {string[]} inks of the two digits */
  paint(inks) {
    this.galleries.forEach((gallery, k) => {
      gallery.paint(inks[k]);
    });
  }

  async count() {
    const { element, answer } = this.page;
    const button = element("count");
    button.disabled = true;
    const found = await this.hear(this.engine.countPairs());
    button.disabled = false;
    if (!found) return;
    const n = answer.rounds.count(found);
    setText(button, text("count-more"));
    setText(element("counted"), text("counted", { count: String(n) }));
  }
}
