/* A network's couplings by type and position. A press enlarges the picture to the table's width; a
capsule under the pointer is marked in all pictures with the same types and positions. */

import { make, makeButton } from "../../browser/dom.js";
import { CouplingPicture, couplingOf } from "../../browser/picture.js";
import { base64ToBytes } from "../../browser/raster.js";
import { setSymbols } from "../../browser/symbols.js";
import { text } from "../../browser/text.js";
import { numberTypes } from "../../browser/type_numbers.js";
import { cellWords, couplingValue, couplingWords } from "./words.js";

/** Pixels of a tile of couplings, whatever its number of positions. */
const TILE = 6;
/** An enlarged picture with fewer tiles in a row gets twice as many rows. */
const MIN_TILES = 16;

/**
 * Pictures of one table.
 * @typedef {object} Maps
 * @property {Set<string>} opened names of networks whose picture is enlarged
 * @property {CouplingMap[]} all
 */

export class CouplingMap {
  /**
   * @param {import("./words.js").Column} column with couplings
   * @param {Uint32Array} table of colours
   * @param {number} tiles beside each other
   * @param {Maps} maps
   */
  constructor(column, table, tiles, maps) {
    const { name, types, grid, rows } = column;
    const hidden = { "aria-hidden": "true" };
    this.column = column;
    this.table = table;
    this.tiles = tiles;
    this.maps = maps;
    /** Equal for pictures of the same capsules. */
    this.layout = `${types} ${grid} ${rows}`;
    this.bytes = base64ToBytes(/** @type {string} */ (column.couplings));
    this.side = Math.max(1, Math.floor(TILE / grid));
    this.canvas = make("canvas", { aria: { role: "img", "aria-label": couplingWords(column) } });
    this.button = makeButton("cv-compared-look", `look-${name}`, this.canvas, () => this.toggle());
    this.mark = make("i", { className: "cv-told-cell", hidden: true, aria: hidden });
    const tip = { className: "cv-framed cv-compared-tip", hidden: true, aria: hidden };
    this.tip = make("span", tip);
    this.columns = make("div", { className: "cv-compared-columns", aria: hidden });
    this.rows = make("div", { className: "cv-compared-rows", aria: hidden });
    this.map = make("div", { className: "cv-compared-map" }, this.button, this.mark, this.tip);
    /** Elements of the row's cell. */
    this.parts = [this.columns, this.rows, this.map];
    for (const type of ["pointermove", "pointerdown"])
      this.canvas.addEventListener(type, (event) => this.point(event));
    this.canvas.addEventListener("pointerleave", () => {
      for (const map of maps.all) map.hide();
    });
    this.draw();
    maps.all.push(this);
  }

  get isOpened() {
    return this.maps.opened.has(this.column.name);
  }

  /** The picture in its present form. A narrow one is enlarged by tiles in more rows. */
  draw() {
    const { types, grid, rows } = this.column;
    const isHalved = this.isOpened && this.tiles < MIN_TILES;
    const tilesPerRow = Math.min(isHalved ? this.tiles / 2 : this.tiles, types);
    this.picture = new CouplingPicture(this.canvas, types, grid, rows, tilesPerRow, this.side);
    this.picture.show(this.bytes, this.table);
    const widest = `calc(var(--cv-tallest) * ${this.canvas.width / this.canvas.height})`;
    this.columns.style.maxWidth = this.map.style.maxWidth = widest;
    numberTypes(this.picture, this.columns, this.rows);
    this.button.setAttribute("aria-expanded", String(this.isOpened));
    this.hide();
  }

  /** Enlarge the picture, or put it back. */
  toggle() {
    const { opened } = this.maps;
    if (!opened.delete(this.column.name)) opened.add(this.column.name);
    this.draw();
  }

  /** @param {PointerEvent} event */
  point({ clientX, clientY }) {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const capsule = this.picture.capsuleAt(
      Math.floor((this.canvas.width * (clientX - left)) / width),
      Math.floor((this.canvas.height * (clientY - top)) / height),
    );
    for (const map of this.maps.all)
      if (map.layout === this.layout) map.markCapsule(capsule, map === this);
  }

  /**
   * Mark a capsule and show its coupling.
   * @param {number} capsule
   * @param {boolean} isWhole whether with its place
   */
  markCapsule(capsule, isWhole) {
    const { width, height } = this.canvas;
    const [x, y] = this.picture.pixelOf(capsule);
    const percentX = (/** @type {number} */ pixels) => `${(100 * pixels) / width}%`;
    const percentY = (/** @type {number} */ pixels) => `${(100 * pixels) / height}%`;
    Object.assign(this.mark.style, {
      left: percentX(x),
      top: percentY(y),
      width: percentX(this.side),
      height: percentY(this.side),
    });
    const coupling = couplingOf(this.bytes[capsule]);
    const label = isWhole
      ? cellWords(this.picture.placeOf(capsule), coupling)
      : text("coupling-value", { value: couplingValue(coupling) });
    setSymbols(this.tip, label);
    this.tip.classList.toggle("cv-compared-beside", !isWhole);
    this.tip.style.left = percentX(x);
    this.tip.style.top = isWhole ? "" : percentY(y);
    this.tip.style.translate = `-${(100 * x) / width}% 0`;
    this.mark.hidden = this.tip.hidden = false;
  }

  hide() {
    this.mark.hidden = this.tip.hidden = true;
  }
}
