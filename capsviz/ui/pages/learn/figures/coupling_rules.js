/* The same votes with couplings from three different rules. */

import { pressOnly } from "../../../browser/dom.js";
import { currentWays, RULES, WAYS_TOY } from "../models/coupling_rules.js";
import { figureNumber, vectorText } from "./shapes.js";
import { VotesFigure } from "./votes.js";

export class WaysFigure extends VotesFigure {
  static toy = WAYS_TOY;

  build() {
    for (const { dots } of this.buildPlanes()) {
      for (const dot of dots) dot.dataset.shows += " u a agreement";
    }
    this.buildShares();
    this.ways = RULES.map((way) =>
      this.button(this.t(`way-${way}`), () => this.do("take", way), `way-${way}`),
    );
    this.resetButton();
    this.buildTable({ columns: ["c"] });
  }

  draw() {
    const { part, parent, way } = this.state;
    const now = currentWays(this.state, this.options);
    this.drawPlanes(now.c, now.s, now.v);
    this.table.show(now, { c: true, s: true, v: true }, { part, parent }, "");
    pressOnly(this.ways, way);
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
