/* Pictures of a moment: reconstructions, couplings, sweeps and errors. */

import { make, setText } from "../../browser/dom.js";
import { CouplingPicture, couplingOf, PixelPicture, tilesOf } from "../../browser/picture.js";
import { number, text } from "../../browser/text.js";

/** Pictures in a row or grid, built once for each number of them. */
class Strip {
  /** @param {HTMLElement} container for screen readers */
  constructor(container, name) {
    this.container = container;
    this.name = name;
    /** @type {PixelPicture[]} */
    this.pictures = [];
  }

  /**
   * @param {Uint8Array} bytes
   * @param {{side: number, values: number}} picture one of them
   * @param {Uint32Array} table
   */
  show(bytes, { side, values: size }, table) {
    const count = Math.floor(bytes.length / size);
    while (this.pictures.length < count) {
      const label = this.name(this.pictures.length);
      const canvas = make("canvas", { aria: { role: "img", "aria-label": label } });
      this.pictures.push(new PixelPicture(canvas, side, side));
      this.container.append(canvas);
    }
    this.pictures.forEach(({ context }, i) => {
      context.canvas.hidden = i >= count;
    });
    for (let i = 0; i < count; i++) {
      this.pictures[i].show(bytes.subarray(i * size, (i + 1) * size), table);
    }
  }
}

/**
 * Couplings on the full colour scale, as all of them are close to uniform; and their range in
 * words.
 * @param {Uint8Array} bytes square roots of the couplings
 * @param {number} classes
 */
export function stretch(bytes, classes) {
  const uniform = 1 / classes;
  const couplings = Array.from(bytes, couplingOf);
  const [low, high] = [Math.min(...couplings), Math.max(...couplings)];
  const maximum = Math.max(high - uniform, uniform - low, 0.02 * uniform);
  const scale = (c) => uniform + ((c - uniform) / maximum) * (c > uniform ? 1 - uniform : uniform);
  const range = bytes.length
    ? text("coupling-range", {
        low: number(low, 3),
        high: number(high, 3),
        even: number(uniform, 3),
      })
    : "";
  return { bytes: Uint8Array.from(couplings, (c) => 255 * Math.sqrt(scale(c))), range };
}

export class Pictures {
  /** @param {(name: string) => any} element @param {(name: string) => any} part */
  constructor(element, part) {
    this.element = element;
    this.part = part;
    this.key = "";
  }

  /** Elements for a run of these sizes. @param {any} film */
  build(film) {
    const { model } = film.about.settings;
    const { image_size: side, channels = 1 } = model; // bundled films name none
    const key = `${film.about.run} ${side} ${channels} ${model.primary_types} ${model.classes}`;
    if (key === this.key) return;
    this.key = key;
    const { element } = this;
    this.picture = { side, values: channels * side ** 2 };
    this.input = new PixelPicture(element("train-input"), side, side);
    this.pinned = new PixelPicture(element("train-pinned"), side, side);
    const { types, grid } = tilesOf(film.arrays.couplings?.[0]?.length ?? 36);
    this.couplings = new CouplingPicture(element("train-couplings"), types, grid);
    for (const name of ["train-ten", "train-sweeps", "train-worst"])
      element(name).replaceChildren();
    const [originals, decoded] = [make("div"), make("div")];
    element("train-ten").append(originals, decoded);
    this.originals = new Strip(originals, (i) => text("picture", { number: i + 1 }));
    this.decoded = new Strip(decoded, (i) => text("picture-decoded-name", { number: i + 1 }));
    this.sweeps = new Strip(element("train-sweeps"), (i) =>
      text(i % 2 ? "dimension-up" : "dimension-down", { number: i >> 1 }),
    );
    this.worst = new Strip(element("train-worst"), (i) => text("mistake", { number: i + 1 }));
    this.buildBars(film.about.classes);
  }

  buildBars(classes) {
    this.bars = classes.map((name) => {
      const [term, bar, value] = [make("dt", {}, name), make("i"), make("span")];
      return { term, bar, value, row: [term, make("dd", {}, bar), make("dd", {}, value)] };
    });
    this.element("train-lengths").replaceChildren(...this.bars.flatMap(({ row }) => row));
  }

  /** @param {any} film @param {number} index @param {any} tables */
  show(film, index, tables) {
    this.build(film);
    const { arrays, first, moments, about } = film;
    const array = (name) => arrays[name]?.[index] ?? new Uint8Array();
    const winner = moments[index].winner ?? 0;
    const picture = film.pinnedPicture(moments[index]);
    if (picture) this.input.show(picture, tables.ink);
    this.pinned.show(array("pinned"), tables.ink);
    const { bytes, range } = stretch(array("couplings"), about.classes.length);
    this.couplings.show(bytes, tables.couplings);
    setText(this.part("coupling-range"), range);
    setText(this.part("winner"), about.classes[winner] ?? "");
    this.originals.show(first.ten_input ?? new Uint8Array(), this.picture, tables.ink);
    this.decoded.show(array("ten"), this.picture, tables.ink);
    this.sweeps.show(array("sweeps"), this.picture, tables.ink);
    this.worst.show(array("worst"), this.picture, tables.ink);
    this.nameWorst(moments[index].worst ?? [], about.classes);
    this.labelWorst(moments[index].worst ?? [], about.classes, !arrays.worst);
    this.showBars(array("lengths"), winner);
    this.showConfusion(array("confusion"), about.classes.length, tables.ink);
  }

  nameWorst(worst, classes) {
    this.worst.pictures.forEach(({ context }, i) => {
      const { canvas } = context;
      const mistake = worst[i];
      const label = mistake ? text("mistake-read", readingOf(mistake, classes)) : "";
      canvas.title = label;
      canvas.setAttribute("aria-label", label);
    });
  }

  /** List the labels in words if the film has no pictures of the set, as bundled ones do not. */
  labelWorst(worst, classes, inWords) {
    setText(this.part("mistakes-none"), worst.length ? "" : text("mistakes-none"));
    this.part("mistakes-why").hidden = !inWords;
    const listed = inWords ? worst : [];
    this.part("mistakes-told").replaceChildren(
      ...listed.map((mistake) =>
        make("li", {}, text("mistake-listed", readingOf(mistake, classes))),
      ),
    );
  }

  showBars(lengths, winner) {
    this.bars.forEach(({ term, bar, value }, k) => {
      const length = lengths[k] ?? 0;
      bar.style.width = `${100 * Math.min(1, length)}%`;
      bar.classList.toggle("cv-t-wins", k === winner);
      term.classList.toggle("cv-t-wins", k === winner);
      setText(value, number(length, 2));
    });
  }

  showConfusion(counts, classes, table) {
    const canvas = this.element("train-confusion");
    canvas.hidden = counts.length === 0;
    if (!counts.length) return;
    const shares = new Uint8Array(counts.length);
    for (let row = 0; row < classes; row++) {
      const rowCounts = counts.subarray(row * classes, (row + 1) * classes);
      const sum = rowCounts.reduce((total, count) => total + count, 0) || 1;
      rowCounts.forEach((count, k) => {
        shares[row * classes + k] = 255 * Math.sqrt(count / sum); // a single mistake is in sight
      });
    }
    new PixelPicture(canvas, classes, classes).show(shares, table);
  }
}

/** @param {{is: number, read: number}} mistake @param {string[]} classes */
const readingOf = ({ is, read }, classes) => ({ true: classes[is], predicted: classes[read] });
