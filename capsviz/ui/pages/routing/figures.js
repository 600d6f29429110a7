/* The page's pictures: the height for a width, the drawing function, and the condition of each. */

import { contextOf } from "../../browser/dom.js";
import { fitCanvas } from "../../browser/figure.js";
import { text } from "../../browser/text.js";
import { drawAnswers, drawPaths, drawSummaries } from "./charts.js";
import { drawCloud, drawVectors, NARROW_WIDTH } from "./cloud.js";
import { drawFlow } from "./flow.js";
import {
  drawDigit,
  drawMosaics,
  drawRounds,
  drawTypes,
  mosaicLayout,
  roundsLayout,
} from "./image.js";

/** @import { Scene } from "./scene.js" */

/**
 * @typedef {object} FigureKind
 * @property {string} name of its canvas; "figure-" and it is the message of its title
 * @property {(width: number, scene: Scene) => number} height
 * @property {(g: any, width: number, height: number, scene: Scene) => void} draw
 * @property {(scene: Scene) => import("../../browser/export_frame.js").Axes} [axes] for its file
 */

/** Height of the legend below the image. */
const LEGEND = 34;
const MIN_WIDTH = 120;

/** @type {FigureKind[]} */
export const FIGURES = [
  {
    name: "digit",
    height: (width, { data }) => width + (data.whole ? 0 : LEGEND),
    draw: drawDigit,
  },
  {
    name: "couplings",
    height: (width, { data }) => mosaicLayout(width, data).height,
    draw: drawMosaics,
  },
  {
    name: "rounds",
    height: (width, { data, r }) => roundsLayout(width, data, r).height,
    draw: drawRounds,
  },
  {
    name: "types",
    height: (width) => (width < 300 ? 372 : 400),
    draw: drawTypes,
    axes: ({ data }) => ({ x: data.thing, y: text("axis-type") }),
  },
  {
    name: "paths",
    height: (_, { inks }) => 104 * inks.zoom,
    draw: drawPaths,
    axes: () => ({ x: text("axis-iteration") }),
  },
  {
    name: "vectors",
    height: () => 112,
    draw: drawVectors,
    axes: () => ({ x: text("axis-dimension") }),
  },
  {
    name: "cloud",
    height: (width) =>
      Math.round(width < NARROW_WIDTH ? 0.85 * width : Math.min(0.76 * width, 560)),
    draw: drawCloud,
  },
  {
    name: "flow",
    height: (_, { inks }) => 540 * inks.zoom,
    draw: drawFlow,
  },
  {
    name: "summaries",
    height: (width) => (width >= 760 ? 150 : width >= 480 ? 340 : 280),
    draw: drawSummaries,
    axes: () => ({ x: text("axis-iteration") }),
  },
  {
    name: "answers",
    height: (width, { inks }) => Math.min(240, 0.6 * width) * inks.zoom,
    draw: drawAnswers,
    axes: ({ kind }) => ({
      x: text("axis-iterations"),
      y: text("measure", { measure: kind.measure }),
    }),
  },
];

export class Figures {
  /** @param {(name: string) => any} element finds the canvases */
  constructor(element) {
    this.all = FIGURES.map((figure) => ({
      ...figure,
      canvas: element(figure.name),
      width: 0,
      canvasHeight: 0,
    }));
    /** The number of iterations that fit. */
    this.rounds = 0;
  }

  /** Elements whose size the figures depend on. @returns {Element[]} */
  get containers() {
    return this.all.map(({ canvas }) => canvas.parentElement);
  }

  /** Width of a picture on the page. */
  width(name) {
    return this.all.find((figure) => figure.name === name)?.width ?? 0;
  }

  /**
   * Resize every picture to the page, which clears it.
   * @param {Scene} scene
   * @returns {boolean} whether one had another size
   */
  fit(scene) {
    let changed = false;
    this.rounds = scene.r;
    for (const figure of this.all) {
      const { canvas, height } = figure;
      const available = canvas.clientWidth || canvas.parentElement.clientWidth;
      figure.width = Math.max(MIN_WIDTH, Math.floor(available));
      figure.canvasHeight = Math.round(height(figure.width, scene));
      const size = [canvas.width, canvas.height];
      fitCanvas(canvas, figure.width, figure.canvasHeight);
      changed ||= canvas.width !== size[0] || canvas.height !== size[1];
    }
    return changed;
  }

  /**
   * @param {Scene} scene
   * @param {number} step that they show from now on
   * @param {string[] | null} [names] of some pictures, else all
   */
  paint(scene, step, names = null) {
    // The height of the picture of all iterations depends on their number.
    if (scene.r !== this.rounds) this.fit(scene);
    for (const { name, canvas, width, canvasHeight, draw } of this.all) {
      if ((names && !names.includes(name)) || !width) continue;
      const g = contextOf(canvas);
      g.save();
      g.clearRect(0, 0, width, canvasHeight);
      draw(g, width, canvasHeight, scene);
      g.restore();
      canvas.dataset.seq = String(step);
    }
  }
}
