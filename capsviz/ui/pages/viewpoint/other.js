/* Another digit: one of the samples, or a test digit. */

import { loadSamples, SampleButtons, testDigit } from "../../browser/gallery.js";

export class OtherDigit {
  /**
   * @param {{
   *   box: HTMLDetailsElement, samples: HTMLElement,
   *   form: HTMLFormElement, index: HTMLInputElement,
   * }} places
   * @param {{
   *   onChoose: (drawing: any, digit: number) => void, onTrouble: (sentence: string) => void,
   * }} listeners the digit is -1 where its class is not told
   */
  constructor({ box, samples, form, index }, { onChoose, onTrouble }) {
    this.box = box;
    this.samples = samples;
    this.form = form;
    this.onChoose = onChoose;
    this.onTrouble = onTrouble;
    this.base = "";
    /** @type {SampleButtons | null} */
    this.gallery = null;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.load(Number(index.value));
    });
  }

  /** @param {{base: string, samples: string, mnist: boolean}} data */
  update({ base, mnist }) {
    this.base = base;
    this.form.hidden = !mnist;
  }

  /** @param {string} sha of the samples @param {string} ink */
  async list(sha, ink) {
    const samples = await loadSamples(this.base, sha);
    this.gallery = new SampleButtons(this.samples, samples, ({ drawing }) =>
      this.choose(drawing, -1),
    );
    this.gallery.paint(ink);
  }

  /** @param {string} ink */
  paint(ink) {
    this.gallery?.paint(ink);
  }

  /** @param {number} index */
  async load(index) {
    try {
      const { b, label } = await testDigit(this.base, index);
      this.choose({ s: [], b }, label);
    } catch (error) {
      this.onTrouble(error.message);
    }
  }

  choose(drawing, digit) {
    this.box.open = false;
    this.onChoose(drawing, digit);
  }
}
