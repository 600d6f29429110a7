/* One drawing on the board: its picture, the predicted class, and that capsule's length. */

import { contextOf, make, makeButton, setText } from "../browser/dom.js";
import { paintDrawing } from "../browser/ink.js";
import { className } from "../browser/names.js";
import { fillText, number } from "../browser/text.js";
import { misread } from "./board_order.js";

export class Card {
  /**
   * @param {Record<string, string>} words
   * @param {{open: () => void, hide: () => void}} acts
   */
  constructor(words, { open, hide }) {
    this.words = words;
    this.canvas = make("canvas", { aria: { "aria-hidden": "true" } });
    this.caption = make("span", { className: "cv-class-reading", aria: { "aria-hidden": "true" } });
    const content = [this.canvas, this.caption];
    this.open = makeButton("cv-class-picture", "board-open", content, open);
    const options = { title: words.hide, aria: { "aria-label": words.hide } };
    this.hide = makeButton("cv-framed cv-class-hide", "board-hide", "×", hide, options);
    this.node = make("li", { className: "cv-class-card" }, this.open, this.hide);
    this.paintedKey = "";
  }

  /**
   * @param {import("./board_order.js").BoardDrawing} entry
   * @param {{word: string, side: number, colour: string}} options `side` of the picture, in pixels
   */
  show(entry, { word, side, colour }) {
    const { words, canvas, open } = this;
    const pixels = Math.round(side * (globalThis.devicePixelRatio || 1));
    const key = JSON.stringify([entry.drawing.s, pixels, colour]);
    if (key !== this.paintedKey) {
      this.paintedKey = key;
      canvas.width = canvas.height = pixels;
      paintDrawing(contextOf(canvas), pixels, entry.drawing, colour);
    }
    const { reading } = entry;
    const wrong = misread(entry, word);
    this.node.classList.toggle("cv-class-misread", wrong);
    open.style.setProperty("--length", String(reading?.length ?? 0));
    if (!reading) {
      setText(this.caption, "…");
      open.setAttribute("aria-label", words.unread);
      return;
    }
    const length = number(reading.length, 2);
    const says = className(reading.says);
    const kinds = wrong
      ? [words["caption-misread"], words["caption-misread-doubted"]]
      : [words.caption, words["caption-doubted"]];
    const caption = fillText(kinds[reading.sure ? 0 : 1], { digit: says, length });
    setText(this.caption, caption);
    const template = reading.sure ? words.reading : words.doubted;
    const name = fillText(template, { digit: says, length, misfit: number(reading.misfit, 1) });
    // The visible caption comes first, so that voice control finds the button by it.
    const args = { caption, said: name };
    const label = wrong ? fillText(words["drawn-misread"], args) : fillText(words.drawn, args);
    open.setAttribute("aria-label", label);
    open.title = name;
  }
}
