/*
 * The sweep grid: it redraws a few rows in each frame as the pose moves, and handles pointer and
 * keys.
 */

import { make, setText } from "../../browser/dom.js";
import { ARROW_KEYS, fitCanvas, paintFigure, pointOn, zoomOf } from "../../browser/figure.js";
import { changeByte, greyOf, pixelsOf } from "../../browser/picture.js";
import { SWEEP_STEPS, sweepValue } from "./poses.js";
import { drawSweepCells, drawSweepFrame, sweepHit, sweepLayout, sweepRowBox } from "./sweep.js";
import { spotWords } from "./words.js";

/** @import { Scene, Spot } from "./poses.js" */

/**
 * @typedef {object} GridPage
 * @property {() => Scene | null} scene null without a drawing
 * @property {(d: number) => void} choose selects another dimension
 * @property {(pose: Float32Array) => void} take puts a picture's pose on the sliders
 * @property {() => string} count the next sequence number of a painted figure
 */

/** Milliseconds that the grid may take per frame, and per slider event. */
const FRAME_BUDGET = 12;
const DRAG_BUDGET = 4;
/** Time in ms after its last event during which a slider counts as moving. */
const DRAG_PAUSE = 150;
const ENDS = { Home: -SWEEP_STEPS, End: SWEEP_STEPS };

/**
 * A row of square pictures that is drawn, enlarged, onto the page.
 * @param {number} columns
 * @param {number} side of each, in pixels
 */
export function pictureSheet(columns, side) {
  const canvas = make("canvas", { width: columns * side, height: side });
  const context = canvas.getContext("2d");
  const image = context.createImageData(side, side);
  const pixels = new Uint32Array(image.data.buffer);
  const show = (column, colourOf) => {
    for (let p = 0; p < pixels.length; p++) pixels[p] = colourOf(p);
    context.putImageData(image, column * side, 0);
  };
  return { canvas, side, show };
}

/**
 * Next cell for an arrow key.
 * @param {Spot | null} current
 * @param {string} key
 * @param {number} rows
 * @returns {Spot}
 */
export function nextSpot(current, key, rows) {
  if (!current) return { part: "cell", row: 0, column: (SWEEP_STEPS - 1) / 2 };
  const [dx, dy] = ARROW_KEYS[key] ?? [ENDS[key], 0];
  return {
    part: "cell",
    row: Math.min(rows - 1, Math.max(0, current.row + dy)),
    column: Math.min(SWEEP_STEPS - 1, Math.max(0, current.column + dx)),
  };
}

export class SweepGrid {
  /**
   * @param {{canvas: HTMLCanvasElement, rows: HTMLElement, text: HTMLElement}} elements
   * @param {GridPage} page
   */
  constructor(elements, page) {
    this.elements = elements;
    this.page = page;
    this.width = 0;
    /** Dimensions whose row shows an older pose, and visible rows of the grid. */
    this.stale = new Set();
    this.visibleRows = new Set();
    this.next = 0;
    this.frame = 0;
    /** @type {Spot | null} */
    this.cursor = null;
    this.pose = new Float32Array();
    this.cells = new Uint8Array();
    /** One canvas per row: drawing from a changed canvas copies all of it. */
    this.sheets = [];
    /**
     * Each row is its own canvas on the page, too: a browser copies the whole of a changed canvas.
     */
    this.rows = [];
    this.observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const row = this.rows.indexOf(target);
        if (isIntersecting) this.visibleRows.add(row);
        else this.visibleRows.delete(row);
      }
      if (this.stale.size) this.schedule();
    });
    this.listen();
  }

  /**
   * Build a row for each dimension of the network's capsules, with pictures of its size.
   * @param {{dim: number, side: number, pixels: number}} decoder
   */
  adopt({ dim, side, pixels }) {
    const size = SWEEP_STEPS * pixels;
    const unchanged = dim === this.rows.length && size === this.cells.length;
    if (unchanged) return;
    this.pose = new Float32Array(dim);
    this.cells = new Uint8Array(size);
    this.sheets = Array.from({ length: dim }, () => pictureSheet(SWEEP_STEPS + 1, side));
    this.observer.disconnect();
    this.visibleRows.clear();
    this.stale.clear();
    this.cursor = null;
    this.next = 0;
    this.rows = this.sheets.map((_, row) =>
      make("canvas", { data: { testid: `sweep-row-${row}` } }),
    );
    this.elements.rows.replaceChildren(...this.rows);
    for (const canvas of this.rows) this.observer.observe(canvas);
  }

  close() {
    this.observer.disconnect();
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
  }

  listen() {
    const { canvas } = this.elements;
    /** @returns {Spot | null} */
    const hit = (event) => {
      const { x, y, width } = pointOn(canvas, event);
      return this.page.scene() && sweepHit(sweepLayout(width, this.scene()), x, y);
    };
    canvas.addEventListener("pointermove", (event) => {
      const spot = hit(event);
      canvas.style.cursor = spot?.part === "cell" || spot?.part === "label" ? "pointer" : "";
      this.point(spot);
    });
    canvas.addEventListener("pointerleave", () => this.point(null));
    canvas.addEventListener("click", (event) => this.activate(hit(event)));
    canvas.addEventListener("blur", () => this.point(null));
    canvas.addEventListener("keydown", (event) => {
      const { key } = event;
      const moves = key in ARROW_KEYS || key in ENDS;
      if (!moves && key !== "Enter" && key !== " ") return;
      event.preventDefault();
      if (moves) this.point(nextSpot(this.cursor, key, this.rows.length));
      else this.activate(this.cursor);
    });
  }

  /** @param {Spot | null} spot */
  point(spot) {
    if (JSON.stringify(spot) === JSON.stringify(this.cursor)) return;
    this.cursor = spot;
    const scene = this.page.scene();
    this.paint();
    setText(this.elements.text, spot && scene ? spotWords(scene, spot) : "");
  }

  /** @param {Spot | null} spot */
  activate(spot) {
    const scene = this.page.scene();
    if (!spot || !scene) return;
    const d = scene.order[spot.row];
    this.page.choose(d);
    if (spot.part !== "cell") return;
    const pose = Float32Array.from(scene.pose);
    pose[d] = sweepValue(scene, d, spot.column);
    this.page.take(pose);
  }

  // --- drawing

  /** The figure's drawing, for the page and for files. */
  scene() {
    const { sheets, cursor, rowHeight } = this;
    return { .../** @type {Scene} */ (this.page.scene()), sheets, cursor, rowHeight };
  }

  /** Mark every row as out of date. */
  markOld(moving = false) {
    for (const d of this.rows.keys()) this.stale.add(d);
    if (moving) this.run(DRAG_BUDGET, true);
    else this.schedule();
  }

  /**
   * Draw outdated rows for a limited time in ms, and continue later.
   *
   * While a slider is moved, this runs inside its events and draws only visible rows: a frame
   * requested between two events would make the next event wait for the one after it.
   */
  run(budget, moving = false) {
    if (!this.page.scene() || !this.width) return;
    const deadline = performance.now() + budget;
    const scene = this.scene();
    const layout = sweepLayout(this.width, scene);
    const { order } = scene;
    for (let row = this.nextRow(order, moving); row >= 0; row = this.nextRow(order, moving)) {
      this.sweep(scene, order[row]);
      drawSweepCells(this.rows[row].getContext("2d"), layout, scene, row);
      this.stale.delete(order[row]);
      this.next = (row + 1) % this.rows.length;
      if (performance.now() >= deadline) break;
    }
    this.elements.canvas.dataset.seq = this.page.count();
    if (this.stale.size) this.schedule(moving ? DRAG_PAUSE : 0);
  }

  /** The next row to draw, visible ones first; -1 if none. Others wait until the slider rests. */
  nextRow(order, moving) {
    const { next, stale, visibleRows } = this;
    const rows = order.map((_, n) => (next + n) % order.length);
    const waiting = rows.filter((row) => stale.has(order[row]));
    return waiting.find((row) => visibleRows.has(row)) ?? (moving ? -1 : (waiting[0] ?? -1));
  }

  schedule(pause = 0) {
    clearTimeout(this.timer);
    if (pause) this.timer = setTimeout(() => this.schedule(), pause);
    else if (!this.frame)
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this.run(FRAME_BUDGET);
      });
  }

  /** Decode one row. */
  sweep(scene, d) {
    const { cells, sheets, pose } = this;
    const { inks, decoder, k } = scene;
    const size = decoder.pixels;
    pose.set(scene.pose);
    for (let s = 0; s < SWEEP_STEPS; s++) {
      pose[d] = sweepValue(scene, d, s);
      const picture = cells.subarray(s * size, (s + 1) * size);
      decoder.decode(k, pose, picture);
      sheets[d].show(s, pixelsOf(picture, inks.greyTable));
    }
    const last = (SWEEP_STEPS - 1) * size;
    const [low, high] = [cells.subarray(0, size), cells.subarray(last, last + size)].map(greyOf);
    const change = (p) => inks.signedTable[changeByte(low[p], high[p])];
    sheets[d].show(SWEEP_STEPS, change);
  }

  /** Draw all rows at once, for a file. */
  sweepAll() {
    const scene = this.scene();
    for (const d of this.rows.keys()) this.sweep(scene, d);
  }

  /** Layout without a drawing, with the rows of the previous network. */
  get emptyLayout() {
    return { stats: null, order: [...this.rows.keys()], rowHeight: this.rowHeight };
  }

  /** Height of a row of the sliders beside the sweeps, in pixels; 0 without them. */
  get rowHeight() {
    const { rows } = this.elements;
    return Math.round(rows.getBoundingClientRect().height / zoomOf(rows));
  }

  height(width) {
    return sweepLayout(width, this.page.scene() ? this.scene() : this.emptyLayout).height;
  }

  /** Draw labels, table and pictures at the page's width. */
  paint() {
    const scene = this.page.scene() && this.scene();
    const draw = (g, w, h) => scene && drawSweepFrame(g, w, h, scene);
    const width = paintFigure(this.elements.canvas, (w) => this.height(w), draw);
    if (!width) return;
    this.width = width;
    this.paintRows(scene);
  }

  paintRows(scene) {
    const layout = sweepLayout(this.width, scene ?? this.emptyLayout);
    this.rows.forEach((canvas, row) => {
      const { left, top, width, height } = sweepRowBox(layout, row);
      const context = fitCanvas(canvas, width, height);
      Object.assign(canvas.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
      const { a: ratio } = context.getTransform();
      context.setTransform(ratio, 0, 0, ratio, -left * ratio, -top * ratio);
      context.imageSmoothingEnabled = false;
      context.clearRect(left, top, width, height);
      if (!scene) return;
      context.fillStyle = scene.inks.paper;
      context.fillRect(left, top, width, height);
      drawSweepCells(context, layout, scene, row);
    });
  }
}
