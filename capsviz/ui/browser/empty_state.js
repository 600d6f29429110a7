/* A hint how to begin, on pages that need a picture. */

import { showNothing } from "./answers.js";
import { makeButton } from "./dom.js";
import { text, textAround } from "./text.js";

/** @param {{s: any[], b?: string | null}} drawing */
export function isEmpty({ s, b }) {
  return s.length === 0 && !b;
}

/** A line with a link to Draw. It is visible, and answers are hidden, while the canvas is empty. */
export class EmptyState {
  /**
   * @param {HTMLElement} container
   * @param {() => void} draw goes to Draw
   */
  constructor(container, draw) {
    this.container = container;
    const button = makeButton("cv-link", "begin", text("picture-begin"), draw);
    const [before, behind] = textAround("picture-none");
    container.replaceChildren(before, button, behind);
  }

  /** @param {{s: any[], b?: string | null}} drawing */
  receive(drawing) {
    const empty = isEmpty(drawing);
    this.container.hidden = !empty;
    showNothing(this.container.closest(".cv"), empty);
  }
}
