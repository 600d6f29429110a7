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
const BESIDE = 310;
/** The arrays of a curve, which hold something for each of its values. */
const ALONG = ["values", "lengths", "poses", "cnn", "images"];

/**
 * A reply with the law that belongs to it, in values as they are shown.
 * @param {{header: any, arrays: any}} found
 * @param {import("./controls.js").ViewpointLaws | null} laws of the network, or null
 * @param {string[]} classes
 * @returns {Curve}
 */
export function curveOf({ header, arrays }, laws, classes) {
  const { kind, digit } = header;
  const at = Object.keys(VIEW_KINDS).indexOf(kind);
  const law = laws && {
    slope: laws.slope[at][digit],
    span: laws.span[kind],
    shared: laws.shared[at][digit],
    own: laws.own[at][digit],
  };
  const curve = { ...arrays, classes, kind, digit, count: arrays.values.length, law };
  return turnValue(kind, 1) < 0 ? reverseCurve(curve) : curve;
}

/** A curve that runs the other way, through the opposite values. @param {Curve} curve */
function reverseCurve({ law, ...curve }) {
  const { count } = curve;
  const reversed = ALONG.filter((name) => curve[name]).map((name) => {
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
  /**
   * @param {Record<"lengths" | "poses", HTMLCanvasElement>} canvases
   * @param {(share: number) => void} go to a share of the range
   */
  constructor({ lengths, poses }, go) {
    /** @type {Curve | null} */
    this.curve = null;
    this.film = null;
    this.figures = {
      lengths: {
        canvas: lengths,
        height: (w) => curveLayout(w, this.high).height,
        draw: drawLengthCurves,
      },
      poses: {
        canvas: poses,
        height: (w) => poseLayout(w, this.dimensions).height,
        draw: drawPoseCurves,
      },
    };
    /** @type {any} what `paint` was given last */
    this.look = null;
    this.watching = new ResizeObserver(() => this.repaint());
    this.watching.observe(lengths.parentElement);
    this.watching.observe(poses.parentElement);
    scrubChart(lengths, CURVE_ROOM, (share) => {
      if (this.curve) go(share);
    });
  }

  /** Height of the curves of lengths, with which they end where a window does. */
  get high() {
    const high = innerHeight / zoomOf(this.figures.lengths.canvas);
    return Math.max(130, Math.round(0.62 * high - BESIDE));
  }

  /** How many numbers a pose has. */
  get dimensions() {
    return this.curve ? this.curve.poses.length / this.curve.count : 0;
  }

  close() {
    this.watching.disconnect();
  }

  /** @param {Curve} curve @param {Uint32Array} table of colours */
  take(curve, table) {
    this.curve = curve;
    this.colour(table);
  }

  /** The strip of pictures, in the present colours. @param {Uint32Array} table */
  colour(table) {
    if (!this.curve) return;
    const { images, count } = this.curve;
    const canvas = make("canvas");
    const { side, channels } = formatOf(images.length / count);
    const planes = channels === 1 ? images : stackPlanes(images, count);
    new PixelPicture(canvas, side, side * count).show(planes, table);
    this.film = canvas;
  }

  /** @param {{inks: any, transform: Record<string, number>, kind: string, measure: string,
   *   guess: number | null}} look */
  paint(look) {
    this.look = look;
    this.repaint();
  }

  /** Data of a figure. */
  get scene() {
    const { curve, film, look } = this;
    // While another kind moves, its curves are on their way: the old ones have no marker.
    const { high } = this;
    return {
      ...look,
      high,
      curve,
      film,
      transform: curve?.kind === look.kind ? look.transform : {},
    };
  }

  repaint() {
    if (!this.curve || !this.look) return;
    for (const { canvas, height, draw } of Object.values(this.figures)) {
      paintFigure(canvas, height, (g, w, h) => draw(g, w, h, this.scene));
    }
  }
}
