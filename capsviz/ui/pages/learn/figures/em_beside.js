/* The same votes routed twice: by agreement, and by EM. */

import { make } from "../../../browser/dom.js";
import { EM_BESIDE, routedBeside } from "../models/em_beside.js";
import { vectorLength } from "../models/maths.js";
import { cluster } from "./em.js";
import { figureNumber } from "./shapes.js";
import { VotesFigure } from "./votes.js";

const SIDE = 200;

export class EmBesideFigure extends VotesFigure {
  static toy = EM_BESIDE;

  build() {
    this.dynamic = this.buildSide("dynamic", "");
    this.em = this.buildSide("em", "em-");
    this.clusters = this.em.planes.map((plane) => cluster(plane));
    this.presetButtons("cluster", "mirror", "short");
    this.resetButton();
    this.buildTable({
      columns: ["c", "r"],
      totals: [
        ["v", "v"],
        ["mu", "μ"],
      ],
    });
  }

  /** Planes and shares of one routing, below its name. @param {string} rule @param {string} prefix */
  buildSide(rule, prefix) {
    const count = this.stage.children.length;
    const planes = this.buildPlanes({ side: SIDE, prefix });
    this.buildShares();
    const panels = [...this.stage.children].slice(count);
    panels[panels.length - 1].classList.add("cv-beside-shares");
    const name = make("p", { className: "cv-beside-name" }, this.t(rule));
    this.stage.append(make("div", { className: "cv-beside" }, name, ...panels));
    return { planes, shares: this.shares };
  }

  draw() {
    const { dynamic, em } = routedBeside(this.state, this.options);
    this.showWeights(this.dynamic.planes, dynamic.shares);
    this.dynamic.shares.show(dynamic.shares);
    this.dynamic.planes.forEach((plane, j) => {
      plane.showSum(dynamic.s[j], dynamic.v[j], j === dynamic.winner);
    });
    this.showWeights(this.em.planes, em.shares);
    this.em.shares.show(em.shares);
    this.clusters.forEach((shape, j) => {
      shape.show(em.mu[j], em.sigma[j]);
      shape.say(`a = ${figureNumber(em.a[j])}`, j === em.winner);
    });
    const { part, parent } = this.state;
    const values = { c: dynamic.shares, r: em.shares, v: dynamic.v, mu: em.mu };
    this.table.show(values, { c: true, r: true, v: true, mu: true }, { part, parent }, "");
    const [agreed, described] = [dynamic.winner, em.winner].map((j) => this.parents[j]);
    const lengths = dynamic.v.map(vectorLength);
    const length = figureNumber(lengths[dynamic.winner]);
    const activation = figureNumber(em.a[em.winner]);
    const sentence = this.t("winners", { agreed, described, length, activation });
    this.showTell(this.t("tell"), sentence, false);
  }
}
