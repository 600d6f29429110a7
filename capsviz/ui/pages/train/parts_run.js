/* A run that learns parts and objects without labels: its templates and their mean presences. */

import { make, setText } from "../../browser/dom.js";
import { PixelPicture } from "../../browser/picture.js";
import { number, text } from "../../browser/text.js";
import { objectWords } from "./words.js";

/** Whether a run learns parts. @param {any} film */
export const isPartsRun = (film) => film?.about.settings.network === "parts";

/**
 * The templates of a moment with their mean presences.
 * @param {any} film
 * @param {number} index
 * @returns {{bytes: Uint8Array, presence: number}[]}
 */
export function templatesAt({ arrays, about }, index) {
  const size = about.settings.model.template ** 2;
  const strip = arrays.templates?.[index] ?? new Uint8Array();
  return Array.from(arrays.presences?.[index] ?? [], (presence, m) => ({
    bytes: strip.subarray(m * size, (m + 1) * size),
    presence,
  }));
}

export class PartsView {
  /** @param {(name: string) => any} element */
  constructor(element) {
    this.element = element;
    this.tiles = [];
    this.key = "";
  }

  /** Elements for a run of these sizes. @param {any} film */
  build({ about }) {
    const { parts, template } = about.settings.model;
    const key = `${parts} ${template}`;
    if (key === this.key) return;
    this.key = key;
    this.tiles = Array.from({ length: parts }, () => {
      const canvas = make("canvas", { aria: { role: "img" } });
      const ink = make("i");
      const caption = make("figcaption");
      const tile = make("figure", {}, canvas, make("span", {}, ink), caption);
      return { picture: new PixelPicture(canvas, template), canvas, ink, caption, tile };
    });
    this.element("train-templates").replaceChildren(...this.tiles.map(({ tile }) => tile));
  }

  /**
   * @param {any} film
   * @param {number} index of the moment
   * @param {Uint32Array} table of the ink
   */
  show(film, index, table) {
    this.build(film);
    const moment = film.moments[index];
    templatesAt(film, index).forEach(({ bytes, presence }, m) => {
      const { picture, canvas, ink, caption } = this.tiles[m];
      picture.show(bytes, table);
      ink.style.width = `${100 * presence}%`;
      setText(caption, number(presence, 2));
      canvas.setAttribute(
        "aria-label",
        text("template", { number: m + 1, presence: number(presence, 2) }),
      );
    });
    setText(this.element("train-sse"), moment.sse === undefined ? "" : number(moment.sse, 1));
    setText(this.element("train-objects"), objectWords(moment));
  }
}
