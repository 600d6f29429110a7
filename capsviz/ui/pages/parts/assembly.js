/*
 * A drawing's parts as they were detected, and as a visitor sets them by hand: which is selected,
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
    this.detected = [];
    /** @type {Part[]} */
    this.parts = [];
    this.selected = 0;
    /** Whether the handles hold the object, and all its parts follow. */
    this.holdsObject = false;
    this.frame = FRAME;
    /** The objects' predictions of their parts while one is moved. @type {number[][][] | null} */
    this.expected = null;
  }

  get isEmpty() {
    return this.parts.every(({ d }) => d < PRESENT_FROM);
  }

  /** The map under the handles: the object's frame, or the chosen part by its ink. */
  get grip() {
    if (this.holdsObject) return this.frame;
    return this.isPresent(this.selected) ? this.gripOf(this.selected) : null;
  }

  /** @param {number} m */
  isPresent(m) {
    return this.parts[m]?.d >= PRESENT_FROM;
  }

  /** Position of a part's handle in the picture. @param {number} m */
  gripOf(m) {
    return compose(this.parts[m].x, this.grips[m]);
  }

  /** Only parts that are present can be selected. */
  chooseStrongest() {
    const strongest = this.parts.reduce((best, { d }, m, all) => (d > all[best].d ? m : best), 0);
    if (!this.isPresent(this.selected)) this.selected = strongest;
  }

  /**
   * The detected parts, overridden by those set by hand in this drawing.
   *
   * @param {import("./manual_parts.js").Hand | null} hand
   * @param {number} hash the drawing's hash
   */
  restore(hand, hash) {
    const isCurrent = hand?.of === hash;
    this.parts = isCurrent ? applyHand(this.detected, hand) : this.detected.slice();
    if (!isCurrent) this.holdsObject = false;
  }

  /** Differences from the detected parts. @param {number} hash the drawing's hash */
  hand(hash) {
    return handOf(hash, this.detected, this.parts);
  }

  /**
   * Handles on the chosen part, or on the object.
   * @param {number[][][] | null} [expected] where each object expects its parts, for handles on it
   */
  hold(expected = null) {
    [this.holdsObject, this.frame, this.expected] = [expected !== null, FRAME, expected];
  }

  /** Whether any part differs from the detected one. */
  get isChanged() {
    return this.parts.some((part, m) => part !== this.detected[m]);
  }

  /** Lay an object's likely parts, where it expects them. @param {Part[]} expected */
  arrange(expected) {
    this.parts = expected.map(({ x, d }) => ({ x, d: d < PRESENT_FROM ? 0 : 1 }));
    this.chooseStrongest();
    this.hold();
  }

  /** All parts as detected. */
  reset() {
    this.parts = this.detected.slice();
    this.hold();
  }

  /** Toggle a part: an absent one appears and is selected. @param {number} m */
  toggle(m) {
    this.parts[m] = { ...this.parts[m], d: this.isPresent(m) ? 0 : 1 };
    this.selected = m;
    this.hold();
  }

  /** Move the selection to a pose. @param {number[]} pose */
  move(pose) {
    const { selected } = this;
    if (!this.holdsObject)
      return this.setPose(selected, compose(pose, inverse(this.grips[selected])));
    const target = limitPose(pose);
    const step = compose(target, inverse(this.frame));
    this.parts = this.parts.map(({ x, d }) => ({ x: compose(step, x), d }));
    this.expected = this.expected?.map((maps) => maps.map((mu) => compose(step, mu))) ?? null;
    this.frame = target;
  }

  /** A part that is moved by hand is there. @param {number} m @param {number[]} x */
  setPose(m, x) {
    this.parts[m] = { x: limitPose(x), d: this.isPresent(m) ? this.parts[m].d : 1 };
  }

  /** The middle of a part's ink goes to a point of the picture. @param {number} m @param {number[]} point */
  placeAt(m, [px, py]) {
    this.selected = m;
    this.hold();
    const [a, b, , c, d] = this.gripOf(m);
    this.move([a, b, px, c, d, py]);
  }

  /** The two strongest parts trade places: presences stay, poses do not agree any more. */
  swap() {
    const order = this.parts.map((_, m) => m).sort((a, b) => this.parts[b].d - this.parts[a].d);
    const first = this.isPresent(this.selected) ? this.selected : order[0];
    const second = order.find((m) => m !== first);
    if (second === undefined) return;
    const [a, b] = [this.parts[first], this.parts[second]];
    this.parts[first] = { ...a, x: b.x };
    this.parts[second] = { ...b, x: a.x };
  }
}
