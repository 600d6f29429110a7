/* Pairs to look at: from the server, or two of the samples. */

import { setText } from "../../browser/dom.js";
import { SampleButtons } from "../../browser/gallery.js";
import { text } from "../../browser/text.js";

/**
 * Two random samples of different classes, at random positions on the canvas.
 * @param {import("../../browser/engine/engine.js").Sample[]} samples
 * @param {number} shift the furthest from the middle, each way
 * @param {() => number} [random] in 0..1
 */
export function otherPair(samples, shift, random = Math.random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const step = () => Math.floor(random() * (2 * shift + 1)) - shift;
  const first = pick(samples);
  const second = pick(samples.filter(({ digit }) => digit !== first.digit));
  return [first, second].map(({ drawing, digit }) => ({
    drawing,
    label: digit,
    move: [step(), step()],
  }));
}

export class Pairs {
  /**
   * @param {import("./index.js").OverlapPage} page
   * @param {import("./composition.js").Composition} composition
   */
  constructor(page, composition) {
    this.page = page;
    this.engine = page.engine;
    this.composition = composition;
    /** @type {import("../../browser/engine/engine.js").Sample[]} */
    this.samples = [];
    /** @type {SampleButtons[]} one for each digit */
    this.galleries = [];
    page.onClick("pair-random", () => this.loadPair(false));
    page.onClick("pair-wrong", () => this.loadPair(true));
    page.onClick("pair-samples", () => this.otherSamples());
    page.onClick("count", () => this.count());
    composition.digits.forEach((digit, k) => {
      digit.part("mnist-one").addEventListener("click", () => this.loadOne(k));
    });
  }

  /** An answer, or null after saying why there is none. @template T @param {Promise<T>} promise */
  async attempt(promise) {
    try {
      return await promise;
    } catch (error) {
      this.page.notice(error.message);
      return null;
    }
  }

  /** @param {boolean} wrong whether the network reads it wrongly */
  async loadPair(wrong) {
    const reply = await this.attempt(this.engine.pair(wrong));
    if (reply) this.replacePair(reply.digits);
  }

  async loadOne(k) {
    const reply = await this.attempt(this.engine.pair());
    if (reply) this.replaceDigit(k, reply.digits[0]);
  }

  replacePair(digits) {
    this.composition.replace(digits);
    this.page.change({ forced: null });
  }

  replaceDigit(k, digit) {
    this.composition.digits[k].replace({ ...digit, move: null });
    this.page.change({});
  }

  otherSamples() {
    const { shift } = this.page.server.trained;
    if (this.samples.length) this.replacePair(otherPair(this.samples, shift));
  }

  /** @param {string[]} inks of the two digits */
  async listSamples(inks) {
    this.samples = await this.engine.samples(this.page.server.samples);
    this.galleries = this.composition.digits.map((digit, k) => {
      const choose = ({ drawing, digit: label }) => {
        digit.part("choose").open = false;
        this.replaceDigit(k, { drawing, label });
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
    const counts = await this.attempt(this.engine.countPairs());
    button.disabled = false;
    if (!counts) return;
    const n = answer.rounds.count(counts);
    setText(button, text("count-more"));
    setText(element("counted"), text("counted", { count: String(n) }));
  }
}
