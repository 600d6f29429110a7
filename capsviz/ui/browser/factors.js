/*
 * Sliders of exactly known factors, for networks of sprites and solids. When a slider moves, the
 * server draws and reads the object. The sliders also show a linear map's predictions from a pose;
 * the map is measured on held-out pictures.
 */

import { LatestRequest } from "./engine/latest_request.js";
import { DimensionSliders } from "./sliders.js";
import { list, number, text } from "./text.js";

/**
 * @typedef {object} FactorShape
 * @property {string} form "" if no factor is the form
 * @property {number[]} periods degrees after which the shape looks the same; 0 for no angle
 * @property {number[]} least
 * @property {number[]} most
 *
 * @typedef {object} KnownFactors as `factors.py` returns it; without maps if not measured
 * @property {string[]} names
 * @property {FactorShape[]} shapes
 * @property {number[][][] | null} maps
 * @property {number[][] | null} r2
 */

const DEGREES = ["rotation", "azimuth", "elevation", "light", "hue"];

/** A factor as text: an angle in degrees, or a share of the picture's side or of the shape. */
export function factorText(value, name) {
  return DEGREES.includes(name) ? `${number(value, 0)}°` : number(value, 2);
}

/**
 * A linear map's prediction from a pose: one number for each factor.
 * @param {number[][]} map a row of weights and a constant for each factor; two rows, cosine and
 *   sine, for an angle
 * @param {ArrayLike<number>} pose
 * @param {number[]} periods of the factors
 * @returns {number[]}
 */
export function readOff(map, pose, periods) {
  const values = map.map((row) => {
    let sum = row[pose.length];
    for (let d = 0; d < pose.length; d++) sum += row[d] * pose[d];
    return sum;
  });
  let row = 0;
  return periods.map((period) => {
    const first = values[row++];
    if (!period) return first;
    const turn = Math.atan2(values[row++], first) / (2 * Math.PI);
    return (turn - Math.floor(turn)) * period;
  });
}

/**
 * Label of each slider, with the map's R².
 * @param {KnownFactors} known
 * @param {number} k the shape
 * @param {number[] | null} readings predictions from the pose, if the sliders show the true values
 */
export function factorLabels({ names, shapes, r2 }, k, readings = null) {
  return names.map((name, f) => {
    let label = text("factor-name", { factor: name, form: shapes[k].form });
    if (r2) label = text("factor-explained", { label, r2: number(r2[k][f], 2) });
    if (readings) label = text("factor-read", { label, value: factorText(readings[f], name) });
    return { text: label };
  });
}

export class Factors {
  /**
   * @param {HTMLElement} section hidden if no factors are known
   * @param {import("./engine/engine.js").Engine} engine
   * @param {{
   *   settings: () => object,
   *   receive: (reply: any) => void, rest: (base: string) => void,
   *   trouble: (sentence: string) => void,
   *   compare?: (truth: string, read: string) => void,
   * }} page `receive` gets the network's reply, `rest` the base of the drawing once the slider
   *   stops, `compare` the true viewpoint and the one predicted from the pose
   */
  constructor(section, engine, page) {
    this.section = section;
    this.page = page;
    /** @type {KnownFactors | null} */
    this.factors = null;
    this.k = -1;
    /** Whether one of these sliders is being moved, and whether it has stopped. */
    this.moving = this.resting = false;
    /** Whether the sliders are being set by code. */
    this.updating = false;
    this.base = "";
    /** @type {any} */
    const container = section.querySelector("[data-part=factor-sliders]");
    this.sliders = new DimensionSliders(container, {
      dimensions: 5,
      what: "factor",
      format: (value, f) => factorText(value, this.factors?.names[f] ?? ""),
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

  /** @param {KnownFactors | null} factors */
  adopt(factors) {
    // The network changed: no reply of it exists yet.
    if (JSON.stringify(factors) !== JSON.stringify(this.factors)) {
      this.k = -1;
      this.moving = this.resting = false;
    }
    this.factors = factors;
    this.section.hidden = !factors;
  }

  /**
   * Set the sliders' initial values: the map's prediction or, without a map, the middle.
   * @param {number} k the shape
   * @param {ArrayLike<number>} pose
   */
  begin(k, pose) {
    if (!this.factors || this.moving) return;
    this.k = k;
    const { least, most } = this.factors.shapes[k];
    const middle = least.map((low, f) => (low + most[f]) / 2);
    const spread = least.map((low, f) => (most[f] - low) / 6);
    this.sliders.show(k, this.readFactors(pose) ?? middle, middle, spread);
    this.sliders.label(factorLabels(this.factors, k));
  }

  /** Set the sliders to the prediction from a changed pose, if the map was measured. */
  follow(pose) {
    const values = this.factors && this.k >= 0 && !this.moving && this.readFactors(pose);
    if (!values) return;
    this.updating = true;
    this.sliders.set(values);
    this.updating = false;
  }

  /**
   * Set the sliders to the winner's pose of a reply.
   * @param {{lengths: number[][], poses: number[][]}} reply
   */
  receive({ lengths, poses }) {
    const last = /** @type {number[]} */ (lengths.at(-1));
    const k = last.indexOf(Math.max(...last));
    if (k === this.k) this.follow(poses[k]);
    else this.begin(k, poses[k]);
  }

  /** @returns {number[] | null} within the shape's ranges */
  readFactors(pose) {
    const { maps, shapes } = /** @type {KnownFactors} */ (this.factors);
    if (!maps) return null;
    const { least, most, periods } = shapes[this.k];
    const values = readOff(maps[this.k], pose, periods);
    return values.map((value, f) => Math.min(most[f], Math.max(least[f], value)));
  }

  /** Whether the viewpoint has two angles, so that a picture can be turned like a ball. */
  get turns() {
    return Boolean(this.factors?.names.includes("elevation")) && this.k >= 0;
  }

  /**
   * Turn the solid, dragged by its picture.
   * @param {number} dAzimuth degrees of azimuth
   * @param {number} dElevation degrees of elevation
   */
  turn(dAzimuth, dElevation) {
    const { names, shapes } = /** @type {KnownFactors} */ (this.factors);
    const { periods, least, most } = shapes[this.k];
    const [azimuth, elevation] = ["azimuth", "elevation"].map((name) => names.indexOf(name));
    const pose = Array.from(this.sliders.pose);
    const turned = (pose[azimuth] + dAzimuth) % periods[azimuth];
    pose[azimuth] = turned < 0 ? turned + periods[azimuth] : turned;
    const lifted = pose[elevation] + dElevation;
    pose[elevation] = Math.min(most[elevation], Math.max(least[elevation], lifted));
    this.sliders.set(pose);
  }

  ask() {
    if (this.updating || !this.factors || this.k < 0) return; // no reply yet
    this.moving = true;
    const { least, most } = this.factors.shapes[this.k];
    const factors = Array.from(this.sliders.pose, (value, f) =>
      Math.min(most[f], Math.max(least[f], value)),
    );
    this.asks.ask({ ...this.page.settings(), shape: this.k, factors });
  }

  onReply(reply) {
    if (this.k < 0) return; // the network has changed
    this.base = reply.b;
    this.page.receive(reply);
    this.showRead(reply.poses[this.k]);
    if (this.resting && !this.asks.next) this.show();
  }

  /** Show the predictions from a pose next to the true values. @param {ArrayLike<number>} pose */
  showRead(pose) {
    const factors = /** @type {KnownFactors} */ (this.factors);
    const readings = this.readFactors(pose);
    this.sliders.label(factorLabels(factors, this.k, readings));
    const describe = (values) =>
      list(
        factors.names.flatMap((factor, f) =>
          factor === "azimuth" || factor === "elevation"
            ? [text("factor-turn", { factor, value: factorText(values[f], factor) })]
            : [],
        ),
        "unit",
      );
    if (this.turns)
      this.page.compare?.(describe(this.sliders.pose), readings ? describe(readings) : "");
  }

  /** @param {string} sentence */
  onError(sentence) {
    this.moving = this.resting = false;
    this.page.trouble(sentence);
  }

  /** Share the drawing after the slider has stopped and the last reply has arrived. */
  rest() {
    if (!this.moving) return;
    this.resting = true;
    if (!this.asks.busy) this.show();
  }

  show() {
    this.moving = this.resting = false;
    this.page.rest(this.base);
  }
}
