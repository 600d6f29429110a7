/* Before the first curve is drawn, a newcomer guesses at what angle the digit will be lost. */

import { areDetailsOpen } from "../../browser/details.js";
import { setText } from "../../browser/dom.js";
import { CURVE_ROOM, viewValue } from "./figures.js";
import { guessWords } from "./words.js";

const STORE = "capsviz.viewpoint.guess";

/** Whether this tab was asked before. */
function isAnswered() {
  try {
    return sessionStorage.getItem(STORE) !== null;
  } catch {
    return true; // else it would be asked with every visit
  }
}

export class Guess {
  /** @param {{root: HTMLElement, part: (name: string) => any, element: (name: string) => any}} find */
  constructor({ root, part, element }) {
    this.root = root;
    this.part = part;
    this.element = element;
    /** @type {import("./curves.js").Curve | null} */
    this.curve = null;
    /** Degrees, once the line was moved. @type {number | null} */
    this.guess = null;
    const { left, right } = CURVE_ROOM;
    Object.assign(part("guess").style, { marginLeft: `${left}px`, marginRight: `${right}px` });
    element("guess-at").addEventListener("input", () => {
      this.guess = Number(element("guess-at").value);
      this.mark();
    });
    element("guess-show").addEventListener("click", () => this.reveal());
    this.show(!areDetailsOpen() && !isAnswered());
  }

  /** @param {boolean} asking */
  show(asking) {
    this.asking = asking;
    this.root.classList.toggle("cv-v-guessing", asking);
    this.part("guess").hidden = !asking;
  }

  /** @param {import("./curves.js").Curve} curve */
  take(curve) {
    this.curve = curve;
    if (this.asking && curve.kind !== "rotation") this.show(false);
    this.mark();
  }

  /** The line that is dragged. */
  mark() {
    const { min, max, value } = this.element("guess-at");
    const share = (value - min) / (max - min);
    this.part("guess-line").style.left = `${100 * share}%`;
    const guessed = this.guess !== null;
    setText(this.part("guess-value"), guessed ? viewValue("rotation", this.guess) : "no guess yet");
    const act = guessed ? "draw the curve" : "draw it without a guess";
    setText(this.element("guess-show"), act);
  }

  reveal() {
    this.show(false);
    try {
      sessionStorage.setItem(STORE, "1");
    } catch {
      // Then it is asked no more on this page.
    }
    if (!this.curve) return;
    const said = this.element("guess-verdict");
    if (this.guess === null) return this.element("kind").focus();
    setText(said, guessWords(this.curve, this.guess));
    said.hidden = false;
    said.focus();
  }
}
