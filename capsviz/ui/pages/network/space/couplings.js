/* Ribbons of all couplings, one from each capsule to each class. */

import { inkOf, Ribbons } from "./meshes.js";

/** Steps along a ribbon, with a graphics card and without one. */
const SEGMENTS = { card: 16, software: 6 };
/** How much a ribbon's colour covers what lies behind it: one to the winner, one to another class. */
const COVERS = [0.6, 0.16];

export class Couplings {
  /** @param {any} three @param {any} scene @param {boolean} software whether there is no graphics card */
  constructor(three, scene, software) {
    const segments = software ? SEGMENTS.software : SEGMENTS.card;
    this.ribbons = new Ribbons(three, scene, segments, !software);
    /** Name of the ends and colours in the buffers. */
    this.key = "";
    /** Widths drawn now, at which a flight begins. @type {Float32Array | null} */
    this.start = null;
    this.mix = 1;
  }

  dispose() {
    this.ribbons.dispose();
  }

  /**
   * @param {import("./layout.js").Web | null} web
   * @param {any} inks
   */
  show(web, inks) {
    const { ribbons } = this;
    ribbons.resize(web?.wides.length ?? 0);
    if (!web) {
      this.start = null;
      return;
    }
    const { from, to, wides, winner, name } = web;
    const [classes, types] = [to.length, to[0].length];
    const { values } = ribbons;
    const key = `${name} ${winner} ${inks.accent} ${inks.bar}`;
    if (key !== this.key) {
      this.key = key;
      const [won, other] = [inks.accent, inks.bar].map((ink, at) => [...inkOf(ink), COVERS[at]]);
      for (let at = 0; at < wides.length; at++) {
        const k = at % classes;
        const capsule = (at - k) / classes;
        values.start.set(from[capsule], 3 * at);
        values.end.set(to[k][capsule % types], 3 * at);
        values.ink.set(k === winner ? won : other, 4 * at);
      }
      values.bent.fill(1);
      ribbons.upload("start", "end", "ink", "bent");
    }
    const start = this.start?.length === wides.length ? this.start : wides;
    for (let at = 0; at < wides.length; at++) {
      values.wides[2 * at] = start[at];
      values.wides[2 * at + 1] = wides[at];
    }
    ribbons.upload("wides");
  }

  /** A flight begins at what is seen now. */
  begin() {
    const { count, values } = this.ribbons;
    this.start = Float32Array.from({ length: count }, (_, at) => {
      const [from, to] = values.wides.subarray(2 * at);
      return from + (to - from) * this.mix;
    });
  }

  /** @param {number} mix share of the flight that has passed */
  pose(mix) {
    this.mix = mix;
    if (mix === 1) this.start = null;
    this.ribbons.setUniform("share", mix);
  }
}
