/*
 * The network in space, as numbers: where each layer, capsule and class stands, and how wide the
 * ribbons between them are for this drawing. The x axis leads from the picture to what is painted,
 * y up, z to the right of whoever looks along x.
 */

import { fieldBox, layoutOf } from "../places.js";
import { couplingsAt } from "../spotlight_drawing.js";
import { strongest } from "../sums.js";

/** Sides of a picture, of a sheet of maps and of the block of capsules; height of the classes. */
export const SIDES = { input: 5, features: 6.5, capsules: 7, classes: 11, decoder: 5, picture: 5 };
/** Depth of each part along x, and the distance to the next one. */
const DEPTHS = { capsules: 9, routing: 9, decoder: 6 };
const STEP = 5;
/** Longest arrow of a capsule, as a share of the distance of its neighbours. */
const REACH = 0.8;
/** The winner's strongest capsules, whose couplings have ribbons of their own. */
const MAX_FAVOURITES = 40;
/** Widest ribbon of a type's flow, of one capsule's coupling. */
const WIDTHS = { flow: 0.5, coupling: 0.16, lit: 0.9 };
/** Ribbons end this far before the middle of a class. */
const BEFORE = 1;

/**
 * @typedef {[number, number, number]} Point
 * @typedef {{from: Point, to: Point, wide: number, kind: "flow" | "coupling" | "lit" | "sees",
 *   winner: boolean}} Ribbon
 */

/**
 * The x of each block; votes and routing are the room between capsules and classes.
 * @param {{name: string, part: string}[]} blocks as `mapBlocks` gives them
 * @returns {Record<string, number>} by name
 */
export function blockPlaces(blocks) {
  /** @type {Record<string, number>} */
  const places = {};
  let x = 0;
  for (const { name, part } of blocks) {
    places[name] = x;
    if (part === "votes") continue;
    x += (DEPTHS[part] ?? 0) + (part === "routing" ? 0 : STEP);
  }
  return places;
}

/**
 * A point over a picture's pixel.
 * @param {number} x
 * @param {number} across from 0 to 1
 * @param {number} down
 * @param {number} side
 * @returns {Point}
 */
export function over(x, across, down, side) {
  return [x, (0.5 - down) * side, (across - 0.5) * side];
}

/**
 * Each capsule's middle: its place over the pixels that it sees, its type along x.
 * @param {number} capsule
 * @param {import("../places.js").Layout} layout
 * @param {number} x of the block
 * @returns {Point}
 */
export function capsulePoint(capsule, { types, columns, rows }, x) {
  const place = Math.floor(capsule / types);
  const along = types > 1 ? (capsule % types) / (types - 1) : 0.5;
  const [across, down] = [
    ((place % columns) + 0.5) / columns,
    (Math.floor(place / columns) + 0.5) / rows,
  ];
  return over(x + along * DEPTHS.capsules, across, down, SIDES.capsules);
}

/** Middle of a class. @param {number} k @param {number} classes @param {number} x @returns {Point} */
export function classPoint(k, classes, x) {
  return [x, (0.5 - (k + 0.5) / classes) * SIDES.classes, 0];
}

/** End of the ribbons to a class. @param {number} k @param {number} classes @param {number} x @returns {Point} */
export function ribbonEnd(k, classes, x) {
  return classPoint(k, classes, x - BEFORE);
}

/**
 * All that is drawn of a drawing.
 * @param {any} reply
 * @param {{blocks: any[], server: any, iteration: number, lit: any}} how `lit` as `Spotlight.scene` gives it
 */
export function placeNetwork(reply, { blocks, server, iteration, lit }) {
  const places = blockPlaces(blocks);
  const x = (part) => places[blocks.find((block) => block.part === part)?.name];
  const classes = server.network.classes.length;
  const lengths = reply.lengths[Math.min(iteration, reply.lengths.length - 1)];
  const layout = reply.presence ? layoutOf(reply) : null;
  return {
    places,
    end: Math.max(...Object.values(places)),
    arrows: layout ? placeArrows(reply, layout, x("capsules")) : [],
    classes: Array.from(lengths, (length, k) => ({
      point: classPoint(k, classes, x("classes")),
      length,
      winner: k === reply.winner,
    })),
    ribbons: layout
      ? lit
        ? litRibbons(lit, { ...server, classes }, { x, iteration })
        : ribbonsOf(reply, layout, { x, iteration, classes })
      : [],
  };
}

/** @returns {{point: Point, way: [number, number], long: number, present: number, coupling: number}[]} `way` across and up */
function placeArrows(reply, layout, x) {
  const { presence, directions, couplings } = reply;
  const most = Math.max(...presence, 1);
  const room = SIDES.capsules / Math.max(layout.columns, layout.rows);
  return Array.from(presence, (value, capsule) => ({
    point: capsulePoint(capsule, layout, x),
    way: [(directions[2 * capsule] - 128) / 127, (128 - directions[2 * capsule + 1]) / 127],
    long: (value / most) * REACH * room,
    present: value / 255,
    coupling: (couplings[capsule] / 255) ** 2,
  }));
}

/**
 * From each type to each class as wide as c ‖û‖ of this iteration, and of the winner's strongest
 * capsules each coupling.
 * @returns {Ribbon[]}
 */
function ribbonsOf(reply, layout, { x, iteration, classes }) {
  const flow = reply.flow[Math.min(iteration, reply.flow.length - 1)];
  // All iterations have one scale, so that ribbons thicken and fade.
  const most = Math.max(1, ...reply.flow.map((each) => Math.max(...each)));
  const [from, to] = [x("capsules"), x("classes")];
  const ribbons = Array.from(flow, (value, at) => {
    const [type, k] = [Math.floor(at / classes), at % classes];
    return {
      from: typePoint(type, layout, from),
      to: ribbonEnd(k, classes, to),
      wide: (value / most) * WIDTHS.flow,
      kind: /** @type {"flow"} */ ("flow"),
      winner: k === reply.winner,
    };
  });
  // Couplings of single capsules are known after the last iteration.
  if (iteration < reply.flow.length - 1) return ribbons;
  const favourites = strongest(reply.couplings, MAX_FAVOURITES).map((capsule) => ({
    from: capsulePoint(capsule, layout, from),
    to: ribbonEnd(reply.winner, classes, to),
    wide: (reply.couplings[capsule] / 255) ** 2 * WIDTHS.coupling,
    kind: /** @type {"coupling"} */ ("coupling"),
    winner: true,
  }));
  return [...ribbons, ...favourites];
}

/** Place at which a type's votes leave the block: behind it, beneath each other. @returns {Point} */
export function typePoint(type, { types }, x) {
  return [x + DEPTHS.capsules + 1, (0.5 - (type + 0.5) / types) * SIDES.capsules, 0];
}

/**
 * The way of one capsule: the corners of its pixels, and its couplings to all classes.
 * @returns {Ribbon[]}
 */
function litRibbons(lit, server, { x, iteration }) {
  const at = capsulePoint(lit.capsule, lit.layout, x("capsules"));
  const { x: across, y: down, wide, high } = fieldBox(lit.place, server);
  const corners = [across, across + wide].flatMap((column) =>
    [down, down + high].map((row) => over(x("input"), column, row, SIDES.input)),
  );
  const sees = corners.map((corner) => ({
    ...{ from: corner, to: at, wide: 0.05, winner: true },
    kind: /** @type {"sees"} */ ("sees"),
  }));
  if (!lit.arrays) return sees;
  const couplings = couplingsAt(lit.arrays.couplings, iteration, server.classes);
  const gives = Array.from(couplings, (value, k) => ({
    from: at,
    to: ribbonEnd(k, server.classes, x("classes")),
    wide: value * WIDTHS.lit,
    kind: /** @type {"lit"} */ ("lit"),
    winner: false,
  }));
  return [...sees, ...gives];
}
