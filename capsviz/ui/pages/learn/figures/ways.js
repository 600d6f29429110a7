/* Lesson 11: the same votes, shared out in three ways. */

import { vectorLength } from "../models/maths.js";
import { currentWays, WAYS, WAYS_TOY } from "../models/ways.js";
import { figureNumber, vectorText } from "./shapes.js";
import { VotesFigure } from "./votes.js";

export class WaysFigure extends VotesFigure {
  constructor(host, context, options, kept) {
    super(host, context, WAYS_TOY, options, kept);
    this.buildPlanes();
    this.stage.append(this.buildTable({ columns: ["c"] }));
    this.ways = WAYS.map((way) =>
      this.button(this.t(`way-${way}`), () => this.do("take", way), `way-${way}`),
    );
    this.resetButton();
    this.draw();
  }

  draw() {
    const { part, parent, way } = this.state;
    const now = currentWays(this.state, this.options);
    this.showVotes(now.c);
    const lengths = now.v.map(vectorLength);
    const longest = Math.max(...lengths);
    this.planes.forEach((plane, j) => {
      plane.showSum(now.s[j], now.v[j], lengths[j] === longest);
    });
    this.table.show(now, { c: true, s: true, v: true }, { part, parent }, "");
    this.ways.forEach((button, k) => {
      button.setAttribute("aria-pressed", String(k === way));
    });
  }

  values() {
    const { part: i, parent: j } = this.state;
    const { c, s, v } = currentWays(this.state, this.options);
    const name = this.parents[j];
    return {
      c: `${figureNumber(c[i][j])}  (${i + 1}${name})`,
      s: `${vectorText(s[j])}  (${name})`,
      v: `${vectorText(v[j])}  (${name})`,
    };
  }
}
