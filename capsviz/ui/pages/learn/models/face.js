/* A face of four parts, each of which votes for the face's centre. */

import { clampNumber, numberList } from "./toy.js";

/** Positions of the parts relative to the centre of the face. */
export const FACE_PARTS = [
  { name: "eye-left", x: -52, y: -46 },
  { name: "eye-right", x: 52, y: -46 },
  { name: "nose", x: 0, y: 8 },
  { name: "mouth", x: 0, y: 66 },
];
/**
 * Two votes at this distance, in the panel's units, agree by e^-1/2; at three times the distance,
 * hardly at all.
 */
const FACE_REACH = 40;
/** The parts in their places, except for the mouth. */
const FACE_FOREHEAD = [...FACE_PARTS.slice(0, 3), { x: 0, y: -94 }];
/** Positions that the button gives the parts: their votes spread evenly around the circle. */
const FACE_SCRAMBLED = [
  { x: 60, y: -9 },
  { x: 15, y: -83 },
  { x: 37, y: 120 },
  { x: -112, y: -46 },
];
const FACE_MIDDLE = [210, 190];
/**
 * Limits of the face's centre and of a part, in the panel's units.
 * @type {Record<"x" | "y", [number, number]>}
 */
export const FACE_ROOM = { x: [125, 295], y: [145, 235] };
/** @type {Record<"x" | "y", [number, number]>} */
export const PART_ROOM = { x: [20, 400], y: [20, 360] };

/** @typedef {import("./toy.js").State} State */

/**
 * The parts as points.
 * @param {State} state
 */
export function facePlaces({ parts }) {
  return FACE_PARTS.map((_, n) => ({ x: parts[2 * n], y: parts[2 * n + 1] }));
}

/**
 * Votes of the parts for the face's centre, and the capsule that they form. Its length is the mean
 * agreement over all pairs of votes, so that one wrong vote of four halves it. Its position is the
 * mean of the votes, each weighted by its agreement with the others.
 * @param {State} state
 */
export function faceCapsule(state) {
  const votes = facePlaces(state).map(({ x, y }, n) => ({
    x: x - FACE_PARTS[n].x,
    y: y - FACE_PARTS[n].y,
  }));
  const weights = votes.map((vote, n) =>
    votes.reduce((sum, other, k) => sum + (k === n ? 0 : agreement(vote, other)), 0),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = (axis) => votes.reduce((sum, vote, n) => sum + weights[n] * vote[axis], 0) / total;
  const length = total / (votes.length * (votes.length - 1));
  return { votes, place: [mean("x"), mean("y")], length };
}

/** Agreement of two votes: 1 for the same point, falling to 0. */
function agreement(a, b) {
  const distance = Math.hypot(a.x - b.x, a.y - b.y) / FACE_REACH;
  return Math.exp((-distance * distance) / 2);
}

/**
 * @param {number[]} middle
 * @param {{x: number, y: number}[]} places
 */
function partsAt([x, y], places) {
  return places.flatMap((place) => [x + place.x, y + place.y]);
}

/** @param {State} state */
function judge(state) {
  const { length } = faceCapsule(state);
  if (length < 0.4) return ["scrambled"];
  return length > 0.9 ? ["restored"] : [];
}

/** @type {import("./toy.js").Toy} */
export const FACE = {
  events: ["scrambled", "restored", "moved"],
  table: ({ scene = "whole" }) => {
    const places = { forehead: FACE_FOREHEAD, scrambled: FACE_SCRAMBLED }[scene] ?? FACE_PARTS;
    return [
      numberList("middle", FACE_MIDDLE, 400),
      numberList("parts", partsAt(FACE_MIDDLE, places), 600),
    ];
  },
  acts: {
    movePart(state, _, n, x, y) {
      state.parts[2 * n] = clampNumber(x, ...PART_ROOM.x);
      state.parts[2 * n + 1] = clampNumber(y, ...PART_ROOM.y);
      return judge(state);
    },
    moveAll(state, _, x, y) {
      const [left, top] = state.middle;
      state.middle = [clampNumber(x, ...FACE_ROOM.x), clampNumber(y, ...FACE_ROOM.y)];
      const [dx, dy] = [state.middle[0] - left, state.middle[1] - top];
      state.parts = state.parts.map((value, k) => value + (k % 2 ? dy : dx));
      return (dx || dy) && faceCapsule(state).length > 0.85 ? ["moved"] : [];
    },
    scramble(state) {
      state.parts = partsAt(state.middle, FACE_SCRAMBLED);
      return judge(state);
    },
    restore(state) {
      state.parts = partsAt(state.middle, FACE_PARTS);
      return judge(state);
    },
  },
};
