/*
 * Sliders of factors that are known exactly, for networks of sprites. Moved, they have the server
 * draw and read the very sprite; and they show what a linear map, measured on held-out sprites,
 * reads off a pose.
 */

import { LatestRequest } from "./engine/latest_request.js";
import { DimensionSliders } from "./sliders.js";

/**
 * @typedef {object} FactorShape
 * @property {string} form
 * @property {number} symmetry in degrees
 * @property {number[]} least
 * @property {number[]} most
 *
 * @typedef {object} KnownFactors as `factors.py` gives it; without maps if nothing was measured
 * @property {string[]} names
 * @property {FactorShape[]} shapes
 * @property {number[][][] | null} maps
 * @property {number[][] | null} r2
 */

const ROTATION = 2;
const FORM = 4;
const TITLES = {
  x: "to the right",
  y: "down",
  rotation: "rotation, counter-clockwise",
  size: "size",
};

/** A factor as words: an angle in degrees, else a share of the picture's side or of the shape. */
export function factorText(value, f) {
  const sign = value < 0 ? "\u2212" : "";
  const size = Math.abs(value);
  return f === ROTATION ? `${sign}${size.toFixed(0)}°` : `${sign}${size.toFixed(2)}`;
}

/**
 * Prediction of a linear map from a pose: x, y, rotation, size and form.
 * @param {number[][]} map rows of weights with a constant at the end, for x, y, cosine, sine, size
 *   and form
 * @param {ArrayLike<number>} pose
 * @param {number} symmetry degrees after which the shape looks the same
 * @returns {number[]}
 */
export function readOff(map, pose, symmetry) {
  const [x, y, cos, sin, size, form] = map.map((row) => {
    let sum = row[pose.length];
    for (let d = 0; d < pose.length; d++) sum += row[d] * pose[d];
    return sum;
  });
  const turn = Math.atan2(sin, cos) / (2 * Math.PI);
  return [x, y, (turn - Math.floor(turn)) * symmetry, size, form];
}

/**
 * Label of each slider, with the map's R².
 * @param {KnownFactors} known
 * @param {number} k the shape
 */
export function factorLabels({ names, shapes, r2 }, k) {
  return names.map((name, f) => {
    const text = f === FORM ? shapes[k].form : TITLES[name];
    return { text: r2 ? `${text}, R² ${r2[k][f].toFixed(2)}` : text };
  });
}

export class Factors {
  /**
   * @param {HTMLElement} section hidden where no factors are known
   * @param {import("./engine/engine.js").Engine} engine
   * @param {{
   *   settings: () => object,
   *   receive: (reply: any) => void, rest: (base: string) => void,
   *   trouble: (sentence: string) => void,
   * }} page `receive` gets what the network makes of a sprite, `rest` the base of its drawing once
   *   the slider rests
   */
  constructor(section, engine, page) {
    this.section = section;
    this.page = page;
    /** @type {KnownFactors | null} */
    this.known = null;
    this.k = -1;
    /** Whether a slider of these is what moves, and whether it has come to rest. */
    this.moving = this.resting = false;
    /** Whether the sliders only follow. */
    this.quiet = false;
    this.base = "";
    /** @type {any} */
    const place = section.querySelector("[data-part=factor-sliders]");
    this.sliders = new DimensionSliders(place, {
      dimensions: 5,
      what: "factor",
      of: "the sprite",
      format: factorText,
      onChange: () => this.ask(),
      onCommit: () => this.rest(),
    });
    this.asks = new LatestRequest(
      (question) => engine.sprite(question),
      (reply) => this.onReply(reply),
      (sentence) => this.onError(sentence),
      { each: true },
    );
  }

  /** @param {KnownFactors | null} known */
  adopt(known) {
    if (!known) this.k = -1;
    this.known = known;
    this.section.hidden = !known;
  }

  /**
   * Initial values of the sliders: the map's prediction or, without one, the middle.
   * @param {number} k the shape
   * @param {ArrayLike<number>} pose
   */
  begin(k, pose) {
    if (!this.known || this.moving) return;
    this.k = k;
    const { least, most } = this.known.shapes[k];
    const middle = least.map((low, f) => (low + most[f]) / 2);
    const spread = least.map((low, f) => (most[f] - low) / 6);
    this.sliders.show(k, this.readFactors(pose) ?? middle, middle, spread);
    this.sliders.label(factorLabels(this.known, k));
  }

  /** The pose was moved: the sliders follow, where that was measured. */
  follow(pose) {
    const seen = this.known && this.k >= 0 && !this.moving && this.readFactors(pose);
    if (!seen) return;
    this.quiet = true;
    this.sliders.set(seen);
    this.quiet = false;
  }

  /**
   * A picture was read: its winner's pose is followed.
   * @param {{lengths: number[][], poses: number[][]}} reply
   */
  hear({ lengths, poses }) {
    const said = /** @type {number[]} */ (lengths.at(-1));
    const k = said.indexOf(Math.max(...said));
    if (k === this.k) this.follow(poses[k]);
    else this.begin(k, poses[k]);
  }

  /** @returns {number[] | null} within the shape's ranges */
  readFactors(pose) {
    const { maps, shapes } = /** @type {KnownFactors} */ (this.known);
    if (!maps) return null;
    const { least, most, symmetry } = shapes[this.k];
    const found = readOff(maps[this.k], pose, symmetry);
    return found.map((value, f) => Math.min(most[f], Math.max(least[f], value)));
  }

  ask() {
    if (this.quiet || !this.known || this.k < 0) return; // nothing was read so far
    this.moving = true;
    const { least, most } = this.known.shapes[this.k];
    const factors = Array.from(this.sliders.pose, (value, f) =>
      Math.min(most[f], Math.max(least[f], value)),
    );
    this.asks.ask({ ...this.page.settings(), shape: this.k, factors });
  }

  onReply(reply) {
    this.base = reply.b;
    this.page.receive(reply);
    if (this.resting && !this.asks.next) this.tell();
  }

  /** @param {string} sentence */
  onError(sentence) {
    this.moving = this.resting = false;
    this.page.trouble(sentence);
  }

  /** The slider rests: its drawing is everybody's, once the last answer is here. */
  rest() {
    if (!this.moving) return;
    this.resting = true;
    if (!this.asks.busy) this.tell();
  }

  tell() {
    this.moving = this.resting = false;
    this.page.rest(this.base);
  }
}
