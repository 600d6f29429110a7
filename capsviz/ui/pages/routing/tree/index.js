/*
 * The tree of a network with routing between every two layers: a class, the capsules that it was
 * fitted to, theirs, and the pixels that these see.
 */

import { drawBox } from "../../../browser/chart.js";
import { make, setText } from "../../../browser/dom.js";
import { fitCanvas } from "../../../browser/figure.js";
import { text } from "../../../browser/text.js";
import { paintPixels } from "../image.js";
import { Card, percent } from "./card.js";
import { path, Tree } from "./data.js";

/** @import { Scene } from "../scene.js" */

export class TreeFigure {
  /**
   * @param {{part: (name: string) => any, element: (name: string) => any}} find
   * @param {import("../../../browser/engine/engine.js").Engine} engine
   * @param {(values: {i?: number, child?: number, grandchild?: number}) => void} choose
   */
  constructor({ part, element }, engine, choose) {
    this.section = element("tree");
    this.row = part("tree-row");
    this.text = element("tree-text");
    this.engine = engine;
    this.choose = choose;
    /** @type {Tree | null} */
    this.tree = null;
    this.key = "";
    this.cards = [];
    /** The layers of the cards. */
    this.layersKey = "";
    this.pixels = make("canvas", { aria: { role: "img" } });
  }

  /**
   * Request the tree of the shown drawing; networks that route once have none.
   * @param {any} question a drawing and its settings, as of the trace; null where there is none
   * @param {() => void} onLoad called once it is there
   */
  async ask(question, onLoad) {
    this.section.hidden = !question;
    const key = JSON.stringify(question);
    if (!question || key === this.key) return;
    this.key = key;
    try {
      const tree = new Tree(await this.engine.tree(question));
      if (key !== this.key) return;
      this.tree = tree;
      this.build();
      onLoad();
    } catch (error) {
      this.key = "";
      setText(this.text, /** @type {Error} */ (error).message);
    }
  }

  build() {
    const { layers, top } = this.tree;
    const key = JSON.stringify(layers);
    if (key === this.layersKey) return;
    this.layersKey = key;
    const names = ["grandchild", "child", "i"].slice(3 - top);
    const cards = layers.map((layer, index) => {
      if (index === top) return new Card(index, text("tree-class"), layer, null);
      const { name, grid, types } = layer;
      const title = text("tree-layer", { layer: name, grid, types });
      return new Card(index, title, layer, (capsule) => this.choose({ [names[index]]: capsule }));
    });
    this.cards = cards.reverse();
    const title = make("h3", {}, text("tree-pixels"));
    const pixels = make("div", { className: "cv-tree-card" }, title, this.pixels);
    this.row.replaceChildren(...this.cards.map(({ node }) => node), pixels);
  }

  /**
   * @param {Scene} scene
   * @param {{child: number, grandchild: number}} selection
   */
  show(scene, { child, grandchild }) {
    const { tree } = this;
    if (!tree || this.section.hidden) return;
    const { t, j, i, inks } = scene;
    const followed = path(tree, t, [j, i, child, grandchild]);
    for (const card of this.cards) card.show(tree, t, followed, inks);
    this.showPixels(scene, followed);
    const share = (layer) => {
      const children = tree.children(layer, t, followed[layer]);
      return children.find(({ capsule }) => capsule === followed[layer - 1])?.share ?? 0;
    };
    const rounds = tree.layers[tree.top].iterations;
    const from = (layer) => ({
      share: percent(share(layer + 1)),
      layer: tree.layers[layer].name,
    });
    let line = text("tree-line", {
      ...from(tree.top - 1),
      iteration: tree.round(tree.top, t) + 1,
      rounds,
      name: scene.data.name(j),
    });
    for (let layer = tree.top - 2; layer >= 0; layer--)
      line = text("tree-line-deeper", { ...from(layer), line });
    setText(this.text, line);
  }

  /** @param {Scene} scene */
  showPixels({ data, inks }, followed) {
    const size = Math.floor(this.pixels.parentElement?.clientWidth ?? 0);
    if (size < 1) return;
    const g = fitCanvas(this.pixels, size, size);
    const { image } = data.arrays;
    const scale = size / data.side;
    paintPixels(g, 0, 0, size, data.side, (row, column) => {
      const share = image[row * data.side + column] / 255;
      return inks.panelColour.map((base, k) =>
        Math.round(base + share * (inks.inkColour[k] - base)),
      );
    });
    followed.slice(0, -1).forEach((capsule, layer) => {
      const [left, top, side] = this.tree.square(layer, capsule);
      const style = layer ? { edge: inks.bar, width: 1.5 } : { edge: inks.accent, width: 2.5 };
      drawBox(g, [left * scale, top * scale, side * scale, side * scale], style);
    });
    const [left, top, side] = this.tree.square(0, followed[0]);
    const values = { layer: this.tree.layers[0].name, side, row: top, column: left };
    this.pixels.setAttribute("aria-label", text("tree-seen", values));
  }
}
