/* Inside the decoder: the masked capsules, and its hidden units. */

import { make, makeButton, setText } from "../../../browser/dom.js";
import { text } from "../../../browser/text.js";
import {
  drawSquare,
  montage,
  paintCanvas,
  paintSheet,
  UNIT_COLUMNS,
  unitSheet,
} from "../drawing.js";
import { ChoiceGrid } from "../grid.js";
import { toggleOff } from "../map.js";
import { levelBytes, signedBytes } from "../sums.js";
import { formatNumber, pane, picture, wayButton } from "./elements.js";

/** The decoder's hidden units, and the contribution of one to the picture. */
export class HiddenPane {
  constructor(page) {
    this.page = page;
    this.grids = [];
    this.container = make("div", { className: "cv-n-layers" });
    this.canvas = picture("pattern", text("unit-picture"));
    this.name = make("p", { data: { testid: "unit-name" } });
    this.masked = picture("masked", text("masked-picture"));
    this.off = makeButton("cv-button", "off", "", () => {
      const [layer, unit] = this.locate(page.view.unit);
      page.setOff(toggleOff(page.view.off, "hidden", unit, String(layer)));
    });
    this.nodes = [
      pane(text("pane-masked"), this.masked, wayButton(page, "dimensions", text("turn-numbers"))),
      pane(text("pane-hidden"), this.container),
      pane(text("pane-unit"), this.canvas, this.name, this.off),
    ];
  }

  /** A unit's layer, and its index in the layer. */
  locate(unit) {
    let layer = 0;
    for (; layer < this.sizes.length - 1 && unit >= this.sizes[layer]; layer++)
      unit -= this.sizes[layer];
    return [layer, Math.min(unit, this.sizes[layer] - 1)];
  }

  show({ arrays, shapes }) {
    const { tables } = this.page.colours;
    const layers = Object.keys(arrays).filter((name) => name.startsWith("hidden/"));
    this.sizes = layers.map((name) => arrays[name].length);
    const winner = this.page.reply.winner;
    const masked = arrays.poses.map((value, index) =>
      Math.floor(index / shapes.poses[1]) === winner ? value : 0,
    );
    const sheet = montage(signedBytes(masked), [1, ...shapes.poses], tables.difference);
    paintSheet(this.masked, sheet);
    this.off.hidden = !layers.length;
    if (!layers.length) return;
    const [selected, unit] = this.locate(this.page.view.unit);
    while (this.grids.length < layers.length) this.addGrid(this.grids.length);
    layers.forEach((name, layer) => {
      const grid = this.grids[layer];
      grid.fit(arrays[name].length, UNIT_COLUMNS, layer === selected ? unit : -1);
      grid.frame.hidden = layer !== selected;
      paintSheet(grid.canvas, unitSheet(levelBytes(arrays[name]), tables.ink));
    });
    const value = arrays[layers[selected]][unit];
    const values = { layer: selected + 1, unit: String(unit), value: formatNumber(value) };
    setText(this.name, text("unit-told", values));
    if (arrays.pattern)
      paintCanvas(this.canvas, (g, width, height) =>
        drawSquare(g, width, height, signedBytes(arrays.pattern), tables.difference),
      );
    const isOff = this.page.view.off.hidden[selected]?.includes(unit);
    setText(this.off, text("switch-unit", { now: isOff ? "off" : "on", unit: String(unit) }));
  }

  addGrid(layer) {
    const grid = new ChoiceGrid({
      testid: `hidden-${layer}`,
      label: text("hidden-layer", { layer: layer + 1 }),
      choose: (index) =>
        this.page.change({ unit: this.sizes.slice(0, layer).reduce((sum, n) => sum + n, index) }),
      describe: (index) => text("unit-number", { unit: String(index) }),
    });
    this.grids.push(grid);
    this.container.append(grid.root);
  }
}
