/* Each of the two capsules reconstructed alone, and the digits as they were laid. */

import { make, setText } from "../../browser/dom.js";
import { text } from "../../browser/text.js";
import { TwoPicture } from "./pictures.js";
import { partOf } from "./reply.js";
import { plateWords, truthNote, truthWords } from "./words.js";

const PLATES = {
  alone0: "alone-0",
  alone1: "alone-1",
  overlaid: "overlaid",
  true0: "true-0",
  true1: "true-1",
  trueBoth: "true-both",
};

export class Reconstructions {
  /**
   * @param {HTMLElement} place filled with the pictures
   * @param {HTMLElement} note
   * @param {number} side of the canvas
   */
  constructor(place, note, side) {
    this.note = note;
    this.pixels = side ** 2;
    this.all = Object.fromEntries(
      Object.entries(PLATES).map(([key, name]) => [key, plate(name, side)]),
    );
    place.append(...Object.values(this.all).map(({ figure }) => figure));
  }

  get canvases() {
    return Object.values(this.all).map(({ canvas }) => canvas);
  }

  /** The visible pictures with their captions. */
  get visiblePictures() {
    return Object.values(this.all).filter(({ figure }) => !figure.hidden);
  }

  /**
   * @param {import("./reply.js").Reply} reply
   * @param {import("./palette.js").Palette} palette
   */
  show(reply, { inks }) {
    const { all, pixels } = this;
    const [first, second] = reply.shown.map((j) => partOf(reply.decoded, j, pixels));
    all.alone0.picture.showTwo(first, null, inks);
    all.alone1.picture.showTwo(null, second, inks);
    all.overlaid.picture.showTwo(first, second, inks);
    setText(all.alone0.caption, plateWords(reply, 0));
    setText(all.alone1.caption, plateWords(reply, 1));
    setText(all.overlaid.caption, text("overlaid"));
    for (const name of ["true0", "true1", "trueBoth"]) all[name].figure.hidden = !reply.parts;
    if (reply.parts) {
      const [one, other] = reply.parts;
      all.true0.picture.showTwo(one, null, inks);
      all.true1.picture.showTwo(null, other, inks);
      all.trueBoth.picture.showTwo(one, other, inks);
      setText(all.true0.caption, truthWords(reply.labels[0]));
      setText(all.true1.caption, truthWords(reply.labels[1]));
      setText(all.trueBoth.caption, text("laid"));
    }
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
