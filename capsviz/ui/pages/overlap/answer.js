/* Display of the present reply: all pictures and numbers except the canvas. */

import { offerFiles } from "../../browser/export.js";
import { PixelPicture } from "../../browser/picture.js";
import { overlapFiles } from "./exports.js";
import { Rounds } from "./iteration_comparison.js";
import { Lengths } from "./lengths.js";
import { Maps } from "./maps.js";
import { Reconstructions } from "./reconstructions.js";
import { Shares } from "./shares.js";

const FOLLOW = ["pair-canvas", "network-input", "prediction", "lengths", "shares", "ink"];

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
  /**
   * @param {Record<"element" | "part", (name: string) => any>} places of the page, by name
   * @param {OverlapPageData} data
   * @param {{
   *   force: (pair: number[] | null) => void,
   *   look: (change: Record<string, any>) => void,
   *   iterate: (r: number) => void,
   * }} acts of the visitor
   */
  constructor({ element, part }, { geometry, most, trained }, { force, look, iterate }) {
    this.sees = new PixelPicture(element("network-input"), geometry.side, geometry.side);
    this.lengths = new Lengths(
      {
        list: element("lengths"),
        selects: [element("force-0"), element("force-1")],
        reset: element("force-reset"),
        big: part("big"),
        legend: part("legend"),
      },
      geometry.side,
      force,
    );
    this.plates = new Reconstructions(part("plates"), element("truth-note"), geometry.side);
    this.shares = new Shares(
      {
        canvas: element("shares"),
        mark: part("probe"),
        bar: part("ink-bar"),
        list: element("ink"),
        text: element("pixel"),
      },
      geometry.side,
    );
    const three = [0, 1, 2];
    this.maps = new Maps(
      {
        canvases: three.map((k) => element(`map-${k}`)),
        names: three.map((k) => part(`map-name-${k}`)),
        kind: element("map-kind"),
        iteration: element("map-iteration"),
        output: part("map-iteration"),
        note: element("map-note"),
      },
      geometry,
      look,
    );
    this.rounds = new Rounds(
      {
        choices: part("rounds"),
        body: part("by-iterations"),
        countHead: part("counted-head"),
      },
      most.compared,
      trained.iterations,
      iterate,
    );
    /** @type {Reply | null} */
    this.reply = null;
    const { side, grid } = geometry;
    const maps = (palette) => this.maps.figuresIn(palette);
    const files = overlapFiles(() => ({ reply: this.reply, maps, side, grid }));
    offerFiles((name) => part(`export-${name}`), files);
    this.live = FOLLOW.map(element);
    this.live.push(element("by-iterations"), ...this.maps.canvases, ...this.lengths.meters);
    this.live.push(...this.plates.canvases);
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
    this.sees.show(reply.image, palette.tables.ink);
    this.lengths.show(reply, palette);
    this.plates.show(reply, palette);
    this.shares.show(reply, palette);
    this.maps.show(reply, palette, view);
    this.rounds.show(reply);
    this.count += 1;
    for (const element of this.live) element.dataset.seq = String(this.count);
  }
}
