/* One layer of the tree: its picture, its strongest children to choose from, one pose. */

import { make, makeButton, setText } from "../../../browser/dom.js";
import { fitCanvas } from "../../../browser/figure.js";
import { showRadio, walkRadios } from "../../../browser/radios.js";
import { number, text } from "../../../browser/text.js";
import { tell } from "../scales.js";
import { cellsOf, drawCells } from "./cells.js";
import { strongest } from "./data.js";
import { drawFrame } from "./frame.js";

/** Number of children listed by name; the picture shows all. */
const MAX_LISTED = 4;
const FRAME = 84;

/** A pose: its numbers with their deviations, and its effect on a frame. */
class PoseBox {
  /** @param {import("./data.js").Layer} shape */
  constructor({ pose, gaussian }) {
    this.frame = gaussian && make("canvas", { className: "cv-tree-frame", aria: { role: "img" } });
    this.cells = Array.from({ length: pose }, () => make("td"));
    const starts = Array.from({ length: Math.ceil(pose / 4) }, (_, row) => 4 * row);
    const rows = starts.map((index) => make("tr", {}, ...this.cells.slice(index, index + 4)));
    this.caption = make("caption", { className: "cv-hidden" });
    this.words = make("p", { className: "cv-line cv-muted" });
    this.node = make(
      "div",
      { className: "cv-tree-pose" },
      ...(gaussian ? [this.frame] : []),
      make("table", {}, this.caption, make("tbody", {}, ...rows)),
      this.words,
    );
  }

  /**
   * @param {import("./data.js").Tree} tree
   * @param {number} layer
   * @param {number} t
   * @param {number} capsule
   * @param {any} inks
   */
  show(tree, layer, t, capsule, inks) {
    const pose = tree.numbers("means", layer, t, capsule);
    const active = tell(tree.number("activations", layer, t, capsule), 3);
    const received = tell(tree.number("received", layer, t, capsule), 1);
    const fitted = layer > 0 ? "yes" : "no";
    if (!this.frame) {
      setText(this.caption, text("tree-pose", { count: pose.length }));
      this.cells.forEach((cell, d) => {
        setText(cell, tell(pose[d], 2));
      });
      setText(this.words, text("tree-length", { fitted, length: active, received }));
      return;
    }
    const spreads = Array.from(tree.numbers("variances", layer, t, capsule), Math.sqrt);
    setText(this.caption, text("tree-pose-matrix", { spreads: layer ? "some" : "none" }));
    this.cells.forEach((cell, d) => {
      const spread = layer ? [make("small", {}, ` ±${tell(spreads[d], 1)}`)] : [];
      cell.replaceChildren(tell(pose[d], 2), ...spread);
    });
    drawFrame(fitCanvas(this.frame, FRAME, FRAME), FRAME, pose, inks);
    this.frame.setAttribute("aria-label", text("tree-frame"));
    const cost = tell(tree.number("costs", layer, t, capsule), 1);
    setText(this.words, text("tree-activation", { fitted, activation: active, received, cost }));
  }
}

export class Card {
  /**
   * @param {number} layer
   * @param {string} title
   * @param {import("./data.js").Layer} shape
   * @param {(capsule: number) => void} choose none for the classes, which are chosen above
   */
  constructor(layer, title, shape, choose) {
    this.layer = layer;
    this.pose = new PoseBox(shape);
    this.choose = choose;
    this.buttons = Array.from({ length: choose ? MAX_LISTED : 0 }, () => this.button());
    this.title = title;
    this.canvas = choose && make("canvas", { aria: { role: "img" } });
    this.canvas?.addEventListener("click", (event) => this.pick(event));
    this.list = make(
      "div",
      {
        className: "cv-tree-list",
        aria: { role: "radiogroup", "aria-label": text("tree-list", { layer: title }) },
      },
      ...this.buttons,
    );
    walkRadios(this.list, this.buttons, {
      now: () => this.buttons.findIndex(({ tabIndex }) => tabIndex === 0),
      choose: (index) => this.buttons[index].click(),
    });
    const parts = choose ? [this.canvas, this.list] : [];
    this.node = make(
      "div",
      { className: "cv-tree-card", data: { testid: `tree-${layer}` } },
      make("h3", {}, title),
      ...parts,
      this.pose.node,
    );
  }

  button() {
    const choose = () => this.choose(Number(element.dataset.capsule));
    const element = makeButton("cv-tree-child", "", [], choose, { aria: { role: "radio" } });
    return element;
  }

  /** Select the capsule under the pointer, if it is a child. */
  pick({ offsetX, offsetY }) {
    const capsule = this.cells?.at(offsetX, offsetY) ?? -1;
    if (this.children?.some((child) => child.capsule === capsule)) this.choose(capsule);
  }

  /**
   * @param {import("./data.js").Tree} tree
   * @param {number} t
   * @param {number[]} followed capsules by layer
   * @param {any} inks
   */
  show(tree, t, followed, inks) {
    const { layer } = this;
    const capsule = followed[layer];
    this.pose.show(tree, layer, t, capsule, inks);
    if (!this.choose) return;
    const size = Math.floor(this.node.clientWidth);
    if (size < 1) return;
    this.children = tree.children(layer + 1, t, followed[layer + 1]);
    this.cells = cellsOf(tree.layers[layer], size);
    const g = fitCanvas(this.canvas, size, size);
    drawCells(g, size, this.cells, tree.layers[layer], this.children, capsule, inks);
    this.showList(tree, capsule);
  }

  /** The names of the strongest children; the selected one is always included. */
  showList(tree, capsule) {
    const listed = strongest(this.children, this.buttons.length);
    if (!listed.some((child) => child.capsule === capsule)) {
      listed[listed.length - 1] = this.children.find((child) => child.capsule === capsule);
    }
    this.buttons.forEach((button, k) => {
      const { capsule: child, share } = listed[k];
      const { row, column, type } = tree.locate(this.layer, child);
      button.dataset.capsule = String(child);
      setText(button, text("tree-child", { row, column, type, share: percent(share) }));
    });
    showRadio(
      this.buttons,
      listed.findIndex((child) => child.capsule === capsule),
    );
    const { row, column, type } = tree.locate(this.layer, capsule);
    const { title: name, children } = this;
    const values = { layer: name, count: String(children.length), row, column, type };
    this.canvas.setAttribute("aria-label", text("tree-cells", values));
  }
}

/** @param {number} share */
export const percent = (share) =>
  text("percent", { value: number(100 * share, share < 0.1 ? 1 : 0) });
