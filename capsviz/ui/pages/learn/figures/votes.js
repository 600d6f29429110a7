/* Figures with a plane of votes for each parent. */

import { make } from "../../../browser/dom.js";
import { routeEdge, routeInput, routeScene } from "../models/route.js";
import { LessonFigure } from "./figure.js";
import { votePlane } from "./planes.js";
import { vectorText } from "./shapes.js";
import { routeTable } from "./table.js";

const PARENTS = ["A", "B", "C"];
const NUDGE = 0.1;

export class VotesFigure extends LessonFigure {
  get parents() {
    return PARENTS.slice(0, routeScene(this.options).parents);
  }

  buildPlanes() {
    const { parts, reach } = routeScene(this.options);
    const side = this.parents.length === 3 ? 230 : 300;
    const unit = side / 2 / reach;
    this.planes = this.parents.map((name, j) => {
      const svg = this.panel(side, side, this.t("plane", name));
      const plane = votePlane(svg, { side, unit, votes: parts, name });
      plane.dots.forEach((dot, i) => {
        this.holdVote(dot, i, j, plane.from);
      });
      return { ...plane, svg, side, unit };
    });
  }

  holdVote(dot, i, j, from) {
    const vote = () => routeInput(this.state, this.options)[i][j];
    this.hold(dot, {
      label: this.t("vote", i + 1, this.parents[j]),
      testid: `vote-${i + 1}-${this.parents[j]}`,
      move: (x, y) => this.do("moveVote", i, j, from(x, y)),
      nudge: (dx, dy) => {
        const [x, y] = vote();
        this.do("moveVote", i, j, [x + NUDGE * dx, y - NUDGE * dy]);
      },
      slide: {
        least: -routeEdge(this.options),
        most: routeEdge(this.options),
        now: () => vote()[0],
        go: (x) => this.do("moveVote", i, j, [x, vote()[1]]),
      },
      text: () => vectorText(vote()),
    });
    dot.addEventListener("focus", () => this.choose(i, j));
  }

  choose(i, j) {
    if (this.state.part !== i || this.state.parent !== j) this.do("choose", i, j);
  }

  /**
   * The numbers, in a box of their own.
   * @param {{columns: string[], shares?: string, totals?: string[][]}} look
   */
  buildTable(look) {
    this.table = routeTable({
      parts: routeScene(this.options).parts,
      parents: this.parents,
      words: { part: this.t("part"), sum: this.t("sum"), caption: this.t("table") },
      choose: (i, j) => this.choose(i, j),
      ...look,
    });
    return make("div", { className: "cv-table-box" }, this.table.table);
  }

  /** @param {number[][] | undefined} shares of the parts, by parent */
  showVotes(shares) {
    const votes = routeInput(this.state, this.options);
    this.planes.forEach((plane, j) => {
      plane.showVotes(
        votes.map((row) => row[j]),
        votes.map((_, i) => shares?.[i][j] ?? 1 / this.parents.length),
        this.state.parent === j ? this.state.part : -1,
      );
    });
  }
}
