/* A face of four parts, each with a vote for the face's middle. */

import { angleCode, squashVector, vectorLength } from "./maths.js";
import { clampNumber } from "./toy.js";

/** Where the parts belong, seen from the middle of the face. */
export const FACE_PARTS = [
  { name: "eye-left", x: -52, y: -46 },
  { name: "eye-right", x: 52, y: -46 },
  { name: "nose", x: 0, y: 8 },
  { name: "mouth", x: 0, y: 66 },
];
/** Two votes this far apart, in the panel's units, point in opposite directions: half of it. */
const FACE_PERIOD = 300;
/** Length of each vote. */
const FACE_GAIN = 0.9;
/** Where the button puts the parts: their votes spread evenly around the circle. */
const FACE_SCRAMBLED = [
  { x: 60, y: -9 },
  { x: 15, y: -83 },
  { x: 37, y: 120 },
  { x: -112, y: -46 },
];
const FACE_MIDDLE = [210, 190];
/**
 * Within which limits the face's middle and a part can be put, in the panel's units.
 * @type {Record<"x" | "y", [number, number]>}
 */
export const FACE_ROOM = { x: [125, 295], y: [145, 235] };
/** @type {Record<"x" | "y", [number, number]>} */
export const PART_ROOM = { x: [20, 400], y: [20, 360] };

/** @typedef {import("./toy.js").State} State */

/**
 * The parts as places.
 * @param {State} state
 */
export function facePlaces({ parts }) {
  return FACE_PARTS.map((_, n) => ({ x: parts[2 * n], y: parts[2 * n + 1] }));
}

/**
 * The votes of the parts for the middle of the face, and the capsule they make.
 * @param {State} state
 */
export function faceCapsule(state) {
  const votes = facePlaces(state).map(({ x, y }, n) => ({
    x: x - FACE_PARTS[n].x,
    y: y - FACE_PARTS[n].y,
  }));
  const codes = votes.map((vote) =>
    angleCode([vote.x, vote.y], [FACE_PERIOD, FACE_PERIOD], FACE_GAIN),
  );
  const s = codes[0].map((_, d) => codes.reduce((sum, code) => sum + code[d], 0));
  const v = squashVector(s);
  // Back from angles to a place, on the turn of the circle nearest to the face's middle.
  const place = [0, 1].map((d) => {
    const angle = Math.atan2(s[2 * d + 1], s[2 * d]);
    const raw = (angle / (2 * Math.PI)) * FACE_PERIOD;
    return raw + FACE_PERIOD * Math.round((state.middle[d] - raw) / FACE_PERIOD);
  });
  return { votes, s, v, place, length: vectorLength(v) };
}

/**
 * @param {number[]} middle
 * @param {{x: number, y: number}[]} places
 */
function partsAt([x, y], places) {
  return places.flatMap((place) => [x + place.x, y + place.y]);
}

/** @param {State} state */
function judged(state) {
  const { length } = faceCapsule(state);
  if (length < 0.4) return ["scrambled"];
  return length > 0.9 ? ["restored"] : [];
}

/** @type {import("./toy.js").Toy} */
export const FACE = {
  events: ["scrambled", "restored", "moved"],
  table: ({ scene = "whole" }) => {
    const places = scene === "scrambled" ? FACE_SCRAMBLED : FACE_PARTS;
    return [
      { name: "middle", kind: "numbers", default: FACE_MIDDLE, count: 2, most: 400 },
      {
        name: "parts",
        kind: "numbers",
        default: partsAt(FACE_MIDDLE, places),
        count: 8,
        most: 600,
      },
    ];
  },
  acts: {
    movePart(state, _, n, x, y) {
      state.parts[2 * n] = clampNumber(x, ...PART_ROOM.x);
      state.parts[2 * n + 1] = clampNumber(y, ...PART_ROOM.y);
      return judged(state);
    },
    moveAll(state, _, x, y) {
      const [left, top] = state.middle;
      state.middle = [clampNumber(x, ...FACE_ROOM.x), clampNumber(y, ...FACE_ROOM.y)];
      const [dx, dy] = [state.middle[0] - left, state.middle[1] - top];
      state.parts = state.parts.map((at, k) => at + (k % 2 ? dy : dx));
      return (dx || dy) && faceCapsule(state).length > 0.85 ? ["moved"] : [];
    },
    scramble(state) {
      state.parts = partsAt(state.middle, FACE_SCRAMBLED);
      return judged(state);
    },
    restore(state) {
      state.parts = partsAt(state.middle, FACE_PARTS);
      return judged(state);
    },
  },
};
