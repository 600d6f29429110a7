/* A guess of the angle at which the digit is lost, with the curve hidden; then marked on it. */

import { setText } from "../../browser/dom.js";
import { text } from "../../browser/text.js";
import { CURVE_ROOM, viewValue } from "./figures.js";
import { guessWords } from "./words.js";

export class Guess {
  /** @param {import("./index.js").ViewpointPage} page */
  constructor(page) {
    const { part, element } = page;
    this.page = page;
    /** @type {import("./curves.js").Curve | null} */
    this.curve = null;
    /** Degrees, once the line was moved. @type {number | null} */
    this.guess = null;
    /** Degrees of the guess that the curve shows. @type {number | null} */
    this.shownGuess = null;
    const { left, right } = CURVE_ROOM;
    Object.assign(part("guess").style, { marginLeft: `${left}px`, marginRight: `${right}px` });
    element("guess-at").addEventListener("input", () => {
      this.guess = Number(element("guess-at").value);
      this.mark();
    });
    page.onClick("guess-show", () => this.reveal());
    page.onClick("guess-begin", () => {
      this.show(true);
      element("guess-at").focus();
    });
    this.show(false);
  }

  /** @param {boolean} isOpen */
  show(isOpen) {
    this.isOpen = isOpen;
    this.page.root.classList.toggle("cv-v-guessing", isOpen);
    this.page.part("guess").hidden = !isOpen;
  }

  /** @param {import("./curves.js").Curve} curve */
  take(curve) {
    this.curve = curve;
    this.page.element("guess-begin").hidden = curve.kind !== "rotation";
    if (this.isOpen && curve.kind !== "rotation") this.show(false);
    this.mark();
    this.judge();
  }

  /** The line that is dragged. */
  mark() {
    const { min, max, value } = this.page.element("guess-at");
    const share = (value - min) / (max - min);
    this.page.part("guess-line").style.left = `${100 * share}%`;
    const hasGuess = this.guess !== null;
    const label = hasGuess ? viewValue("rotation", this.guess) : text("guess-none");
    setText(this.page.part("guess-value"), label);
    const action = text(hasGuess ? "guess-draw" : "guess-without");
    setText(this.page.element("guess-show"), action);
  }

  reveal() {
    this.show(false);
    if (!this.curve) return;
    if (this.guess === null) return this.page.element("kind").focus();
    this.shownGuess = this.guess;
    this.page.paintCurves();
    this.judge();
    this.page.element("guess-verdict").focus();
  }

  /** The sentence is about the curve that is drawn, as the line in it is. */
  judge() {
    const verdict = this.page.element("guess-verdict");
    verdict.hidden = this.shownGuess === null || this.curve.kind !== "rotation";
    if (!verdict.hidden) setText(verdict, guessWords(this.curve, this.shownGuess));
  }
}
