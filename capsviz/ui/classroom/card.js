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
    const named = { title: words.hide, aria: { "aria-label": words.hide } };
    this.hide = makeButton("cv-framed cv-class-hide", "board-hide", "×", hide, named);
    this.node = make("li", { className: "cv-class-card" }, this.open, this.hide);
    this.painted = "";
  }

  /**
   * @param {import("./board_order.js").Drawn} drawn
   * @param {{word: string, side: number, colour: string}} how `side` of the picture, in pixels
   */
  show(drawn, { word, side, colour }) {
    const { words, canvas, open } = this;
    const pixels = Math.round(side * (globalThis.devicePixelRatio || 1));
    const what = JSON.stringify([drawn.drawing.s, pixels, colour]);
    if (what !== this.painted) {
      this.painted = what;
      canvas.width = canvas.height = pixels;
      paintDrawing(contextOf(canvas), pixels, drawn.drawing, colour);
    }
    const { reading } = drawn;
    const wrong = misread(drawn, word);
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
    const said = reading.sure ? words.reading : words.doubted;
    const name = fillText(said, { digit: says, length, misfit: number(reading.misfit, 1) });
    // The visible caption comes first, so that voice control finds the button by it.
    const told = { caption, said: name };
    const label = wrong ? fillText(words["drawn-misread"], told) : fillText(words.drawn, told);
    open.setAttribute("aria-label", label);
    open.title = name;
  }
}
