/* Inside a convolution: all its maps, one of them large, and the sum that makes each number. */

import { make, makeButton, setText } from "../../../browser/dom.js";
import { number, text } from "../../../browser/text.js";
import { drawSheet, drawSquare, montage, paintCanvas } from "../drawing.js";
import { ChoiceGrid, WAYS } from "../grid.js";
import { toggleOff } from "../map.js";
import { convolutionAt, levelBytes, signedBytes, strongest } from "../sums.js";
import { formatNumber, pane, picture } from "./elements.js";

/** All maps of a block; one large, with the sum that makes each of its numbers. */
export class MapsPane {
  constructor(page, block) {
    this.page = page;
    this.block = block;
    this.order = [];
    this.spot = null;
    this.grid = new ChoiceGrid({
      testid: "maps",
      label: text("maps-label"),
      choose: (at) => page.change({ unit: this.order[at] }),
      say: (at) => text("map-number", { map: String(this.order[at] ?? 0) }),
    });
    this.sort = make(
      "select",
      { className: "cv-number", data: { testid: "maps-sort" } },
      new Option(text("maps-strength"), "strength"),
      new Option(text("maps-number"), "number"),
    );
    this.sort.addEventListener("input", () => this.found && this.show(this.found));
    this.big = picture("map", text("map-picture"));
    this.big.tabIndex = 0;
    this.big.addEventListener("pointermove", (event) => this.point(event));
    this.big.addEventListener("pointerdown", (event) => this.point(event));
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
      pane(
        text("pane-maps"),
        make("label", { className: "cv-choice" }, `${text("maps-sorted")} `, this.sort),
        this.grid.root,
      ),
      pane(text("pane-map"), this.big, this.name, this.off),
      this.sums,
    ];
  }

  get unit() {
    return Math.min(this.page.view.unit, this.shape[0] - 1);
  }

  show(found) {
    const { arrays, shapes, header } = found;
    this.found = found;
    this.shape = shapes.maps;
    const [count, rows, columns] = shapes.maps;
    const { tables } = this.page.colours;
    this.order =
      this.sort.value === "number"
        ? Array.from(arrays.strength.keys())
        : strongest(arrays.strength);
    const pixels = rows * columns;
    const sorted = new Uint8Array(arrays.maps.length);
    this.order.forEach((map, at) => {
      sorted.set(arrays.maps.subarray(map * pixels, (map + 1) * pixels), at * pixels);
    });
    const across = Math.ceil(Math.sqrt(count * 1.6));
    this.grid.fit(count, across, this.order.indexOf(this.unit));
    const sheet = montage(sorted, shapes.maps, tables.ink, across);
    paintCanvas(this.grid.canvas, (g, width, height) => drawSheet(g, width, height, sheet, true));
    const one = arrays.maps.subarray(this.unit * pixels, (this.unit + 1) * pixels);
    const big = montage(one, [1, rows, columns], tables.ink);
    paintCanvas(this.big, (g, width, height) => drawSheet(g, width, height, big, true));
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
    this.sums.hidden = !arrays.kernels;
    if (arrays.kernels) this.showSum();
  }

  point({ clientX, clientY }) {
    const { left, top, width, height } = this.big.getBoundingClientRect();
    const [, rows, columns] = this.shape;
    const at = (share, count) => Math.min(count - 1, Math.max(0, Math.floor(share * count)));
    this.spot = [at((clientY - top) / height, rows), at((clientX - left) / width, columns)];
    if (this.found.arrays.kernels) this.showSum();
  }

  key(event) {
    const way = WAYS[event.key];
    if (!way || !this.shape) return;
    event.preventDefault();
    const [row, column] = this.spot ?? this.peak();
    this.spot = [
      Math.min(this.shape[1] - 1, Math.max(0, row + way[1])),
      Math.min(this.shape[2] - 1, Math.max(0, column + way[0])),
    ];
    if (this.found.arrays.kernels) this.showSum();
  }

  /** Position of the map's largest value. */
  peak() {
    const [, rows, columns] = this.shape;
    const from = this.unit * rows * columns;
    const [best] = strongest(this.found.arrays.maps.subarray(from, from + rows * columns), 1);
    return [Math.floor(best / columns), best % columns];
  }

  showSum() {
    const { arrays, header, shapes } = this.found;
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
    const shown = [
      [levelBytes(patch, 1), ink],
      [signedBytes(kernel), difference],
      [signedBytes(products), difference],
    ];
    shown.forEach(([bytes, colours], at) => {
      paintCanvas(this.parts[at], (g, width, height) =>
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
