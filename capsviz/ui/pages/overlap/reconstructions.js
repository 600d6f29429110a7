/* Each of the two capsules reconstructed alone, and the digits as they were laid. */

import { make, setText } from "../../browser/dom.js";
import { text } from "../../browser/text.js";
import { TwoPicture } from "./pictures.js";
import { partOf } from "./reply.js";
import { plateWords, truthNote, truthWords } from "./words.js";

/** Pictures of reconstructions, then of the digits: of each the first, the second and both. */
const PLATES = ["alone-0", "alone-1", "overlaid", "true-0", "true-1", "true-both"];

export class Reconstructions {
  /**
   * @param {HTMLElement} container filled with the pictures
   * @param {HTMLElement} note
   * @param {number} side of the canvas
   */
  constructor(container, note, side) {
    this.note = note;
    this.pixels = side ** 2;
    this.all = PLATES.map((name) => plate(name, side));
    container.append(...this.all.map(({ figure }) => figure));
  }

  get canvases() {
    return this.all.map(({ canvas }) => canvas);
  }

  /** The visible pictures with their captions. */
  get visiblePictures() {
    return this.all.filter(({ figure }) => !figure.hidden);
  }

  /**
   * @param {import("./reply.js").Reply} reply
   * @param {import("./palette.js").Palette} palette
   */
  show(reply, { inks }) {
    const decoded = reply.shown.map((j) => partOf(reply.decoded, j, this.pixels));
    const captions = [
      ...[plateWords(reply, 0), plateWords(reply, 1), text("overlaid")],
      ...[...reply.labels.map(truthWords), text("laid")],
    ];
    this.all.forEach(({ figure, picture, caption }, k) => {
      const pair = k < 3 ? decoded : reply.parts;
      figure.hidden = !pair;
      if (!pair) return;
      const [first, second] = pair;
      picture.showTwo(k % 3 === 1 ? null : first, k % 3 === 0 ? null : second, inks);
      setText(caption, captions[k]);
    });
    setText(this.note, truthNote(reply));
  }
}

function plate(name, side) {
  const canvas = make("canvas", {
    data: { testid: name },
    aria: { role: "img", "aria-label": text(`plate-${name}`) },
  });
  const caption = make("figcaption");
  const figure = make("figure", {}, canvas, caption);
  return { figure, canvas, caption, picture: new TwoPicture(canvas, side) };
}
