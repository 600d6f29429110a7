/* Inside the decoder: the masked capsules, and its hidden units. */

import { make, makeButton, setText } from "../../../browser/dom.js";
import {
  drawSheet,
  drawSquare,
  montage,
  paintCanvas,
  UNIT_COLUMNS,
  unitSheet,
} from "../drawing.js";
import { ChoiceGrid } from "../grid.js";
import { toggleOff } from "../map.js";
import { levelBytes, signedBytes } from "../sums.js";
import { formatNumber, pane, picture } from "./elements.js";

/** The decoder's hidden units, and what one of them adds to the picture. */
export class HiddenPane {
  constructor(page) {
    this.page = page;
    this.grids = [];
    this.place = make("div", { className: "cv-n-layers" });
    this.canvas = picture("pattern", "what the unit adds to the picture");
    this.name = make("p", { data: { testid: "unit-name" } });
    this.masked = picture("masked", "the output capsules' numbers, all but the winner's masked");
    this.off = makeButton("cv-button", "off", "", () => {
      const [layer, unit] = this.where(page.view.unit);
      page.setOff(toggleOff(page.view.off, "hidden", unit, String(layer)));
    });
    const go = makeButton(
      "cv-button cv-primary",
      "",
      "turn the numbers on Dimensions",
      () => page.go("dimensions"),
      { data: { testid: "to-dimensions", way: "dimensions" } },
    );
    this.nodes = [
      pane("capsules after the mask", this.masked, go),
      pane("hidden units", this.place),
      pane("one unit", this.canvas, this.name, this.off),
    ];
  }

  /** A unit's layer, and its number there. */
  where(unit) {
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
    const masked = arrays.poses.map((value, at) =>
      Math.floor(at / shapes.poses[1]) === winner ? value : 0,
    );
    const sheet = montage(signedBytes(masked), [1, ...shapes.poses], tables.difference);
    paintCanvas(this.masked, (g, width, height) => drawSheet(g, width, height, sheet, true));
    this.off.hidden = !layers.length;
    if (!layers.length) return;
    const [chosen, unit] = this.where(this.page.view.unit);
    while (this.grids.length < layers.length) this.addGrid(this.grids.length);
    layers.forEach((name, layer) => {
      const grid = this.grids[layer];
      grid.fit(arrays[name].length, UNIT_COLUMNS, layer === chosen ? unit : -1);
      grid.frame.hidden = layer !== chosen;
      const units = unitSheet(levelBytes(arrays[name]), tables.ink);
      paintCanvas(grid.canvas, (g, width, height) => drawSheet(g, width, height, units, true));
    });
    const value = arrays[layers[chosen]][unit];
    setText(
      this.name,
      `hidden layer ${chosen + 1}, unit ${unit}: ${formatNumber(value)}. Red is where more of it adds ink, blue where it takes ink away.`,
    );
    if (arrays.pattern)
      paintCanvas(this.canvas, (g, width, height) =>
        drawSquare(g, width, height, signedBytes(arrays.pattern), tables.difference),
      );
    const isOff = this.page.view.off.hidden[chosen]?.includes(unit);
    setText(this.off, `switch unit ${unit} ${isOff ? "on" : "off"}`);
  }

  addGrid(layer) {
    const grid = new ChoiceGrid({
      testid: `hidden-${layer}`,
      label: `hidden layer ${layer + 1}`,
      choose: (at) =>
        this.page.change({ unit: this.sizes.slice(0, layer).reduce((sum, n) => sum + n, at) }),
      say: (at) => `unit ${at}`,
    });
    this.grids.push(grid);
    this.place.append(grid.root);
  }
}
