/*
 * The moving part of the scene: ribbons, votes that fly along them to the classes' planes as arrows,
 * the sum s that leaves each plane, and in each class's sphere the output v. A change of the iteration leads from old to new numbers.
 */

import { number as formatted, text as message } from "../../../browser/text.js";
import { Couplings } from "./couplings.js";
import { reachOf } from "./layout.js";
import { Arrows, inkOf, mixInks, Ribbons } from "./meshes.js";

/** Steps along a ribbon, with a graphics card and without one. */
const SEGMENTS = { card: 24, software: 10 };
/** Ribbons that stay narrower are not seen: hardly a vote goes there. */
const MIN_RIBBON_WIDTH = 0.008;
/** Thickness of arrows: of votes as a share of their length, of s and v by the radius of their sphere. */
const THICKNESS = { vote: 0.3, s: 0.3, v: 0.5 };
/** Shares of a flight within which s grows, and then v. */
const GROWTH_SPANS = { s: [0, 0.65], v: [0.45, 1] };
/** Least coupling that is written as a number. */
const MIN_COUPLING = 0.001;
/** Half the stretch of a ribbon that gives a vote its direction. */
const STRETCH = 0.02;

export class Flow {
  /** @param {any} three @param {any} scene @param {boolean} software whether there is no graphics card */
  constructor(three, scene, software) {
    this.ribbons = new Ribbons(three, scene, software ? SEGMENTS.software : SEGMENTS.card);
    this.couplings = new Couplings(three, scene, software);
    this.votes = new Arrows(three, scene);
    /** Numbers of one capsule's votes, where these are. @type {import("./layers.js").Label[]} */
    this.labels = [];
    /** Arrows of s, then those of v. */
    this.ends = new Arrows(three, scene);
    /** Numbers drawn last, and those that a flight began with. @type {any} */
    this.drawn = null;
    this.start = null;
  }

  dispose() {
    for (const mesh of [this.ribbons, this.couplings, this.votes, this.ends]) mesh.dispose();
  }

  /**
   * @param {any} space of `placeNetwork`
   * @param {any} colours
   * @param {[number, number]} flies how far along the ribbons votes begin and rest
   */
  show(space, { inks }, flies) {
    this.space = space;
    this.colours = { inks };
    this.flies = flies;
    const { ribbons, votes, classes } = space;
    this.showRibbons(ribbons, inks);
    this.couplings.show(space.web, inks);
    const [paper, vote] = [inks.paper, inks.symbols.uhat].map(inkOf);
    const [strong, pale] = [1, 0.55].map((share) => mixInks(paper, vote, share));
    this.votes.resize(votes.length);
    votes.forEach(({ winner, own }, number) => {
      this.votes.paint(number, winner || own ? strong : pale);
    });
    this.votes.upload("ink");
    this.sums = classes.filter(({ s }) => s !== null).length;
    this.ends.resize(this.sums + classes.length);
    const [s, v, won] = [inks.symbols.s, inks.symbols.v, inks.accent].map(inkOf);
    for (let k = 0; k < this.sums; k++) this.ends.paint(k, s);
    classes.forEach(({ winner }, k) => {
      this.ends.paint(this.sums + k, winner ? won : v);
    });
    this.ends.upload("ink");
  }

  showRibbons(ribbons, inks) {
    const looks = {
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
      values.ink.set(looks[kind === "flow" && winner ? "won" : kind], 4 * number);
      values.bent[number] = Number(kind !== "sees");
    });
    this.ribbons.upload("start", "end", "ink", "bent");
    this.ribbons.widen(ribbons.map(({ wide }) => (wide > MIN_RIBBON_WIDTH ? wide : 0)));
  }

  /** A flight begins at what is seen now. */
  begin() {
    this.start = this.drawn;
    for (const ribbons of [this.ribbons, this.couplings]) ribbons.begin();
    if (this.space) this.show(this.space, this.colours, this.flies);
  }

  /** The ribbons of all couplings, or those of types where these are not known. @param {boolean} cheap whether a frame has to be cheap */
  choose(cheap) {
    const { ribbons, couplings } = this;
    couplings.setCheap(cheap);
    ribbons.mesh.visible = !couplings.count && ribbons.count > 0;
  }

  /** @param {number} pixels height of the window, in pixels of the screen */
  fit(pixels) {
    for (const ribbons of [this.ribbons, this.couplings]) ribbons.setUniform("pixels", pixels);
  }

  /** @param {number} mix share of the flight that has passed */
  pose(mix) {
    const { space, start, flies } = this;
    if (!space) return;
    const grown = (name) => {
      const [from, to] = GROWTH_SPANS[name];
      const share = Math.max(0, Math.min(1, (mix - from) / (to - from)));
      return space.classes.map((one, k) => {
        const value = (name === "s" ? one.s : one.length) ?? 0;
        return interpolate(start?.[name]?.[k] ?? value, value, share);
      });
    };
    this.drawn = { s: grown("s"), v: grown("v") };
    if (mix === 1) this.start = null;
    for (const ribbons of [this.ribbons, this.couplings]) ribbons.pose(mix);
    this.poseVotes(interpolate(flies[0], flies[1], mix));
    space.classes.forEach(({ point, plane }, k) => {
      if (this.sums) this.poseEnd(k, plane.middle, this.drawn.s[k], THICKNESS.s);
      this.poseEnd(this.sums + k, point, this.drawn.v[k], THICKNESS.v);
    });
    this.ends.upload("middle", "way", "wide");
  }

  poseVotes(along) {
    const { ribbons, votes } = this.space;
    this.labels = [];
    votes.forEach(({ ribbon, long, winner, own, rests }, number) => {
      const [before, at, after] = [-STRETCH, 0, STRETCH].map((off) =>
        ribbonPoint(ribbons[ribbon], along * rests + off),
      );
      const way = own
        ? [Math.cos(own.turn), Math.sin(own.turn), 0]
        : after.map((value, axis) => value - before[axis]);
      if (own) this.labels.push(labelOf(own, { at, long, strong: winner }));
      const scale = long / (Math.hypot(...way) || 1);
      this.votes.pose(
        number,
        at,
        way.map((value) => value * scale),
        THICKNESS.vote * long,
      );
    });
    this.votes.upload("middle", "way", "wide");
  }

  /** An arrow s from the middle of a class's plane, or v from that of its sphere. */
  poseEnd(number, [x, y, z], value, thick) {
    const { radius } = this.space;
    const reach = Math.max(0.02, reachOf(value, radius));
    this.ends.pose(number, [x + reach / 2, y, z], [reach, 0, 0], thick * radius);
  }
}

/** Numbers of one vote, left of its arrow. @param {{name: string, size: number, coupling: number, turn: number}} own @param {{at: number[], long: number, strong: boolean}} arrow */
function labelOf({ name, size, coupling, turn }, { at, long, strong }) {
  const share =
    coupling < MIN_COUPLING
      ? `c < ${formatted(MIN_COUPLING)}`
      : `c = ${formatted(coupling, undefined, { significant: 2 })}`;
  const degrees = formatted((turn * 180) / Math.PI, 0);
  const spots = [0, 0.6, -0.6].map((down) => ({ at, to: -1, down, off: long / 2 }));
  return {
    wide: {
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

/** A point of a ribbon, level at both ends. @param {{from: number[], to: number[], kind: string}} ribbon @param {number} along */
export function ribbonPoint({ from, to, kind }, along) {
  const eased = kind === "sees" ? along : along * along * (3 - 2 * along);
  return from.map((start, axis) => start + (to[axis] - start) * (axis ? eased : along));
}
