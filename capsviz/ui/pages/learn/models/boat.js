/* Two parts that form a house or a boat, and the matrices of their votes for both. */

import { angleCode, matrixProduct, poseMatrix, routeVotes, vectorDot } from "./maths.js";
import { partPlace, placedTable, putPart, turnParts } from "./part_positions.js";

export const BOAT_PARTS = ["triangle", "rectangle"];
export const BOAT_WHOLES = ["house", "boat"];
/** W: each part's fixed relation to each whole, a position and an angle in the part's own frame. */
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
/** Agreement above which the votes count as meeting. */
const MEETING_AGREEMENT = 0.9;
/** Positions and angles of both parts. */
const SCENES = {
  apart: [120, 120, 0.5, 330, 240, -0.15],
  house: [230, 160, 0, 230, 220, 0],
  boat: [230, 220, Math.PI, 230, 160, 0],
};

/**
 * Limits of a part's position, in the panel's units.
 * @type {import("./part_positions.js").Room}
 */
export const BOAT_ROOM = { x: [40, 420], y: [40, 340] };

/** @typedef {import("./toy.js").State} State */

/**
 * Votes [part][whole] as matrices and as codes, their agreement, and the result of three routing
 * iterations. `winner` is the whole with the greater agreement; `hasMet` is whether that agreement
 * suffices.
 * @param {State} state
 */
export function boatNumbers(state) {
  const poses = BOAT_PARTS.map((_, n) => poseMatrix(partPlace(state, n)));
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
  return { poses, votes, agreement, winner, hasMet: agreement[winner] > MEETING_AGREEMENT, routed };
}

/** @param {State} state */
function arePartsMet(state) {
  return BOAT_WHOLES.filter((_, j) => boatNumbers(state).agreement[j] > MEETING_AGREEMENT);
}

/** @type {import("./toy.js").Toy} */
export const BOAT = {
  events: ["house", "boat", "dragged", "turned"],
  table: ({ scene = "apart" }) => placedTable(SCENES[scene]),
  acts: {
    place(state, _, n, position) {
      putPart(state, n, position, BOAT_ROOM);
      return ["dragged", ...arePartsMet(state)];
    },
    turnAll(state, _, angle) {
      const turned = turnParts(state, angle);
      return [...(turned ? ["turned"] : []), ...arePartsMet(state)];
    },
  },
};
