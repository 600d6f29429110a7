/* Display of the present reply: all pictures and numbers except the canvas. */

import { offerFiles } from "../../browser/export.js";
import { PixelPicture } from "../../browser/picture.js";
import { overlapFiles } from "./exports.js";
import { Rounds } from "./iteration_comparison.js";
import { Lengths } from "./lengths.js";
import { Maps } from "./maps.js";
import { Reconstructions } from "./reconstructions.js";
import { Shares } from "./shares.js";

const NUMBERED_ELEMENTS = [
  ...["pair-canvas", "network-input", "prediction", "lengths", "shares", "ink"],
  "by-iterations",
];

/**
 * @typedef {import("./reply.js").Reply} Reply
 * @typedef {import("./palette.js").Palette} Palette
 *
 * @typedef {object} OverlapTraining
 * @property {number} shift in pixels
 * @property {number} iterations
 *
 * @typedef {object} OverlapLimits
 * @property {number} move of a digit from the middle, in pixels
 * @property {number} compared iterations
 *
 * @typedef {object} OverlapPageData as `data.py` gives it
 * @property {any[]} table
 * @property {string} reply
 * @property {string} samples
 * @property {boolean} mnist whether the test digits are there
 * @property {Record<string, any>} geometry
 * @property {string} model
 * @property {OverlapTraining} trained
 * @property {OverlapLimits} most
 * @property {{present: number}} limits of the verdict
 * @property {import("./results.js").OverlapResults} results
 */

export class Answer {
  /** @param {import("./index.js").OverlapPage} page @param {OverlapPageData} data */
  constructor(page, { geometry, most, trained }) {
    const { element, part } = page;
    const { side, grid } = geometry;
    this.input = new PixelPicture(element("network-input"), side, side);
    this.lengths = new Lengths(page, side, (forced) => page.change({ forced }));
    this.plates = new Reconstructions(part("plates"), element("truth-note"), side);
    this.shares = new Shares(page, side);
    this.maps = new Maps(page, geometry, (values) => page.lookAtMaps(values));
    this.rounds = new Rounds(part, most.compared, trained.iterations, (r) => page.iterate(r));
    /** @type {Reply | null} */
    this.reply = null;
    const maps = (palette) => this.maps.figuresIn(palette);
    const files = overlapFiles(() => ({ reply: this.reply, maps, side, grid }));
    offerFiles((name) => part(`export-${name}`), files);
    this.numberedElements = [
      ...NUMBERED_ELEMENTS.map(element),
      ...this.maps.canvases,
      ...this.lengths.meters,
    ];
    this.numberedElements.push(...this.plates.canvases);
    this.count = 0;
  }

  /**
   * Draw a reply; `data-seq` changes last, when all of it is in place.
   * @param {Reply} reply
   * @param {Palette} palette
   * @param {import("./maps.js").MapView} view
   */
  show(reply, palette, view) {
    this.reply = reply;
    this.input.show(reply.image, palette.tables.ink);
    this.lengths.show(reply, palette);
    this.plates.show(reply, palette);
    this.shares.show(reply, palette);
    this.maps.show(reply, palette, view);
    this.rounds.show(reply);
    this.count += 1;
    for (const element of this.numberedElements) element.dataset.seq = String(this.count);
  }
}
