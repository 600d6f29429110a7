/* Handles on the parts: by its middle one is moved, by two knobs turned, grown and sheared. */

import { makeButton, svgMake } from "../../browser/dom.js";
import { Handles } from "../../browser/handles.js";
import { makeKnob, observeSizes, putKnobs } from "../../browser/knobs.js";
import { affine, apply, compose, poseOf, turnAbout } from "../../browser/parts_network/affine.js";
import { text } from "../../browser/text.js";
import { partLetter, ringPart } from "./painting.js";

/** How far the knobs are from the middle of what they move: beyond its ink. */
const KNOB_DISTANCE = 1.3;
/** The knobs stay on the picture. */
const EDGE = 0.035;
/** Limits of a pose set by hand. */
export const LIMITS = {
  x: [-0.9, 0.9],
  y: [-0.9, 0.9],
  turn: [-Math.PI, Math.PI],
  width: [0.15, 1.2],
  height: [0.15, 1.2],
  shear: [-1, 1],
};
const KINDS = /** @type {const} */ (["move", "turn", "shear"]);

/**
 * Position of a handle of a map, and the map after a drag to a position.
 * @param {string} kind
 * @param {number[]} x
 */
export function handleAt(kind, x) {
  if (kind === "move") return [x[2], x[5]];
  return kind === "turn" ? apply(x, KNOB_DISTANCE, 0) : apply(x, 0, KNOB_DISTANCE);
}

/** @param {string} kind @param {number[]} x @param {[number, number]} point @returns {number[]} */
export function dragPose(kind, x, [px, py]) {
  const [cx, cy] = [x[2], x[5]];
  if (kind === "move") return [x[0], x[1], px, x[3], x[4], py];
  if (kind === "shear")
    return [x[0], (px - cx) / KNOB_DISTANCE, cx, x[3], (py - cy) / KNOB_DISTANCE, cy];
  const [ox, oy] = handleAt(kind, x);
  const angle = Math.atan2(py - cy, px - cx) - Math.atan2(oy - cy, ox - cx);
  const scale = Math.hypot(px - cx, py - cy) / Math.max(1e-6, Math.hypot(ox - cx, oy - cy));
  return compose(turnAbout(cx, cy, angle, scale), x);
}

export class Stage {
  /** @param {import("./index.js").PartsPage} page */
  constructor(page) {
    const figure = page.part("stage");
    this.page = page;
    this.figure = figure;
    /** @type {HTMLElement[]} */
    this.picks = [];
    this.arms = svgMake("path", { "vector-effect": "non-scaling-stroke" });
    const hidden = { "aria-hidden": "true" };
    figure.append(
      svgMake("svg", { class: "cv-parts-arms", viewBox: "0 0 1 1", ...hidden }, this.arms),
    );
    const handles = new Handles(figure);
    this.knobs = KINDS.map((kind) => {
      const { knob, ...label } = makeKnob(`handle-${kind}`, kind);
      handles.add(knob, (event) => this.grab(kind, knob, event));
      figure.append(knob);
      return { kind, knob, ...label };
    });
    this.side = 0;
    observeSizes(figure, this.knobs, (side) => {
      this.side = side;
      page.show();
    });
  }

  /** @param {any} knob */
  grab(kind, knob, event) {
    const { page } = this;
    const start = page.assembly.grip;
    if (!start) return;
    const from = this.pointOf(event);
    const offset = handleAt(kind, start).map((value, axis) => value - from[axis]);
    knob.onpointermove = (next) => {
      const x = page.assembly.grip;
      const [px, py] = this.pointOf(next);
      const pose = x && dragPose(kind, x, [px + offset[0], py + offset[1]]);
      if (pose) page.edit(() => page.assembly.move(pose));
    };
    knob.onpointerup = knob.onpointercancel = () => (knob.onpointermove = null);
  }

  /** In the picture's frame, -1 to 1. */
  pointOf({ clientX, clientY }) {
    const { left, top, width } = this.figure.getBoundingClientRect();
    return [(2 * (clientX - left)) / width - 1, (2 * (clientY - top)) / width - 1];
  }

  show() {
    const { page } = this;
    const { assembly } = page;
    const { parts, selected, grip } = assembly;
    for (const { knob } of this.knobs) knob.hidden = !grip;
    if (grip) {
      const knobs = this.knobs.map(({ kind, ...elements }) => ({
        ...elements,
        place: shareOf(handleAt(kind, grip)),
        words: text("handle", { handle: kind }),
      }));
      putKnobs(knobs, this.side);
    }
    this.arms.setAttribute("d", grip ? armsPath(grip) : "");
    while (this.picks.length < parts.length) {
      const m = this.picks.length;
      const pick = makeButton("cv-parts-pick cv-press", "", "", () => page.choose(m), {
        title: text("part", { letter: partLetter(m) }),
      });
      this.picks.push(ringPart(pick, m, parts.length));
      this.figure.append(pick);
    }
    parts.forEach((_, m) => {
      const [x, y] = shareOf(handleAt("move", assembly.gripOf(m))).map((value) => 100 * value);
      this.picks[m].hidden = !assembly.isPresent(m) || (m === selected && !assembly.holdsObject);
      Object.assign(this.picks[m].style, { left: `${x}%`, top: `${y}%` });
    });
  }
}

/** A point from -1 to 1 as shares of the picture's side, on the picture. @param {number[]} point @returns {[number, number]} */
function shareOf([x, y]) {
  const share = (value) => Math.min(1 - EDGE, Math.max(EDGE, (1 + value) / 2));
  return [share(x), share(y)];
}

/** Lines from the middle of what the knobs hold to those beside it. @param {number[]} x */
function armsPath(x) {
  const [middle, turn, shear] = KINDS.map((kind) => shareOf(handleAt(kind, x)).join(" "));
  return `M${turn}L${middle}L${shear}`;
}

/** The pose within its limits, as a map. @param {number[]} x */
export function limitPose(x) {
  const pose = poseOf(x);
  for (const [name, [low, high]] of Object.entries(LIMITS))
    pose[name] = Math.min(high, Math.max(low, pose[name]));
  return affine(pose);
}
