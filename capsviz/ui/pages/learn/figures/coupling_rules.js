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
    this.ways = RULES.map((rule) =>
      this.button(this.t(`way-${rule}`), () => this.do("take", rule), `way-${rule}`),
    );
    this.resetButton();
    this.buildTable({ columns: ["c"] });
  }

  draw() {
    const { part, parent, way: rule } = this.state;
    const current = currentWays(this.state, this.options);
    this.drawPlanes(current.c, current.s, current.v);
    this.table.show(current, { c: true, s: true, v: true }, { part, parent }, "");
    pressOnly(this.ways, rule);
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
