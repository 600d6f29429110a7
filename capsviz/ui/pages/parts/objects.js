/* The objects: what each expects where, its name, and how likely the parts are under it. */

import { make, makeButton, setText } from "../../browser/dom.js";
import { clearCanvas } from "./painting.js";

/** Side of an object's picture in canvas pixels. */
const SIDE = 68;

export class ObjectRows {
  /**
   * @param {HTMLElement} place
   * @param {import("./network.js").PartsNetwork} network
   * @param {import("./painting.js").Inks} inks
   * @param {(k: number) => void} choose
   */
  constructor(place, network, inks, choose) {
    this.network = network;
    this.inks = inks;
    this.rows = Array.from({ length: network.objects }, (_, k) => {
      const canvas = make("canvas", { aria: { "aria-hidden": "true" } });
      const [name, share] = [make("span"), make("span")];
      const number = make("span", { className: "cv-hidden" }, `object ${k + 1}: `);
      const ink = make("i");
      const bar = make("span", { className: "cv-parts-bar" }, ink);
      const row = makeButton(
        "cv-parts-object",
        `object-${k}`,
        [number, canvas, name, bar, share],
        () => choose(k),
      );
      return { row, canvas, name, ink, share };
    });
    place.replaceChildren(...this.rows.map(({ row }) => row));
  }

  /**
   * @param {import("./network.js").Objects} said
   * @param {number[]} shares
   * @param {{winner: number, looked: number, nothing: boolean, names: string[]}} what
   */
  show(said, shares, { winner, looked, nothing, names }) {
    this.rows.forEach(({ row, canvas, name, ink, share }, k) => {
      const context = clearCanvas(canvas, SIDE);
      const expected = this.network.partProbabilities(k).map((d, m) => ({ x: said.mu[k][m], d }));
      if (!nothing) this.inks.draw(context, expected, [SIDE / 2, SIDE / 2, SIDE / 2]);
      setText(name, names[k]);
      const part = nothing ? 0 : shares[k];
      ink.style.transform = `scaleX(${part.toFixed(3)})`;
      setText(share, part.toFixed(2));
      row.classList.toggle("cv-parts-winner", k === winner);
      row.setAttribute("aria-pressed", String(k === looked));
    });
  }
}
