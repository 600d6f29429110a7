/*
 * A run that learns parts and objects without labels: its templates, their mean presences, and
 * curves.
 */

import { scrubChart } from "../../browser/chart.js";
import { make, setText } from "../../browser/dom.js";
import { paintFigure } from "../../browser/figure.js";
import { PixelPicture } from "../../browser/picture.js";
import { number, text } from "../../browser/text.js";
import { CURVE_ROOM, drawCurves, markWords, stepAt } from "./charts.js";
import { dashCurves } from "./curves.js";
import { objectWords, shareWords } from "./words.js";

/** @typedef {import("./charts.js").Curve} Curve */

const CHART_HEIGHT = 170;

/** Whether a run learns parts. @param {any} film */
export const ofParts = (film) => film?.about.settings.network === "parts";

/**
 * The templates of a moment with their mean presences.
 * @param {any} film
 * @param {number} at
 * @returns {{bytes: Uint8Array, presence: number}[]}
 */
export function templatesAt({ arrays, about }, at) {
  const size = about.settings.model.template ** 2;
  const strip = arrays.templates?.[at] ?? new Uint8Array();
  return Array.from(arrays.presences?.[at] ?? [], (presence, m) => ({
    bytes: strip.subarray(m * size, (m + 1) * size),
    presence,
  }));
}

/**
 * @param {any} film
 * @param {any} inks
 * @param {number[]} dash
 * @returns {{error: Curve[], objects: Curve[]}}
 */
export function partsCurves({ moments }, inks, dash) {
  const curve = (name, key, colour) => ({
    name: text(`curve-${name}`),
    colour,
    points: moments.filter((each) => each[key] != null).map((each) => [each.step, each[key]]),
    dash,
  });
  return {
    error: [curve("sse", "sse", inks.accent)],
    objects: [
      curve("matching", "accuracy", inks.accent),
      curve("between", "between", inks.second),
      curve("within", "within", inks.ink),
    ],
  };
}

export class PartsView {
  /**
   * @param {(name: string) => any} element
   * @param {(name: string) => any} part
   * @param {(step: number) => void} go to the step under the pointer
   */
  constructor(element, part, go) {
    this.element = element;
    this.part = part;
    /** @type {any} */
    this.shown = null;
    this.tiles = [];
    this.key = "";
    this.watching = new ResizeObserver(() => this.paint());
    this.watching.observe(element("train-curve-sse").parentElement);
    for (const name of ["sse", "objects"]) {
      scrubChart(element(`train-curve-${name}`), CURVE_ROOM, (share) => {
        if (this.shown) go(stepAt(share, this.shown.last));
      });
    }
  }

  close() {
    this.watching.disconnect();
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
      const words = make("figcaption");
      const tile = make("figure", {}, canvas, make("span", {}, ink), words);
      return { picture: new PixelPicture(canvas, template), canvas, ink, words, tile };
    });
    this.element("train-templates").replaceChildren(...this.tiles.map(({ tile }) => tile));
  }

  /**
   * @param {any} film
   * @param {any} beside another run with parts, or null
   * @param {number} at index of the moment
   * @param {Uint32Array} table of the ink
   * @param {any} inks
   * @param {number} until the last step to draw
   */
  show(film, beside, at, table, inks, until) {
    this.build(film);
    const moment = film.moments[at];
    templatesAt(film, at).forEach(({ bytes, presence }, m) => {
      const { picture, canvas, ink, words } = this.tiles[m];
      picture.show(bytes, table);
      ink.style.width = `${100 * presence}%`;
      setText(words, number(presence, 2));
      canvas.setAttribute(
        "aria-label",
        text("template", { number: m + 1, presence: number(presence, 2) }),
      );
    });
    setText(this.element("train-sse"), moment.sse === undefined ? "" : number(moment.sse, 1));
    setText(this.element("train-objects"), objectWords(moment));
    const last = Math.max(1, film.end, beside?.end ?? 0);
    this.shown = { film, beside, moment, inks, until, last };
    this.paint();
  }

  /** New lines may have come without a moment. */
  grow() {
    if (!this.shown) return;
    const { film, beside } = this.shown;
    this.shown.last = Math.max(1, film.end, beside?.end ?? 0);
    this.paint();
  }

  paint() {
    if (!this.shown) return;
    const { film, beside, moment, inks, until, last } = this.shown;
    const own = partsCurves(film, inks, []);
    const other = beside ? partsCurves(beside, inks, [5, 4]) : { error: [], objects: [] };
    const page = (name, log, unit) => ({
      curves: [
        ...own[name].map((curve) => ({
          ...curve,
          points: curve.points.filter(([step]) => step <= until),
        })),
        ...dashCurves(other[name]),
      ],
      log,
      at: moment.step,
      last,
      inks,
      unit,
    });
    const paint = (place, ...how) =>
      paintFigure(
        this.element(place),
        () => CHART_HEIGHT,
        (g, width, height) => drawCurves(g, width, height, page(...how)),
      );
    paint("train-curve-sse", "error", true, markWords);
    paint("train-curve-objects", "objects", false, shareWords);
  }
}
