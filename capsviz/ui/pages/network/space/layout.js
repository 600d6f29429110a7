/*
 * Computes the network's layout in space: positions of layers, capsules and classes, and widths of
 * the ribbons between them for a drawing. x points from the input to the reconstruction, y up, z to
 * the right when looking along x.
 */

import { couplingOf } from "../../../browser/picture.js";
import { fieldBox, layoutOf } from "../block_layout.js";
import { directionOf } from "../reply.js";
import { couplingsAt } from "../spotlight_drawing.js";
import { atIteration, strongest } from "../sums.js";

/** Sides of pictures, sheets of maps and the block of capsules; height of the column of classes. */
export const SIDES = { input: 5, features: 6.5, capsules: 7, classes: 11, decoder: 5, picture: 5 };
/** Distance of the input from the reconstruction beside it. */
export const BESIDE = SIDES.picture * 1.15;
/** Depth of each part along x, and the distance to the next one. */
export const DEPTHS = { capsules: 9, routing: 12, classes: 10, decoder: 6 };
const STEP = 5;
/** Distance between the decoder's hidden layers. */
export const LAYER_STEP = 2.5;
/** Longest arrow of a capsule, as a share of the distance between neighbours. */
const MAX_ARROW_LENGTH = 0.8;
/** Most couplings to the winner that have separate ribbons in a live reply. */
const MAX_FAVOURITES = 40;
/** Widest ribbon of a type's flow, a coupling, and a highlighted capsule's coupling. */
const WIDTHS = { flow: 0.5, coupling: 0.16, lit: 0.9 };
/** Most couplings of a network that all have ribbons. */
const MAX_COUPLINGS = 32768;
/** Longest arrow of a type's votes, of one capsule's vote, of a class's mean vote s. */
const LENGTHS = { flow: 1.5, lit: 1.6, s: 3.6 };
/** Distance from a class to the plane on which its votes arrive: the longest s fits between. */
const PLANE_DISTANCE = LENGTHS.s + 1;
/** A plane's width, largest height, and height as a share of the distance between classes. */
const PLANE = { width: 4, height: 2.4, share: 0.86 };
/** Share of a ribbon at which votes have arrived. */
export const ARRIVED = 1;

/**
 * @typedef {[number, number, number]} Point
 * @typedef {{from: Point, to: Point, width: number, kind: "flow" | "coupling" | "lit" | "sees",
 *   winner: boolean, digit?: number}} Ribbon to the class `digit`
 * @typedef {{ribbon: number, length: number, winner: boolean, arrival: number,
 *   numbers?: {name: string, size: number, coupling: number, angle: number}}} Vote an arrow on a
 *   ribbon, up to the share `arrival` to not pierce the plane; `numbers` of a single capsule's vote:
 *   the class's name, ‖û‖, c, and its angle to v in radians
 * @typedef {{x: number, z: number, size: number, box: import("../block_layout.js").Box}} Mark a frame
 *   on a square sheet, the box as shares of its side
 * @typedef {{from: Point[], to: Point[][], widths: Float32Array, winner: number, name: string}} Web
 *   all couplings: starts by capsule, ends by class and type, widths by capsule, then class; `name`
 *   identifies the points
 * @typedef {{capsule?: number, digit?: number, pixel?: [number, number], block?: string, map?: number,
 *   width?: number}} Thing under the pointer; `pixel` as column and row: for a map the centre of the
 *   field, `width` pixels wide, where it is most active
 */

/**
 * The x of each block; votes and routing are the gap between capsules and classes.
 * @param {{name: string, part: string}[]} blocks of `mapBlocks`
 * @returns {Record<string, number>} by name
 */
export function blockPlaces(blocks) {
  /** @type {Record<string, number>} */
  const positions = {};
  let x = 0;
  for (const { name, part } of blocks) {
    positions[name] = x;
    if (part === "votes") continue;
    x += (DEPTHS[part] ?? 0) + (part === "routing" ? 0 : STEP);
  }
  return positions;
}

/**
 * A point over a picture's pixel.
 * @param {number} x
 * @param {number} u from 0 to 1
 * @param {number} v
 * @param {number} side
 * @returns {Point}
 */
export function pointOverPixel(x, u, v, side) {
  return [x, (0.5 - v) * side, (u - 0.5) * side];
}

/**
 * Centre of a capsule: its place is in front of its field's pixels, its type along x.
 * @param {number} capsule
 * @param {import("../block_layout.js").Layout} layout
 * @param {number} x of the block
 * @returns {Point}
 */
export function capsulePoint(capsule, { types, columns, rows }, x) {
  const place = Math.floor(capsule / types);
  const depth = types > 1 ? (capsule % types) / (types - 1) : 0.5;
  const [u, v] = [((place % columns) + 0.5) / columns, (Math.floor(place / columns) + 0.5) / rows];
  return pointOverPixel(x + depth * DEPTHS.capsules, u, v, SIDES.capsules);
}

/** Centre of a class. @param {number} k @param {number} classes @param {number} x @returns {Point} */
export function classPoint(k, classes, x) {
  return [x, (0.5 - (k + 0.5) / classes) * SIDES.classes, 0];
}

/**
 * The plane on which the votes for a class arrive.
 * @param {number} k
 * @param {number} classes
 * @param {number} x of the classes
 * @returns {{middle: Point, width: number, height: number}}
 */
export function planeOf(k, classes, x) {
  const height = Math.min(PLANE.height, (PLANE.share * SIDES.classes) / classes);
  return { middle: classPoint(k, classes, x - PLANE_DISTANCE), width: PLANE.width, height };
}

/**
 * Point on a class's plane at which a type's votes arrive; types are ordered row by row.
 * @param {number} type
 * @param {number} types
 * @param {ReturnType<typeof planeOf>} plane
 * @returns {Point}
 */
export function slotPoint(type, types, { middle: [x, y, z], width, height }) {
  const maxColumns = Math.min(types, Math.ceil(Math.sqrt((types * width) / height)));
  const rows = Math.ceil(types / maxColumns);
  const columns = Math.ceil(types / rows);
  const [row, column] = [Math.floor(type / columns), type % columns];
  return [x, y + (0.5 - (row + 0.5) / rows) * height, z + ((column + 0.5) / columns - 0.5) * width];
}

/** Share of a ribbon at which an arrow's centre is when its tip arrives. @param {Point} from @param {Point} to @param {number} length */
function restOf([from], [to], length) {
  return Math.max(0, 1 - length / 2 / (to - from));
}

/**
 * Everything that the scene shows of a reply.
 * @param {any} reply
 * @param {{blocks: any[], server: any, iteration: number, lit: any, thing?: Thing,
 *   whole?: import("./whole.js").WholeNetwork | null}} how `lit` of `Spotlight.scene`
 */
export function placeNetwork(reply, { blocks, server, iteration, lit, thing = {}, whole = null }) {
  const positions = blockPlaces(blocks);
  const x = (part) => positions[blocks.find((block) => block.part === part)?.name];
  const classes = server.network.classes.length;
  const lengths = atIteration(reply.lengths, iteration);
  const layout = reply.presence ? layoutOf(reply) : null;
  const s = sumsOf(reply, server);
  const radius = sphereRadius(s, classes);
  const sums = atIteration(s, iteration);
  const options = { x, iteration, classes, thing, server, whole };
  const flow = !layout
    ? { ribbons: [], votes: [] }
    : lit
      ? capsuleRibbons(lit, reply.winner, options)
      : ribbonsOf(reply, layout, options);
  const { ribbons, votes } = thing.digit === undefined ? flow : filterByClass(thing.digit, flow);
  return {
    positions,
    arrows: layout
      ? placeArrows(reply, layout, x("capsules"), couplingsToClass(thing.digit, reply, options))
      : [],
    block: layout ? boxOf(x("capsules")) : null,
    seers: layout && thing.pixel ? capsulesAt(thing.pixel, layout, server) : [],
    marks: marksOf(lit, reply, options),
    radius,
    classes: Array.from(lengths, (length, k) => ({
      point: classPoint(k, classes, x("classes")),
      plane: layout ? planeOf(k, classes, x("classes")) : null,
      length,
      s: sums ? sums[k] : null,
      winner: k === reply.winner,
    })),
    ribbons,
    votes,
    web: layout && !lit ? placeWeb(reply, layout, options) : null,
  };
}

/** Corners of a rectangle at right angles to x. @param {number} x @param {number} halfHeight @param {number} [halfWidth] @returns {Point[]} */
export function square(x, halfHeight, halfWidth = halfHeight) {
  return [-halfHeight, halfHeight].flatMap((y) =>
    [-halfWidth, halfWidth].map((z) => /** @type {Point} */ ([x, y, z])),
  );
}

/** Corners of the block of capsules. @param {number} x */
function boxOf(x) {
  return [x, x + DEPTHS.capsules].flatMap((depth) => square(depth, SIDES.capsules / 2));
}

/** Whether every coupling has a ribbon. @param {{presence?: Uint8Array}} reply @param {number} classes */
export function hasRibbons({ presence }, classes) {
  return presence !== undefined && presence.length * classes <= MAX_COUPLINGS;
}

/**
 * A ribbon for each coupling, as wide as c ‖û‖ of this iteration; null if they are unknown or too
 * many.
 * @returns {Web | null}
 */
function placeWeb({ winner, presence }, layout, { x, iteration, classes, thing, server, whole }) {
  const flow = whole && atIteration(whole.flows, iteration);
  if (!flow || !hasRibbons({ presence }, classes)) return null;
  const [fromX, toX] = [x("capsules"), x("classes")];
  const slots = slotsOf(layout, classes, toX);
  const seeing = thing.pixel && new Set(capsulesAt(thing.pixel, layout, server));
  const { digit = -1 } = thing;
  return {
    from: Array.from(presence, (_, capsule) => capsulePoint(capsule, layout, fromX)),
    to: slots,
    widths: flow.map((value, number) => {
      const k = number % classes;
      const hidden = (digit >= 0 && k !== digit) || seeing?.has((number - k) / classes) === false;
      return hidden ? 0 : value * WIDTHS.coupling;
    }),
    winner,
    name: JSON.stringify([layout, classes, fromX, toX]),
  };
}

/** Points on the classes' planes by type. @param {import("../block_layout.js").Layout} layout @param {number} classes @param {number} x of the classes @returns {Point[][]} */
function slotsOf({ types }, classes, x) {
  return Array.from({ length: classes }, (_, k) => {
    const plane = planeOf(k, classes, x);
    return Array.from({ length: types }, (_type, type) => slotPoint(type, types, plane));
  });
}

/**
 * ‖s‖ by iteration and class; empty if the output is not its squashed length, as with EM.
 * @param {any} reply
 * @param {any} server
 * @returns {ArrayLike<number>[]}
 */
export function sumsOf({ s = [] }, { network }) {
  return network.measure === "length" ? s : [];
}

/** Radius of a class's sphere, which has length 1; small enough for the longest s to fit. @param {ArrayLike<number>[]} s @param {number} classes */
function sphereRadius(s, classes) {
  const longest = Math.max(1, ...s.map((sums) => Math.max(...Array.from(sums))));
  return Math.max(0.3, Math.min(1, (SIDES.classes / classes) * 0.46, LENGTHS.s / longest));
}

/** Length of an arrow s or v. @param {number} value @param {number} radius */
export function reachOf(value, radius) {
  return Math.min(LENGTHS.s, value * radius);
}

/** Ribbons and votes of a single class, with new ribbon indices. */
function filterByClass(k, { ribbons, votes }) {
  const indices = ribbons.flatMap(({ kind, digit }, index) =>
    kind === "sees" || digit === k ? [index] : [],
  );
  return {
    ribbons: indices.map((index) => ribbons[index]),
    votes: votes
      .filter(({ ribbon }) => indices.includes(ribbon))
      .map((vote) => ({ ...vote, ribbon: indices.indexOf(vote.ribbon) })),
  };
}

/**
 * Capsules with a pixel in their field.
 * @param {[number, number]} pixel its column and row
 * @param {import("../block_layout.js").Layout} layout
 * @param {any} server
 * @returns {number[]}
 */
export function capsulesAt([column, row], { types, columns, rows }, server) {
  const covers = (index, start, size) =>
    index + 0.5 > start * server.side && index + 0.5 < (start + size) * server.side;
  return Array.from({ length: columns * rows }, (_, place) => place).flatMap((place) => {
    const { x, y, width, height } = fieldBox(place, server);
    if (!covers(column, x, width) || !covers(row, y, height)) return [];
    return Array.from({ length: types }, (_, type) => place * types + type);
  });
}

/**
 * Frames around the same pixels in the input, the reconstruction and the input beside it.
 * @returns {Mark[]}
 */
function marksOf(lit, { winner, picture }, { x, thing, server }) {
  const pictureX = picture && x("picture");
  // Only the winner is reconstructed.
  if (pictureX && thing.digit === winner)
    return [{ x: pictureX, z: 0, size: SIDES.picture, box: { x: 0, y: 0, width: 1, height: 1 } }];
  const box = thing.pixel
    ? clip(pixelBox(thing.pixel, server.side, thing.width))
    : lit && clip(fieldBox(lit.place, server));
  if (!box) return [];
  const sheets = [{ x: x("input"), z: 0, size: SIDES.input }];
  if (pictureX) for (const z of [0, BESIDE]) sheets.push({ x: pictureX, z, size: SIDES.picture });
  return sheets.map((sheet) => ({ ...sheet, box }));
}

/** Box of the pixels around one, as shares. @param {[number, number]} pixel its column and row @param {number} side @param {number} [width] */
function pixelBox([column, row], side, width = 1) {
  const from = (pixel) => (pixel - (width - 1) / 2) / side;
  return { x: from(column), y: from(row), width: width / side, height: width / side };
}

/** The part of a box on its sheet. @param {import("../block_layout.js").Box} box */
function clip({ x, y, width, height }) {
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  return {
    x: left,
    y: top,
    width: Math.min(1, x + width) - left,
    height: Math.min(1, y + height) - top,
  };
}

/** @returns {{point: Point, direction: [number, number], length: number, presence: number, coupling: number}[]} `direction` across and up */
function placeArrows(reply, layout, x, couplings) {
  const maxColumns = Math.max(...reply.presence, 1);
  const spacing = SIDES.capsules / Math.max(layout.columns, layout.rows);
  return Array.from(reply.presence, (value, capsule) => {
    const [dx, dy] = directionOf(reply, capsule);
    return {
      point: capsulePoint(capsule, layout, x),
      direction: [dx, 0 - dy],
      length: (value / maxColumns) * MAX_ARROW_LENGTH * spacing,
      presence: value / 255,
      coupling: couplingOf(couplings[capsule]),
    };
  });
}

/** Square roots of the couplings to a class as bytes; to the winner if others are unknown. @returns {ArrayLike<number>} */
function couplingsToClass(digit, { winner, couplings, presence }, { whole, classes, iteration }) {
  if (digit === undefined || digit === winner || !whole) return couplings;
  const bytes = atIteration(whole.couplings, iteration);
  return Uint8Array.from(presence, (_, capsule) => bytes[capsule * classes + digit]);
}

/**
 * Ribbons from each type to each class, as wide as c ‖û‖ of this iteration, with arrows of
 * proportional area, and the strongest couplings to the winner.
 * @returns {{ribbons: Ribbon[], votes: Vote[]}}
 */
function ribbonsOf(reply, layout, { x, iteration, classes }) {
  const flow = atIteration(reply.flow, iteration);
  // All iterations share a scale, so that ribbons thicken and fade.
  const maximum = Math.max(1, ...reply.flow.map((flows) => Math.max(...flows)));
  const [fromX, toX] = [x("capsules"), x("classes")];
  const slots = slotsOf(layout, classes, toX);
  const ribbons = Array.from(flow, (value, index) => {
    const [type, k] = [Math.floor(index / classes), index % classes];
    return {
      from: typePoint(type, layout, fromX),
      to: slots[k][type],
      width: (value / maximum) * WIDTHS.flow,
      kind: /** @type {"flow"} */ ("flow"),
      winner: k === reply.winner,
      digit: k,
    };
  });
  const votes = Array.from(flow, (value, number) => {
    const ribbon = ribbons[number];
    const length = Math.sqrt(value / maximum) * LENGTHS.flow;
    const arrival = restOf(ribbon.from, ribbon.to, length);
    return { ribbon: number, length, winner: ribbon.winner, arrival };
  });
  // A live reply has couplings by capsule only for the last iteration and the winner.
  if (iteration < reply.flow.length - 1) return { ribbons, votes };
  const favourites = strongest(reply.couplings, MAX_FAVOURITES).map((capsule) => ({
    from: capsulePoint(capsule, layout, fromX),
    to: slots[reply.winner][capsule % layout.types],
    width: couplingOf(reply.couplings[capsule]) * WIDTHS.coupling,
    kind: /** @type {"coupling"} */ ("coupling"),
    winner: true,
    digit: reply.winner,
  }));
  return { ribbons: [...ribbons, ...favourites], votes };
}

/** Point behind the block at which a type's votes start; types form a column. @returns {Point} */
export function typePoint(type, { types }, x) {
  return [x + DEPTHS.capsules + 1, (0.5 - (type + 0.5) / types) * SIDES.capsules, 0];
}

/**
 * Ribbons of one capsule: from its field's corners and to all classes, with its votes, as long as
 * ‖û‖ and turned from the axis of v by their angle to v.
 * @returns {{ribbons: Ribbon[], votes: Vote[]}}
 */
function capsuleRibbons(lit, winner, { x, iteration, classes, server }) {
  const point = capsulePoint(lit.capsule, lit.layout, x("capsules"));
  const { x: left, y: top, width, height } = clip(fieldBox(lit.place, server));
  const corners = [left, left + width].flatMap((column) =>
    [top, top + height].map((row) => pointOverPixel(x("input"), column, row, SIDES.input)),
  );
  const fieldRibbons = corners.map((corner) => ({
    ...{ from: corner, to: point, width: 0.05, winner: true },
    kind: /** @type {"sees"} */ ("sees"),
  }));
  if (!lit.arrays) return { ribbons: fieldRibbons, votes: [] };
  const couplings = couplingsAt(lit.arrays.couplings, iteration, classes);
  const slots = slotsOf(lit.layout, classes, x("classes"));
  const couplingRibbons = Array.from(couplings, (value, k) => ({
    from: point,
    to: slots[k][lit.type],
    width: value * WIDTHS.lit,
    kind: /** @type {"lit"} */ ("lit"),
    winner: false,
    digit: k,
  }));
  const sizes = lit.arrays.vote_lengths;
  const maximum = Math.max(...sizes, 1e-9);
  const cosines = couplingsAt(lit.arrays.cosines, iteration, classes);
  const votes = Array.from(sizes, (size, k) => ({
    ribbon: fieldRibbons.length + k,
    length: (size / maximum) * LENGTHS.lit,
    winner: k === winner,
    arrival: restOf(point, slots[k][lit.type], LENGTHS.lit),
    numbers: {
      name: server.network.classes[k],
      size,
      coupling: couplings[k],
      angle: Math.acos(Math.max(-1, Math.min(1, cosines[k] || 0))),
    },
  }));
  return { ribbons: [...fieldRibbons, ...couplingRibbons], votes };
}
