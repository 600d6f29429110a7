/* The objects: the expected parts of each, its name, and its likelihood of the parts. */

import { make, makeButton, setText } from "../../browser/dom.js";
import { number, text } from "../../browser/text.js";
import { clearCanvas, PRESENT_FROM, ringPart } from "./painting.js";

/** Side of an object's picture in canvas pixels. */
const SIDE = 96;
/** Most objects in one column. */
const MAX_ONE_COLUMN = 12;

export class ObjectRows {
  /** @param {import("./index.js").PartsPage} page */
  constructor(page) {
    const { network, inks } = page;
    this.network = network;
    this.inks = inks;
    /** Parts as each object expects them. @type {import("./assembly.js").Part[][]} */
    this.expected = [];
    this.rows = Array.from({ length: network.objects }, (_, k) => {
      const canvas = make("canvas", { aria: { "aria-hidden": "true" } });
      const cells = shareCells();
      // Screen readers get the visible numbers with their meaning.
      const spoken = make("span", { className: "cv-hidden" });
      for (const node of cells.nodes) node.ariaHidden = "true";
      const [label, spelling] = ["own", "spelling"].map((name) =>
        make("span", { className: `cv-parts-${name}`, ariaHidden: "true" }),
      );
      label.append(String(k + 1));
      network.partProbabilities(k).forEach((d, m) => {
        if (d >= PRESENT_FROM) spelling.append(ringPart(make("span"), m, network.parts));
      });
      const content = [label, canvas, spoken, ...cells.nodes, spelling];
      const row = makeButton("cv-parts-object", `object-${k}`, content, () =>
        page.lookAt(k, this.expected[k]),
      );
      return { ...cells, row, canvas, spoken };
    });
    const none = shareCells();
    const attributes = { className: "cv-parts-object", data: { testid: "object-none" } };
    this.none = {
      ...none,
      spoken: null,
      row: make("div", attributes, make("span"), make("span"), ...none.nodes),
    };
    const container = page.element("objects");
    fitNames(container, page.server.classes);
    container.classList.toggle("cv-parts-many", network.objects > MAX_ONE_COLUMN);
    container.replaceChildren(...this.rows.map(({ row }) => row), this.none.row);
  }

  /**
   * @param {import("../../browser/parts_network/network.js").Objects} explanation
   * @param {number[]} shares
   * @param {{winner: number, object: number, isEmpty: boolean, names: string[]}} state
   */
  show(explanation, shares, { winner, object, isEmpty, names }) {
    this.rows.forEach(({ row, canvas }, k) => {
      const context = clearCanvas(canvas, SIDE);
      const expected = this.network
        .partProbabilities(k)
        .map((d, m) => ({ x: explanation.mu[k][m], d }));
      this.expected[k] = expected;
      this.inks.draw(context, expected, [SIDE / 2, SIDE / 2, SIDE / 2]);
      row.setAttribute("aria-pressed", String(k === object));
    });
    [...this.rows, this.none].forEach(({ row, name, ink, share, spoken }, k) => {
      const label = names[k] ?? text("object-none");
      setText(name, label);
      const value = isEmpty ? 0 : shares[k];
      ink.style.transform = `scaleX(${value.toFixed(3)})`;
      setText(share, number(value, 2));
      const values = { number: k + 1, name: label, share: number(value, 2) };
      if (spoken) setText(spoken, text("object", values));
      row.classList.toggle("cv-parts-winner", k === winner);
    });
  }
}

/** Room for the longest name; letters of Chinese are twice as wide. @param {HTMLElement} container */
function fitNames(container, classes) {
  const widths = [...classes, text("object-none")].map((name) =>
    [...name].reduce((sum, letter) => sum + (letter < "\u2e80" ? 1.1 : 2.2), 0),
  );
  container.style.setProperty("--cv-name", `${Math.max(...widths)}ch`);
}

/** Cells of every row: a name, a bar, its number. */
function shareCells() {
  const [name, ink] = [make("b"), make("i")];
  const share = make("span", { className: "cv-parts-share" });
  const bar = make("span", { className: "cv-parts-bar" }, ink);
  return { name, share, ink, nodes: [name, bar, share] };
}

/**
 * A sentence about the likeliest object.
 * @param {number} winner the last for none of the objects, -1 where no part is there
 * @param {number[]} shares
 * @param {string[]} names
 */
export function verdictWords(winner, shares, names) {
  if (winner < 0) return text("verdict-nothing");
  const percent = number(100 * shares[winner], 0);
  if (winner === shares.length - 1) return text("verdict-none", { percent });
  return text("verdict", { name: names[winner], number: winner + 1, percent });
}
