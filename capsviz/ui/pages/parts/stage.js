/* Handles on the parts: by its middle one is moved, by two knobs turned, grown and sheared. */

import { make, makeButton } from "../../browser/dom.js";
import { Handles } from "../../browser/handles.js";
import { affine, apply, compose, poseOf, turnAbout } from "../../browser/parts_network/affine.js";
import { text } from "../../browser/text.js";

/** How far the knobs are from the middle of what they hold: beyond its ink. */
const FAR = 1.3;
/** Limits of a pose set by hand. */
export const LIMITS = {
  x: [-0.9, 0.9],
  y: [-0.9, 0.9],
  turn: [-Math.PI, Math.PI],
  width: [0.15, 1.2],
  height: [0.15, 1.2],
  shear: [-1, 1],
};
const KINDS = ["move", "turn", "shear"];

/** @param {import("../../browser/parts_network/affine.js").Pose} pose */
function clampPose(pose) {
  const entries = Object.entries(LIMITS).map(([name, [low, high]]) => [
    name,
    Math.min(high, Math.max(low, pose[name])),
  ]);
  return Object.fromEntries(entries);
}

/**
 * Position of a handle of a map, and the map after a drag to a position.
 * @param {string} kind
 * @param {number[]} x
 */
export function handleAt(kind, x) {
  if (kind === "move") return [x[2], x[5]];
  return kind === "turn" ? apply(x, FAR, 0) : apply(x, 0, FAR);
}

/** @param {string} kind @param {number[]} x @param {[number, number]} place @returns {number[]} */
export function dragPose(kind, x, [px, py]) {
  const [cx, cy] = [x[2], x[5]];
  if (kind === "move") return [x[0], x[1], px, x[3], x[4], py];
  if (kind === "shear") return [x[0], (px - cx) / FAR, cx, x[3], (py - cy) / FAR, cy];
  const [ox, oy] = handleAt(kind, x);
  const turn = Math.atan2(py - cy, px - cx) - Math.atan2(oy - cy, ox - cx);
  const grow = Math.hypot(px - cx, py - cy) / Math.max(1e-6, Math.hypot(ox - cx, oy - cy));
  return compose(turnAbout(cx, cy, turn, grow), x);
}

export class Stage {
  /**
   * @param {HTMLElement} figure
   * @param {{get: () => number[] | null, set: (x: number[]) => void, choose: (m: number) => void}} acts
   *   `get` what the handles hold: a part by its ink, or the frame of all together
   */
  constructor(figure, { get, set, choose }) {
    this.figure = figure;
    this.get = get;
    this.choose = choose;
    /** @type {HTMLElement[]} */
    this.picks = [];
    const handles = new Handles(figure);
    this.knobs = KINDS.map((kind) => {
      const knob = make("span", {
        className: "cv-parts-handle",
        data: { handle: kind, testid: `handle-${kind}` },
        aria: { "aria-hidden": "true" },
      });
      handles.add(knob, (event) => this.grab(kind, knob, event, set));
      figure.append(knob);
      return { kind, knob };
    });
  }

  /** @param {any} knob */
  grab(kind, knob, event, set) {
    const start = this.get();
    if (!start) return;
    const from = this.placeOf(event);
    const held = handleAt(kind, start).map((at, axis) => at - from[axis]);
    knob.onpointermove = (next) => {
      const x = this.get();
      const [px, py] = this.placeOf(next);
      if (x) set(dragPose(kind, x, [px + held[0], py + held[1]]));
    };
    knob.onpointerup = knob.onpointercancel = () => (knob.onpointermove = null);
  }

  /** In the picture's frame, -1 to 1. */
  placeOf({ clientX, clientY }) {
    const { left, top, width } = this.figure.getBoundingClientRect();
    return [(2 * (clientX - left)) / width - 1, (2 * (clientY - top)) / width - 1];
  }

  /** @param {import("./assembly.js").Assembly} assembly */
  show(assembly) {
    const { made: parts, chosen } = assembly;
    const held = this.get();
    for (const { kind, knob } of this.knobs) {
      knob.hidden = !held;
      if (held) put(knob, handleAt(kind, held));
    }
    while (this.picks.length < parts.length) {
      const m = this.picks.length;
      const pick = makeButton("cv-parts-pick cv-press", "", String(m + 1), () => this.choose(m), {
        title: text("part", { number: m + 1 }),
      });
      this.picks.push(pick);
      this.figure.append(pick);
    }
    parts.forEach((_, m) => {
      const [, , x, , , y] = assembly.gripOf(m);
      this.picks[m].hidden = !assembly.isThere(m) || (m === chosen && !assembly.together);
      put(this.picks[m], [x, y]);
    });
  }
}

/** @param {HTMLElement} node @param {number[]} place */
function put(node, place) {
  const [x, y] = place.map((at) => Math.min(98, Math.max(2, 50 + 50 * at)));
  Object.assign(node.style, { left: `${x}%`, top: `${y}%` });
}

/** The pose within its limits, as a map. @param {number[]} x */
export function limitPose(x) {
  return affine(clampPose(poseOf(x)));
}
