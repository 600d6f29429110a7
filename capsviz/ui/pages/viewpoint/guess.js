/* Before the first curve is drawn, a newcomer guesses at what angle the digit will be lost. */

import { areDetailsOpen } from "../../browser/details.js";
import { setText } from "../../browser/dom.js";
import { CURVE_ROOM } from "./figures.js";
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
    const { left, right } = CURVE_ROOM;
    Object.assign(part("guess").style, { marginLeft: `${left}px`, marginRight: `${right}px` });
    element("guess-at").addEventListener("input", () => this.mark());
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
    setText(this.part("guess-value"), `${value}°`);
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
    setText(said, guessWords(this.curve, Number(this.element("guess-at").value)));
    said.hidden = false;
    said.focus();
  }
}
