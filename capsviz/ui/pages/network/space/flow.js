/*
 * The moving part of the scene: ribbons, votes as arrows that fly along them to the classes' planes,
 * the sum s that starts at each plane, and the output v in each class's sphere. Another iteration is
 * animated from the old numbers to the new ones.
 */

import { number as formatted, text as message } from "../../../browser/text.js";
import { Couplings } from "./couplings.js";
import { reachOf } from "./layout.js";
import { Arrows, inkOf, mixInks, Ribbons } from "./meshes.js";

/** Segments of a ribbon, with a graphics card and without one. */
const SEGMENTS = { card: 24, software: 10 };
/** Narrower ribbons are not drawn: they carry hardly any votes. */
const MIN_RIBBON_WIDTH = 0.008;
/** Thickness of arrows: of votes relative to their length, of s and v to the sphere's radius. */
const THICKNESS = { vote: 0.3, s: 0.3, v: 0.5 };
/** Shares of a flight between which s and v grow. */
const GROWTH_SPANS = { s: [0, 0.65], v: [0.45, 1] };
/** Smallest coupling that is written as a number. */
const MIN_COUPLING = 0.001;
/** Half the share of a ribbon from which a vote's direction is derived. */
const STRETCH = 0.02;

export class Flow {
  /** @param {any} three @param {any} scene @param {boolean} software whether there is no graphics card */
  constructor(three, scene, software) {
    this.ribbons = new Ribbons(three, scene, software ? SEGMENTS.software : SEGMENTS.card);
    this.couplings = new Couplings(three, scene, software);
    this.votes = new Arrows(three, scene);
    /** Labels with the numbers of one capsule's votes. @type {import("./layers.js").Label[]} */
    this.labels = [];
    /** Arrows of s, then those of v. */
    this.ends = new Arrows(three, scene);
    /** Numbers drawn last, and those at the start of a flight. @type {any} */
    this.current = null;
    this.start = null;
  }

  dispose() {
    for (const mesh of [this.ribbons, this.couplings, this.votes, this.ends]) mesh.dispose();
  }

  /**
   * @param {any} space of `placeNetwork`
   * @param {any} colours
   * @param {[number, number]} span shares of the ribbons at which votes start and stop
   */
  show(space, { inks }, span) {
    this.space = space;
    this.colours = { inks };
    this.span = span;
    const { ribbons, votes, classes } = space;
    this.showRibbons(ribbons, inks);
    this.couplings.show(space.web, inks);
    const [paper, vote] = [inks.paper, inks.symbols.uhat].map(inkOf);
    const [strong, pale] = [1, 0.55].map((share) => mixInks(paper, vote, share));
    this.votes.resize(votes.length);
    votes.forEach(({ winner, numbers }, number) => {
      this.votes.paint(number, winner || numbers ? strong : pale);
    });
    this.votes.upload("ink");
    this.sums = classes.filter(({ s }) => s !== null).length;
    this.ends.resize(this.sums + classes.length);
    const [s, v, accent] = [inks.symbols.s, inks.symbols.v, inks.accent].map(inkOf);
    for (let k = 0; k < this.sums; k++) this.ends.paint(k, s);
    classes.forEach(({ winner }, k) => {
      this.ends.paint(this.sums + k, winner ? accent : v);
    });
    this.ends.upload("ink");
  }

  showRibbons(ribbons, inks) {
    const styles = {
      flow: [...inkOf(inks.bar), 0.55],
      won: [...inkOf(inks.accent), 0.55],
      coupling: [...inkOf(inks.accent), 0.6],
      lit: [...inkOf(inks.symbols.c), 0.95],
      sees: [...inkOf(inks.accent), 1],
    };
    this.ribbons.resize(ribbons.length);
    const { values } = this.ribbons;
    ribbons.forEach(({ from, to, kind, winner }, number) => {
      values.start.set(from, 3 * number);
      values.end.set(to, 3 * number);
      values.ink.set(styles[kind === "flow" && winner ? "won" : kind], 4 * number);
      values.bent[number] = Number(kind !== "sees");
    });
    this.ribbons.upload("start", "end", "ink", "bent");
    this.ribbons.widen(ribbons.map(({ width }) => (width > MIN_RIBBON_WIDTH ? width : 0)));
  }

  /** Start a flight at the numbers drawn last. */
  begin() {
    this.start = this.current;
    for (const ribbons of [this.ribbons, this.couplings]) ribbons.begin();
    if (this.space) this.show(this.space, this.colours, this.span);
  }

  /** Show the ribbons of all couplings, or those of types if there are none. @param {boolean} cheap whether frames have to be cheap */
  choose(cheap) {
    const { ribbons, couplings } = this;
    couplings.setCheap(cheap);
    ribbons.mesh.visible = !couplings.count && ribbons.count > 0;
  }

  /** @param {number} pixels height of the window, in device pixels */
  fit(pixels) {
    for (const ribbons of [this.ribbons, this.couplings]) ribbons.setUniform("pixels", pixels);
  }

  /** @param {number} mix share of the flight that has passed */
  pose(mix) {
    const { space, start, span } = this;
    if (!space) return;
    const grow = (name) => {
      const [from, to] = GROWTH_SPANS[name];
      const share = Math.max(0, Math.min(1, (mix - from) / (to - from)));
      return space.classes.map((item, k) => {
        const value = (name === "s" ? item.s : item.length) ?? 0;
        return interpolate(start?.[name]?.[k] ?? value, value, share);
      });
    };
    this.current = { s: grow("s"), v: grow("v") };
    if (mix === 1) this.start = null;
    for (const ribbons of [this.ribbons, this.couplings]) ribbons.pose(mix);
    this.poseVotes(interpolate(span[0], span[1], mix));
    space.classes.forEach(({ point, plane }, k) => {
      if (this.sums) this.poseEnd(k, plane.middle, this.current.s[k], THICKNESS.s);
      this.poseEnd(this.sums + k, point, this.current.v[k], THICKNESS.v);
    });
    this.ends.upload("middle", "vector", "width");
  }

  poseVotes(share) {
    const { ribbons, votes } = this.space;
    this.labels = [];
    votes.forEach(({ ribbon, length, winner, numbers, arrival }, number) => {
      const [before, point, after] = [-STRETCH, 0, STRETCH].map((offset) =>
        ribbonPoint(ribbons[ribbon], share * arrival + offset),
      );
      const vector = numbers
        ? [Math.cos(numbers.angle), Math.sin(numbers.angle), 0]
        : after.map((value, axis) => value - before[axis]);
      if (numbers) this.labels.push(labelOf(numbers, { point, length, strong: winner }));
      const scale = length / (Math.hypot(...vector) || 1);
      this.votes.pose(
        number,
        point,
        vector.map((value) => value * scale),
        THICKNESS.vote * length,
      );
    });
    this.votes.upload("middle", "vector", "width");
  }

  /** Pose an arrow: s from the centre of a class's plane, or v from its sphere's. */
  poseEnd(number, [x, y, z], value, thickness) {
    const { radius } = this.space;
    const reach = Math.max(0.02, reachOf(value, radius));
    this.ends.pose(number, [x + reach / 2, y, z], [reach, 0, 0], thickness * radius);
  }
}

/** Label with one vote's numbers, left of its arrow. @param {{name: string, size: number, coupling: number, angle: number}} numbers @param {{point: number[], length: number, strong: boolean}} arrow */
function labelOf({ name, size, coupling, angle }, { point, length, strong }) {
  const share =
    coupling < MIN_COUPLING
      ? `c < ${formatted(MIN_COUPLING)}`
      : `c = ${formatted(coupling, undefined, { significant: 2 })}`;
  const degrees = formatted((angle * 180) / Math.PI, 0);
  const spots = [0, 0.6, -0.6].map((dy) => ({ point, side: -1, dy, radius: length / 2 }));
  return {
    full: {
      text: message("vote-numbers", { name, size: formatted(size, 2), share, degrees }),
      spots,
    },
    words: [{ text: message("named", { name, value: share }), spots }],
    strong,
  };
}

function interpolate(from, to, share) {
  return from + (to - from) * share;
}

/** A point of a ribbon, horizontal at both ends. @param {{from: number[], to: number[], kind: string}} ribbon @param {number} share */
export function ribbonPoint({ from, to, kind }, share) {
  const eased = kind === "sees" ? share : share * share * (3 - 2 * share);
  return from.map((start, axis) => start + (to[axis] - start) * (axis ? eased : share));
}
