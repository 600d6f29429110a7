/* Inside a convolution: all its maps, one of them enlarged, and the sum behind each number. */

import { make, makeButton, setText } from "../../../browser/dom.js";
import { ARROW_KEYS, pointOn } from "../../../browser/figure.js";
import { number, text } from "../../../browser/text.js";
import { clampIndex } from "../block_layout.js";
import { drawSquare, montage, paintCanvas, paintSheet } from "../drawing.js";
import { ChoiceGrid } from "../grid.js";
import { toggleOff } from "../map.js";
import { convolutionAt, levelBytes, signedBytes, strongest } from "../sums.js";
import { choice, formatNumber, labelControl, pane, picture } from "./elements.js";

/** All maps of a block, one of them enlarged with the sum of each of its numbers. */
export class MapsPane {
  constructor(page, block) {
    this.page = page;
    this.block = block;
    this.order = [];
    this.spot = null;
    this.grid = new ChoiceGrid({
      testid: "maps",
      label: text("maps-label"),
      choose: (index) => page.change({ unit: this.order[index] }),
      describe: (index) => text("map-number", { map: String(this.order[index] ?? 0) }),
    });
    const orders = { strength: text("maps-strength"), number: text("maps-number") };
    this.sort = choice("maps-sort", orders, () => this.reply && this.show(this.reply));
    this.big = picture("map", text("map-picture"));
    this.big.tabIndex = 0;
    for (const type of ["pointermove", "pointerdown"])
      this.big.addEventListener(type, (event) => this.point(event));
    this.big.addEventListener("keydown", (event) => this.key(event));
    this.off = makeButton("cv-button", "off", "", () => {
      page.setOff(toggleOff(page.view.off, "maps", this.unit, block.name));
    });
    this.name = make("p", { data: { testid: "map-name" } });
    this.parts = ["patch", "kernel", "products"].map((name) => picture(name));
    this.sum = make("p", { data: { testid: "sum" }, aria: { "aria-live": "polite" } });
    this.sums = pane(
      text("pane-sum"),
      make("div", { className: "cv-n-sums" }, ...this.parts),
      this.sum,
    );
    this.nodes = [
      pane(text("pane-maps"), labelControl(text("maps-sorted"), this.sort), this.grid.root),
      pane(text("pane-map"), this.big, this.name, this.off),
      this.sums,
    ];
  }

  get unit() {
    return Math.min(this.page.view.unit, this.shape[0] - 1);
  }

  show(reply) {
    const { arrays, shapes, header } = reply;
    this.reply = reply;
    this.shape = shapes.maps;
    const [count, rows, columns] = shapes.maps;
    const { tables } = this.page.colours;
    this.order =
      this.sort.value === "number"
        ? Array.from(arrays.strength.keys())
        : strongest(arrays.strength);
    const pixels = rows * columns;
    const sorted = new Uint8Array(arrays.maps.length);
    this.order.forEach((map, index) => {
      sorted.set(arrays.maps.subarray(map * pixels, (map + 1) * pixels), index * pixels);
    });
    const perRow = Math.ceil(Math.sqrt(count * 1.6));
    this.grid.fit(count, perRow, this.order.indexOf(this.unit));
    paintSheet(this.grid.canvas, montage(sorted, shapes.maps, tables.ink, perRow));
    paintSheet(this.big, montage(this.mapBytes, [1, rows, columns], tables.ink));
    setText(
      this.name,
      text("map-told", {
        map: String(this.unit),
        mean: number(arrays.strength[this.unit], 3),
        largest: number(header.peaks.maps, 2),
      }),
    );
    const isOff = this.page.view.off.maps[this.block.name]?.includes(this.unit);
    const now = isOff ? "off" : "on";
    setText(this.off, text("switch-map", { now, map: String(this.unit) }));
    this.showSum();
  }

  /** The bytes of the selected map. */
  get mapBytes() {
    const size = this.shape[1] * this.shape[2];
    return this.reply.arrays.maps.subarray(this.unit * size, (this.unit + 1) * size);
  }

  point(event) {
    const { x, y, width, height } = pointOn(this.big, event);
    this.go((y / height) * this.shape[1], (x / width) * this.shape[2]);
  }

  key(event) {
    const step = ARROW_KEYS[event.key];
    if (!step || !this.shape) return;
    event.preventDefault();
    const [row, column] = this.spot ?? this.peak();
    this.go(row + step[1], column + step[0]);
  }

  go(row, column) {
    this.spot = [clampIndex(row, this.shape[1]), clampIndex(column, this.shape[2])];
    this.showSum();
  }

  /** Position of the map's largest value. */
  peak() {
    const [best] = strongest(this.mapBytes, 1);
    return [Math.floor(best / this.shape[2]), best % this.shape[2]];
  }

  showSum() {
    const { arrays, header, shapes } = this.reply;
    this.sums.hidden = !arrays.kernels;
    if (!arrays.kernels) return;
    const size = shapes.kernels[1] ** 2;
    const kernel = arrays.kernels.subarray(this.unit * size, (this.unit + 1) * size);
    const bias = arrays.biases[this.unit];
    const [row, column] = this.spot ?? this.peak();
    const { patch, products, sum, output } = convolutionAt(
      arrays.input,
      shapes.input[0],
      kernel,
      bias,
      header.stride,
      row,
      column,
    );
    const { ink, difference } = this.page.colours.tables;
    const pictures = [
      [levelBytes(patch, 1), ink],
      [signedBytes(kernel), difference],
      [signedBytes(products), difference],
    ];
    pictures.forEach(([bytes, colours], index) => {
      paintCanvas(this.parts[index], (g, width, height) =>
        drawSquare(g, width, height, bytes, colours),
      );
    });
    setText(
      this.sum,
      text("sum-told", {
        ...{ row, column, sum: formatNumber(sum), bias: formatNumber(bias) },
        ...{ total: formatNumber(sum + bias), output: formatNumber(output) },
      }),
    );
  }
}
