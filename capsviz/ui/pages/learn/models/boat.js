/* Two parts that make a house or a boat, and the matrices by which they vote for both. */

import { angleCode, matrixProduct, poseMatrix, routeVotes, vectorDot } from "./maths.js";
import { clampNumber } from "./toy.js";

export const BOAT_PARTS = ["triangle", "rectangle"];
export const BOAT_WHOLES = ["house", "boat"];
/** W: each part's fixed relation to each whole, a place and an angle in the part's own frame. */
const RELATIONS = [
  [
    { x: 0, y: 30, angle: 0 },
    { x: 0, y: 30, angle: Math.PI },
  ],
  [
    { x: 0, y: -30, angle: 0 },
    { x: 0, y: 30, angle: 0 },
  ],
];
/** The same as matrices: [part][whole]. */
export const BOAT_MATRICES = RELATIONS.map((row) => row.map(poseMatrix));
const PERIODS = [600, 300, 150, 600, 300, 150, 2 * Math.PI, 2 * Math.PI];
const GAIN = 1.6;
/** Agreement from which on the votes are said to meet. */
const MET = 0.9;
/** Places and angles of both parts. */
const SCENES = {
  apart: [120, 120, 0.5, 330, 240, -0.15],
  house: [230, 160, 0, 230, 220, 0],
  boat: [230, 220, Math.PI, 230, 160, 0],
};

/**
 * Within which limits a part can be put, in the panel's units.
 * @type {Record<"x" | "y", [number, number]>}
 */
export const BOAT_ROOM = { x: [40, 420], y: [40, 340] };

/** @typedef {import("./toy.js").State} State */

/**
 * @param {State} state
 * @param {number} n
 */
export function boatPart({ parts }, n) {
  const [x, y, angle] = parts.slice(3 * n, 3 * n + 3);
  return { x, y, angle };
}

/**
 * Votes [part][whole] as matrices and as codes, how well they agree, and what three iterations
 * of routing make of them. `winner` is the whole whose votes agree better, `met` whether well.
 * @param {State} state
 */
export function boatNumbers(state) {
  const poses = BOAT_PARTS.map((_, n) => poseMatrix(boatPart(state, n)));
  const votes = poses.map((pose, n) => BOAT_MATRICES[n].map((W) => matrixProduct(pose, W)));
  const codes = votes.map((row) =>
    row.map(([[cos, , x], [sin, , y]]) => {
      const angle = Math.atan2(sin, cos);
      return angleCode([x, x, x, y, y, y, angle, angle], PERIODS, GAIN);
    }),
  );
  const agreement = BOAT_WHOLES.map((_, j) => vectorDot(codes[0][j], codes[1][j]) / GAIN ** 2);
  const winner = agreement[0] > agreement[1] ? 0 : 1;
  const routed = routeVotes(codes, 3)[2];
  return { poses, votes, agreement, winner, met: agreement[winner] > MET, routed };
}

/** @param {State} state */
function arePartsMet(state) {
  return BOAT_WHOLES.filter((_, j) => boatNumbers(state).agreement[j] > MET);
}

/**
 * @param {State} state
 * @param {number} n
 * @param {{x: number, y: number, angle: number}} at
 */
function put(state, n, { x, y, angle }) {
  const full = 2 * Math.PI;
  state.parts.splice(
    3 * n,
    3,
    clampNumber(x, ...BOAT_ROOM.x),
    clampNumber(y, ...BOAT_ROOM.y),
    angle % full,
  );
}

/** @type {import("./toy.js").Toy} */
export const BOAT = {
  events: ["house", "boat", "dragged", "turned"],
  table: ({ scene = "apart" }) => [
    { name: "parts", kind: "numbers", default: SCENES[scene], count: 6, most: 1000 },
    { name: "chosen", kind: "whole", default: 0, least: 0, most: 1 },
    { name: "spun", kind: "number", default: 0, least: 0, most: 2 * Math.PI },
  ],
  acts: {
    place(state, _, n, at) {
      put(state, n, at);
      state.chosen = n;
      return ["dragged", ...arePartsMet(state)];
    },
    turnAll(state, _, by) {
      const [cos, sin] = [Math.cos(by), Math.sin(by)];
      const parts = BOAT_PARTS.map((__, n) => boatPart(state, n));
      const middle = { x: (parts[0].x + parts[1].x) / 2, y: (parts[0].y + parts[1].y) / 2 };
      parts.forEach(({ x, y, angle }, n) => {
        const [dx, dy] = [x - middle.x, y - middle.y];
        const to = [middle.x + cos * dx - sin * dy, middle.y + sin * dx + cos * dy];
        state.parts.splice(3 * n, 3, ...to, (angle + by) % (2 * Math.PI));
      });
      state.spun = Math.min(2 * Math.PI, state.spun + by);
      return state.spun > Math.PI / 2 - 0.01
        ? ["turned", ...arePartsMet(state)]
        : arePartsMet(state);
    },
  },
};
