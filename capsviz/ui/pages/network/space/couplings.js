/* Ribbons of all couplings, one from each capsule to each class. */

import { inkOf, Ribbons } from "./meshes.js";

/** Segments of a ribbon, with a graphics card and without one. */
const SEGMENTS = { card: 16, software: 6 };
/** Opacity of a ribbon to the winner, and to another class. */
const OPACITIES = [0.6, 0.16];

export class Couplings extends Ribbons {
  /** @param {any} three @param {any} scene @param {boolean} software whether there is no graphics card */
  constructor(three, scene, software) {
    super(three, scene, software ? SEGMENTS.software : SEGMENTS.card, !software);
    /** Key of the ends and colours in the buffers. */
    this.key = "";
  }

  /** @param {import("./layout.js").Web | null} web @param {any} inks */
  show(web, inks) {
    this.resize(web?.widths.length ?? 0);
    if (!web) {
      this.from = null;
      return;
    }
    const { from, to, widths, winner, name } = web;
    const key = `${name} ${winner} ${inks.accent} ${inks.bar}`;
    if (key !== this.key) {
      this.key = key;
      const { values } = this;
      const [classes, types] = [to.length, to[0].length];
      const [winnerInk, otherInk] = [inks.accent, inks.bar].map((ink, index) => [
        ...inkOf(ink),
        OPACITIES[index],
      ]);
      for (let index = 0; index < widths.length; index++) {
        const k = index % classes;
        const capsule = (index - k) / classes;
        values.start.set(from[capsule], 3 * index);
        values.end.set(to[k][capsule % types], 3 * index);
        values.ink.set(k === winner ? winnerInk : otherInk, 4 * index);
      }
      values.bent.fill(1);
      this.upload("start", "end", "ink", "bent");
    }
    this.widen(widths);
  }
}
