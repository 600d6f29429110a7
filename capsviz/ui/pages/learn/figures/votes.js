/* Figures with a plane of votes for each parent. */

import { make } from "../../../browser/dom.js";
import { vectorLength } from "../models/maths.js";
import { routeEdge, routeInput, routeScene } from "../models/route.js";
import { LessonFigure } from "./figure.js";
import { votePlane } from "./planes.js";
import { vectorText } from "./shapes.js";
import { NUMBER_TERMS, shareBars, sharesSize } from "./shares.js";
import { routeTable } from "./table.js";

const PARENTS = ["A", "B", "C"];
const KEY_STEP = 0.1;
/** Narrower figures show numbers beside shorter bars. */
const NARROW_HOST = 480;

export class VotesFigure extends LessonFigure {
  get parents() {
    return PARENTS.slice(0, routeScene(this.options).parents);
  }

  /**
   * Build a plane for each parent, and make them the figure's current ones.
   * @param {{side?: number, prefix?: string}} [options] `prefix` of the votes' test ids, for a second
   *   set of planes
   */
  buildPlanes({ side = this.parents.length === 3 ? 230 : 300, prefix = "" } = {}) {
    const { parts, reach } = routeScene(this.options);
    const unit = side / 2 / reach;
    this.planes = this.parents.map((name, j) => {
      const svg = this.panel(side, side, this.t("plane", { whole: name }));
      svg.parentElement.classList.add("cv-panel-plane");
      const plane = votePlane(svg, { side, unit, votes: parts, name });
      plane.dots.forEach((dot, i) => {
        this.holdVote(dot, { i, j, from: plane.from, prefix });
      });
      return { ...plane, svg, side, unit };
    });
    return this.planes;
  }

  holdVote(dot, { i, j, from, prefix }) {
    const vote = () => routeInput(this.state, this.options)[i][j];
    const edge = routeEdge(this.options);
    this.holdPoint(dot, {
      label: this.t("vote", { part: i + 1, whole: this.parents[j] }),
      testid: `${prefix}vote-${i + 1}-${this.parents[j]}`,
      ...{ position: vote, from, range: [-edge, edge], step: [KEY_STEP, -KEY_STEP] },
      put: (...point) => this.do("moveVote", i, j, point),
      text: () => vectorText(vote()),
    });
    dot.addEventListener("focus", () => this.choose(i, j));
  }

  /**
   * Show the routing's values; undefined ones are not computed yet.
   * @param {number[][] | undefined} c
   * @param {number[][] | undefined} s
   * @param {number[][] | undefined} v
   */
  drawPlanes(c, s, v) {
    const lengths = v?.map(vectorLength) ?? [];
    const winner = lengths.indexOf(Math.max(...lengths));
    this.showVotes(c);
    this.planes.forEach((plane, j) => {
      plane.showSum(s?.[j], v?.[j], j === winner);
    });
  }

  choose(i, j) {
    if (this.state.part !== i || this.state.parent !== j) this.do("choose", i, j);
  }

  /** Buttons that arrange the votes. @param {string[]} names */
  presetButtons(...names) {
    for (const name of names) {
      this.button(this.t(`preset-${name}`), () => this.do("use", name), `preset-${name}`);
    }
  }

  /** A line about the last step. */
  statusLine() {
    this.status = make("p", {
      className: "cv-route-status",
      data: { testid: "route-status", shows: "iteration" },
      aria: { "aria-live": "polite" },
    });
    this.stage.append(this.status);
  }

  /**
   * Add the numbers in a fold.
   * @param {{columns: string[], shares?: string, totals?: string[][]}} options
   */
  buildTable(options) {
    this.table = routeTable({
      parts: routeScene(this.options).parts,
      parents: this.parents,
      words: { part: this.t("part"), sum: this.t("sum"), caption: this.t("table") },
      choose: (i, j) => this.choose(i, j),
      ...options,
    });
    const box = make("div", { className: "cv-table-box" }, this.table.table);
    const shows = options.columns.map((symbol) => NUMBER_TERMS[symbol] ?? symbol);
    this.fold(this.t("table"), box).dataset.shows = shows.join(" ");
  }

  /**
   * A bar for each part with its couplings.
   * @param {{numbered?: boolean}} [options] `numbered`: with the logits before it and the agreements after it
   */
  buildShares({ numbered = false } = {}) {
    const { parts } = routeScene(this.options);
    const options = { numbered, narrow: this.host.clientWidth < NARROW_HOST };
    const { width, height } = sharesSize(parts, options);
    this.stage.append(make("div", { className: "cv-break" }));
    const svg = this.panel(width, height, this.t("shares"));
    svg.parentElement.classList.add(numbered ? "cv-panel-numbered" : "cv-panel-shares");
    this.shares = shareBars(svg, { parts, parents: this.parents, ...options });
  }

  /**
   * @param {number[][] | undefined} shares of the parts, by parent; undefined until they are
   *   computed
   */
  showVotes(shares) {
    this.shares.show(shares ?? null, { lanes: this.state.compete === 0 });
    this.showWeights(this.planes, shares);
  }

  /**
   * @param {any[]} planes
   * @param {number[][] | undefined} shares as for `showVotes`
   */
  showWeights(planes, shares) {
    const votes = routeInput(this.state, this.options);
    planes.forEach((plane, j) => {
      plane.showVotes(
        votes.map((row) => row[j]),
        shares?.map((row) => row[j]) ?? null,
        this.state.parent === j ? this.state.part : -1,
      );
    });
  }
}
