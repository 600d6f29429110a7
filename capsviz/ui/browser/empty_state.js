/* No picture yet: how to begin, wherever one is needed. */

import { showNothing } from "./answers.js";
import { makeButton } from "./dom.js";
import { text, textAround } from "./text.js";

/** @param {{s: any[], b?: string | null}} drawing */
export function isEmpty({ s, b }) {
  return s.length === 0 && !b;
}

/** A line that stands only while there is no picture, with no answers, and leads to where one is made. */
export class EmptyState {
  /**
   * @param {HTMLElement} place
   * @param {() => void} draw goes to Draw
   */
  constructor(place, draw) {
    this.place = place;
    const button = makeButton("cv-link", "begin", text("picture-begin"), draw);
    const [before, behind] = textAround("picture-none");
    place.replaceChildren(before, button, behind);
  }

  /** @param {{s: any[], b?: string | null}} drawing */
  receive(drawing) {
    const empty = isEmpty(drawing);
    this.place.hidden = !empty;
    showNothing(this.place.closest(".cv"), empty);
  }
}
