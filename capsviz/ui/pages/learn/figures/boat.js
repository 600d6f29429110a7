/* A triangle and a rectangle that vote for a house and a boat. */

import { setText, svgAppend, svgMake } from "../../../browser/dom.js";
import {
  BOAT,
  BOAT_MATRICES,
  BOAT_PARTS,
  BOAT_ROOM,
  BOAT_WHOLES,
  boatNumbers,
} from "../models/boat.js";
import { vectorLength } from "../models/maths.js";
import { matrixEquation } from "./matrices.js";
import { PlacedFigure } from "./movable_parts.js";
import { figureNumber, svgBar, svgText } from "./shapes.js";

const RECTANGLE = "M-50 -30H50V30H-50Z";
const TRIANGLE = "M-66 30L0 -30L66 30Z";
const HULL = "M-66 -30L0 30L66 -30Z";
/** The whole's outline in its own frame. */
const OUTLINES = [
  [RECTANGLE, 30, TRIANGLE, -30],
  [RECTANGLE, -30, HULL, 30],
];
/** Symbols and terms of an outline in the text. */
const OUTLINE_TERMS = "u_hat vote equivariance c";
/** Top of the legend under the bars, and the height of its rows. */
const LEGEND_TOP = 190;
const LEGEND_ROW = 27;
/** Shapes and handles of the parts. The other part never covers a handle. */
const SHAPES = [
  { d: TRIANGLE, edge: [0, -30], hold: [0, -58] },
  { d: RECTANGLE, edge: [50, 0], hold: [78, 0] },
];

export class BoatFigure extends PlacedFigure {
  static toy = BOAT;

  get limits() {
    return BOAT_ROOM;
  }

  build() {
    const svg = this.panel(460, 380, this.t("table"));
    this.nodes = BOAT_PARTS.map((_, n) => this.buildPart(svg, BOAT_PARTS[n], n, SHAPES[n]));
    // In front, so that all are visible. The parts below can still be dragged.
    const front = svgMake("g", { class: "cv-ghosts", "pointer-events": "none" });
    if (!this.options.ghosts) front.style.display = "none";
    svg.append(front);
    this.ghosts = BOAT_PARTS.map((_, n) => BOAT_WHOLES.map((__, j) => buildGhost(front, n, j)));
    const height = this.options.ghosts ? LEGEND_TOP + 4 * LEGEND_ROW : LEGEND_TOP;
    const bars = this.panel(340, height, this.t("agree"), { worded: true });
    this.bars = BOAT_WHOLES.map((whole, j) =>
      svgBar(bars, {
        ...{ x: 12, y: 40 + 66 * j, width: 276, height: 20, name: this.t(whole) },
        shows: "agreement invariance s",
      }),
    );
    this.meeting = svgText(12, 160, { kind: "cv-muted-text" });
    bars.append(this.meeting);
    for (const node of this.nodes) node.dataset.shows = "u capsule pose primary-capsule";
    this.veil(bars.parentElement);
    if (this.options.ghosts) this.buildLegend(bars);
    this.button(this.t("turn"), () => this.do("turnAll", Math.PI / 12), "turn-all");
    this.resetButton();
    if (this.options.ghosts) {
      this.equation = matrixEquation([
        { name: this.t("pose"), shows: "u pose" },
        { name: "W", shows: "W" },
        { name: this.t("vote"), shows: OUTLINE_TERMS },
      ]);
      this.fold(this.t("numbers"), this.equation.node).dataset.shows = "W";
    }
  }

  /** Legend: the part and the whole of each outline. */
  buildLegend(svg) {
    BOAT_PARTS.forEach((part, n) => {
      BOAT_WHOLES.forEach((whole, j) => {
        const y = LEGEND_TOP + LEGEND_ROW * (2 * n + j + 0.5);
        const kind = `cv-ghost cv-ghost-${n} cv-ghost-${whole}`;
        const line = svgMake("path", { d: `M12 ${y}H48` });
        const label = this.t("ghost", { part: this.t(part), whole: this.t(whole) });
        const shows = { "data-shows": OUTLINE_TERMS };
        const text = svgText(56, y, { "dominant-baseline": "central" }, label);
        svgAppend(svg, "g", shows, svgMake("g", { class: kind }, line), text);
      });
    });
  }

  draw() {
    const { poses, votes, agreement, winner, hasMet } = boatNumbers(this.state);
    poses.forEach((pose, n) => {
      this.nodes[n].setAttribute("transform", transform(pose));
      votes[n].forEach((vote, j) => {
        this.ghosts[n][j].setAttribute("transform", transform(vote));
      });
    });
    this.bars.forEach((bar, j) => {
      bar.show(agreement[j]);
      bar.accent(j === winner && hasMet);
    });
    const whole = this.t(BOAT_WHOLES[winner]);
    setText(this.meeting, hasMet ? this.t("votes-agree", { whole }) : "");
    const { chosen } = this.state;
    this.equation?.show(
      [poses[chosen], BOAT_MATRICES[chosen][winner], votes[chosen][winner]],
      this.t("matrices", { part: this.t(BOAT_PARTS[chosen]), whole: this.t(BOAT_WHOLES[winner]) }),
    );
  }

  values() {
    const { winner, routed } = boatNumbers(this.state);
    return {
      c: figureNumber(routed.c[this.state.chosen][winner]),
      s: `‖s‖ = ${figureNumber(vectorLength(routed.s[winner]))}`,
    };
  }
}

function buildGhost(parent, n, j) {
  const [first, y1, second, y2] = OUTLINES[j];
  return svgAppend(
    parent,
    "g",
    { class: `cv-ghost cv-ghost-${n} cv-ghost-${BOAT_WHOLES[j]}`, "data-shows": OUTLINE_TERMS },
    svgMake("path", { d: first, transform: `translate(0 ${y1})` }),
    svgMake("path", { d: second, transform: `translate(0 ${y2})` }),
    svgMake("circle", { r: 5 }),
  );
}

function degrees([[cos], [sin]]) {
  return (Math.atan2(sin, cos) * 180) / Math.PI;
}

function transform(pose) {
  const [x, y] = [pose[0][2], pose[1][2]].map((value) => value.toFixed(2));
  return `translate(${x} ${y}) rotate(${degrees(pose).toFixed(2)})`;
}
