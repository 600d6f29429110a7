/**
 * The curves of one kind of transform run through its range, as figures on the page.
 *
 * @typedef {object} Curve
 * @property {string} kind
 * @property {number} digit
 * @property {number} count of values
 * @property {Float32Array} values
 * @property {string[]} classes
 * @property {Float32Array} lengths count x classes
 * @property {Float32Array} poses count x dimensions
 * @property {Float32Array} cnn count x classes, or none
 * @property {Uint8Array} images count x side x side
 * @property {{slope: number[], span: number, shared: number, own: number} | null} law
 */

import { scrubChart } from "../../browser/chart.js";
import { make } from "../../browser/dom.js";
import { paintFigure, zoomOf } from "../../browser/figure.js";
import { formatOf, PixelPicture, stackPlanes } from "../../browser/picture.js";
import {
  CURVE_ROOM,
  curveLayout,
  drawLengthCurves,
  drawPoseCurves,
  poseLayout,
  VIEW_KINDS,
} from "./figures.js";
import { turnValue } from "./transform.js";

/** Height of the other content in the column of the length curves, in pixels. */
const OTHER_HEIGHT = 310;
/** Arrays of a curve with an entry for each of its values. */
const CURVE_ARRAYS = ["values", "lengths", "poses", "cnn", "images"];

/**
 * A reply with the law that belongs to it, in values as they are shown.
 * @param {{header: any, arrays: any}} reply
 * @param {import("./controls.js").ViewpointLaws | null} laws of the network, or null
 * @param {string[]} classes
 * @returns {Curve}
 */
export function curveOf({ header, arrays }, laws, classes) {
  const { kind, digit } = header;
  const index = Object.keys(VIEW_KINDS).indexOf(kind);
  const law = laws && {
    slope: laws.slope[index][digit],
    span: laws.span[kind],
    shared: laws.shared[index][digit],
    own: laws.own[index][digit],
  };
  const curve = { ...arrays, classes, kind, digit, count: arrays.values.length, law };
  return turnValue(kind, 1) < 0 ? reverseCurve(curve) : curve;
}

/** A curve that runs the other way, through the opposite values. @param {Curve} curve */
function reverseCurve({ law, ...curve }) {
  const { count } = curve;
  const reversed = CURVE_ARRAYS.filter((name) => curve[name]).map((name) => {
    const size = curve[name].length / count;
    const rows = curve[name].slice();
    for (let i = 0; i < count; i++)
      rows.set(curve[name].subarray(size * i, size * (i + 1)), size * (count - 1 - i));
    return [name, name === "values" ? rows.map((value) => 0 - value) : rows];
  });
  const slope = law && { ...law, slope: law.slope.map((value) => -value) };
  return { ...curve, ...Object.fromEntries(reversed), law: slope };
}

export class Curves {
  /** @param {import("./index.js").ViewpointPage} page */
  constructor(page) {
    const [lengths, poses] = ["curve-lengths", "curve-poses"].map(page.element);
    this.page = page;
    /** @type {Curve | null} */
    this.curve = null;
    this.film = null;
    this.count = 0;
    this.figures = {
      lengths: {
        canvas: lengths,
        height: (w) => curveLayout(w, this.maxHeight).height,
        draw: drawLengthCurves,
      },
      poses: {
        canvas: poses,
        height: (w) => poseLayout(w, this.dimensions).height,
        draw: drawPoseCurves,
      },
    };
    this.resizeObserver = new ResizeObserver(() => this.paint());
    this.resizeObserver.observe(lengths.parentElement);
    this.resizeObserver.observe(poses.parentElement);
    scrubChart(lengths, CURVE_ROOM, (share) => {
      if (!this.curve) return;
      const { kind } = page.view;
      const [low, high] = page.server.limits[kind];
      page.move(kind, turnValue(kind, low + share * (high - low)));
    });
  }

  /** Height at which the length curves end at the bottom of the window. */
  get maxHeight() {
    const windowHeight = innerHeight / zoomOf(this.figures.lengths.canvas);
    return Math.max(130, Math.round(0.62 * windowHeight - OTHER_HEIGHT));
  }

  /** How many numbers a pose has. */
  get dimensions() {
    return this.curve ? this.curve.poses.length / this.curve.count : 0;
  }

  close() {
    this.resizeObserver.disconnect();
  }

  /** @param {Curve} curve */
  take(curve) {
    this.curve = curve;
    this.colour();
    for (const { canvas } of Object.values(this.figures)) {
      this.count += 1;
      Object.assign(canvas.dataset, { seq: String(this.count), kind: curve.kind });
    }
  }

  /** The strip of pictures, in the present colours. */
  colour() {
    if (!this.curve) return;
    const { images, count } = this.curve;
    const canvas = make("canvas");
    const { side, channels } = formatOf(images.length / count);
    const planes = channels === 1 ? images : stackPlanes(images, count);
    new PixelPicture(canvas, side, side * count).show(planes, this.page.tables.ink);
    this.film = canvas;
  }

  /** Data of a figure. */
  get scene() {
    const { curve, film, maxHeight, page } = this;
    const { inks, view, guess, server } = page;
    // Without a marker while the curves of another kind are loading.
    const transform = curve?.kind === view.kind ? view.transform : {};
    const { measure } = server.network;
    return { curve, film, maxHeight, inks, transform, measure, guess: guess.shownGuess };
  }

  paint() {
    if (!this.curve) return;
    for (const { canvas, height, draw } of Object.values(this.figures)) {
      paintFigure(canvas, height, (g, w, h) => draw(g, w, h, this.scene));
    }
  }
}
