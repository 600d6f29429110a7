/*
 * Two strokes that paint a digit, and three objects that each expect them elsewhere: the parts and
 * objects of capsviz.model.parts in small. Presences are set by the reader; poses of objects are
 * fitted.
 */

import { partPlace, placedTable, putPart, turnParts } from "./part_positions.js";

/** @typedef {import("./part_positions.js").Place} Place */
/** @typedef {import("./toy.js").State} State */

export const STROKE_PARTS = ["bar", "leg"];
export const STROKE_OBJECTS = ["seven", "tee", "ell"];
/** Half the length and half the thickness of a stroke. */
export const STROKE_HALF = [50, 80];
export const STROKE_THICK = 11;
/** @type {import("./part_positions.js").Room} */
export const STROKE_ROOM = { x: [90, 370], y: [90, 290] };
/** Side of a pixel, and their number per side. */
const PIXEL = 20;
export const STROKE_COLUMNS = 23;
export const STROKE_ROWS = 19;
/** OP: the position of each object's parts in the object's own frame. */
const OFFSETS = [
  [
    { x: 0, y: -75, angle: 0 },
    { x: 18, y: -2, angle: 1.98 },
  ],
  [
    { x: 0, y: -80, angle: 0 },
    { x: 0, y: 0, angle: Math.PI / 2 },
  ],
  [
    { x: 0, y: 80, angle: 0 },
    { x: -46, y: 0, angle: Math.PI / 2 },
  ],
];
/** Standard deviations of a part's position and angle under an object. */
const [FAR, TURN] = [8, 0.1];
/** Probability of a part being present under an object and under none, and its weight. */
const [THERE, RARE, PRESENCE] = [0.95, 0.5, 3];
/** Log density of a part with any position and any angle. */
const UNIFORM_LOG_DENSITY = -Math.log(280 * 200 * Math.PI);
/**
 * Error below which the digit counts as painted, and belief above which an object counts as formed.
 */
const [PAINTED, SURE] = [5, 0.9];
const MIDDLE = { x: 230, y: 190, angle: 0 };

/** Poses of an object's parts as the object predicts them. @param {number} k @returns {number[]} */
const scene = (k) =>
  OFFSETS[k].flatMap((offset) => {
    const { x, y, angle } = place(MIDDLE, offset);
    return [x, y, angle];
  });
const SCENES = {
  apart: () => [120, 280, 0.5, 340, 200, 2.7],
  seven: () => scene(0),
  tee: () => scene(1),
};

/**
 * Pose of a part of an object with the given pose.
 * @param {Place} pose
 * @param {Place} offset
 * @returns {Place}
 */
function place(pose, offset) {
  const [cos, sin] = [Math.cos(pose.angle), Math.sin(pose.angle)];
  return {
    x: pose.x + cos * offset.x - sin * offset.y,
    y: pose.y + sin * offset.x + cos * offset.y,
    angle: pose.angle + offset.angle,
  };
}

/** A stroke looks the same after half a turn: the least turn from one angle to another. */
function turnBetween(from, to) {
  return to - from - Math.PI * Math.round((to - from) / Math.PI);
}

/** Ink of a stroke at a point, 0 to 1. @param {Place} pose @param {number} half */
function inkOf(pose, half, px, py) {
  const [cos, sin] = [Math.cos(pose.angle), Math.sin(pose.angle)];
  const dx = cos * (px - pose.x) + sin * (py - pose.y);
  const dy = cos * (py - pose.y) - sin * (px - pose.x);
  const distance = Math.hypot(Math.max(0, Math.abs(dx) - half), dy);
  return Math.min(1, Math.max(0, 0.5 + (STROKE_THICK - distance) / PIXEL));
}

/** A pixel is lit where any part inks it. @param {Place[]} parts @param {number[]} d presences */
function paint(parts, d) {
  return Array.from({ length: STROKE_ROWS * STROKE_COLUMNS }, (_, p) => {
    const [px, py] = [(p % STROKE_COLUMNS) + 0.5, Math.floor(p / STROKE_COLUMNS) + 0.5];
    const light = parts.reduce(
      (product, part, m) =>
        product * (1 - d[m] * inkOf(part, STROKE_HALF[m], px * PIXEL, py * PIXEL)),
      1,
    );
    return 1 - light;
  });
}

/** Strokes of the digit to paint. */
export const STROKE_TARGET = OFFSETS[0].map((offset) => place(MIDDLE, offset));
const TARGET = paint(STROKE_TARGET, [1, 1]);

/** @param {State} state */
export function strokeParts(state) {
  return STROKE_PARTS.map((_, m) => partPlace(state, m));
}

/** @param {State} state */
function presences({ absent }) {
  return [1, absent ? 0 : 1];
}

/** The picture of the strokes, and the sum of its squared errors. @param {State} state */
export function strokePicture(state) {
  const pixels = paint(strokeParts(state), presences(state));
  return { pixels, error: pixels.reduce((sum, value, p) => sum + (value - TARGET[p]) ** 2, 0) };
}

/**
 * Log density of a part under an object that predicts it at `mu`.
 * @param {Place} pose
 * @param {Place} mu
 */
function logDensity(pose, mu) {
  const distance = ((pose.x - mu.x) / FAR) ** 2 + ((pose.y - mu.y) / FAR) ** 2;
  const rotation = (turnBetween(mu.angle, pose.angle) / TURN) ** 2;
  return -0.5 * (distance + rotation + 3 * Math.log(2 * Math.PI)) - Math.log(FAR * FAR * TURN);
}

/** Pose of an object whose predictions are nearest to its parts. */
function fit(parts, offsets, d) {
  const present = parts.map((_, m) => m).filter((m) => d[m]);
  const first = present[0];
  const firstAngle = parts[first].angle - offsets[first].angle;
  const rest = present.map((m) => turnBetween(firstAngle, parts[m].angle - offsets[m].angle));
  const angle = firstAngle + rest.reduce((a, b) => a + b, 0) / present.length;
  const fits = [angle, angle + Math.PI].map((rotation) => {
    const shifts = present.map((m) => {
      const { x, y } = place({ x: 0, y: 0, angle: rotation }, offsets[m]);
      return [parts[m].x - x, parts[m].y - y];
    });
    const [x, y] = [0, 1].map(
      (k) => shifts.reduce((sum, shift) => sum + shift[k], 0) / present.length,
    );
    const mu = offsets.map((offset) => place({ x, y, angle: rotation }, offset));
    const pose = parts.map((part, m) => (d[m] ? logDensity(part, mu[m]) : 0));
    return { mu, pose, sum: pose.reduce((a, b) => a + b, 0) };
  });
  return fits[0].sum >= fits[1].sum ? fits[0] : fits[1];
}

/**
 * Fit of each object to the strokes: its predictions, its log likelihood ratio to parts that may
 * lie anywhere, and the belief in each object and, last, in none.
 * @param {State} state
 */
export function strokeNumbers(state) {
  const [parts, d] = [strokeParts(state), presences(state)];
  const presence = (p) =>
    PRESENCE * d.reduce((sum, isPresent) => sum + Math.log(isPresent ? p : 1 - p), 0);
  const count = d[0] + d[1];
  const objects = OFFSETS.map((offsets) => fit(parts, offsets, d));
  const poses = [...objects.map(({ sum }) => sum), count * UNIFORM_LOG_DENSITY];
  const logs = poses.map(
    (sum, k) => presence(k < objects.length ? THERE : RARE) + (state.ignored ? 0 : sum),
  );
  const maximum = Math.max(...logs);
  const powers = logs.map((log) => Math.exp(log - maximum));
  const total = powers.reduce((a, b) => a + b, 0);
  const likeliest = poses.slice(0, -1).indexOf(Math.max(...poses.slice(0, -1)));
  return {
    beliefs: powers.map((power) => power / total),
    expected: objects.map(({ mu }) => mu),
    agreement: objects.map(({ pose }) =>
      pose.map((log, m) => (d[m] ? log - UNIFORM_LOG_DENSITY : 0)),
    ),
    likeliest,
  };
}

/** @param {State} state @param {import("./toy.js").Options} options */
function outcomes(state, { objects }) {
  if (!objects) return strokePicture(state).error < PAINTED ? ["painted"] : [];
  const { beliefs } = strokeNumbers(state);
  return STROKE_OBJECTS.filter((_, k) => beliefs[k] > SURE);
}

/** @type {import("./toy.js").Toy} */
export const STROKES = {
  events: ["painted", "absent", "dragged", "turned", "ignored", ...STROKE_OBJECTS],
  table: ({ scene: name = "apart" }) => [
    ...placedTable(SCENES[name]()),
    { name: "absent", kind: "switch", default: false },
    { name: "ignored", kind: "switch", default: false },
  ],
  acts: {
    place(state, options, n, position) {
      putPart(state, n, position, STROKE_ROOM);
      return ["dragged", ...outcomes(state, options)];
    },
    turnAll(state, options, angle) {
      const turned = turnParts(state, angle);
      return [...(turned ? ["turned"] : []), ...outcomes(state, options)];
    },
    remove(state, _, absent) {
      state.absent = absent;
      return absent ? ["absent"] : [];
    },
    ignore(state, _, ignored) {
      state.ignored = ignored;
      return ignored ? ["ignored"] : [];
    },
  },
};
