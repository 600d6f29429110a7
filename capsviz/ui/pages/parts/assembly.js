/*
 * A drawing's parts as they were found, and what a visitor makes of them by hand: which is held,
 * where it was moved, whether the handles hold the whole object.
 */

import { compose, inverse } from "../../browser/parts_network/affine.js";
import { applyHand, handOf } from "./manual_parts.js";
import { PRESENT_FROM } from "./painting.js";
import { limitPose } from "./stage.js";

/** @typedef {import("../../browser/parts_network/network.js").Part} Part */

/** The object's own frame is any that its parts are constant in: this one, at first. */
const FRAME = [0.6, 0, 0, 0, 0.6, 0];

export class Assembly {
  /** @param {number[][]} grips where each template is held by its ink, as a map */
  constructor(grips) {
    this.grips = grips;
    /** @type {Part[]} */
    this.found = [];
    /** @type {Part[]} */
    this.made = [];
    this.chosen = 0;
    /** Whether the handles hold the object, and all its parts follow. */
    this.together = false;
    this.frame = FRAME;
    /** The objects' predictions of their parts while one is moved. @type {number[][][] | null} */
    this.expected = null;
  }

  get isEmpty() {
    return this.made.every(({ d }) => d < PRESENT_FROM);
  }

  /** The map under the handles: the object's frame, or the chosen part by its ink. */
  get grasp() {
    if (this.together) return this.frame;
    return this.isThere(this.chosen) ? this.gripOf(this.chosen) : null;
  }

  /** @param {number} m */
  isThere(m) {
    return this.made[m]?.d >= PRESENT_FROM;
  }

  /** Position of a part's handle in the picture. @param {number} m */
  gripOf(m) {
    return compose(this.made[m].x, this.grips[m]);
  }

  /** Only the parts that are there can be held. */
  chooseStrongest() {
    const strongest = this.made.reduce((best, { d }, m, all) => (d > all[best].d ? m : best), 0);
    if (!this.isThere(this.chosen)) this.chosen = strongest;
  }

  /**
   * The detected parts, overridden by those set by hand in this drawing.
   *
   * @param {import("./manual_parts.js").Hand | null} hand
   * @param {number} of the drawing's hash
   */
  restore(hand, of) {
    const own = hand?.of === of;
    this.made = own ? applyHand(this.found, hand) : this.found.slice();
    if (!own) this.together = false;
  }

  /** Differences from the detected parts. @param {number} of the drawing's hash */
  hand(of) {
    return handOf(of, this.found, this.made);
  }

  /**
   * Handles on the chosen part, or on the object.
   * @param {number[][][] | null} [expected] where each object expects its parts, for handles on it
   */
  hold(expected = null) {
    [this.together, this.frame, this.expected] = [expected !== null, FRAME, expected];
  }

  /** Whether any part is not as it was found. */
  get isChanged() {
    return this.made.some((part, m) => part !== this.found[m]);
  }

  /** Lay an object's likely parts, where it expects them. @param {Part[]} expected */
  arrange(expected) {
    this.made = expected.map(({ x, d }) => ({ x, d: d < PRESENT_FROM ? 0 : 1 }));
    this.chooseStrongest();
    this.hold();
  }

  /** All parts as they were found. */
  reset() {
    this.made = this.found.slice();
    this.hold();
  }

  /** Toggle a part: an absent one appears and is selected. @param {number} m */
  toggle(m) {
    this.made[m] = { ...this.made[m], d: this.isThere(m) ? 0 : 1 };
    this.chosen = m;
    this.hold();
  }

  /** Move the selection to a pose. @param {number[]} held */
  move(held) {
    const { chosen } = this;
    if (!this.together) return this.put(chosen, compose(held, inverse(this.grips[chosen])));
    const goal = limitPose(held);
    const step = compose(goal, inverse(this.frame));
    this.made = this.made.map(({ x: own, d }) => ({ x: compose(step, own), d }));
    this.expected = this.expected?.map((own) => own.map((mu) => compose(step, mu))) ?? null;
    this.frame = goal;
  }

  /** A part that is moved by hand is there. @param {number} m @param {number[]} x */
  put(m, x) {
    this.made[m] = { x: limitPose(x), d: this.isThere(m) ? this.made[m].d : 1 };
  }

  /** The middle of a part's ink goes to a place of the picture. @param {number} m @param {number[]} place */
  lay(m, [px, py]) {
    this.chosen = m;
    this.hold();
    const [a, b, , c, d] = this.gripOf(m);
    this.move([a, b, px, c, d, py]);
  }

  /** The two strongest parts trade places: presences stay, poses do not agree any more. */
  swap() {
    const order = this.made.map((_, m) => m).sort((a, b) => this.made[b].d - this.made[a].d);
    const first = this.isThere(this.chosen) ? this.chosen : order[0];
    const second = order.find((m) => m !== first);
    if (second === undefined) return;
    const [a, b] = [this.made[first], this.made[second]];
    this.made[first] = { ...a, x: b.x };
    this.made[second] = { ...b, x: a.x };
  }
}
