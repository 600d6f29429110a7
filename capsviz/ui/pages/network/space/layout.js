/*
 * The network in space, as numbers: where each layer, capsule and class stands, and how wide the
 * ribbons between them are for this drawing. The x axis leads from the picture to what is painted,
 * y up, z to the right of whoever looks along x.
 */

import { couplingOf } from "../../../browser/picture.js";
import { fieldBox, layoutOf } from "../block_layout.js";
import { directionOf } from "../reply.js";
import { couplingsAt } from "../spotlight_drawing.js";
import { atIteration, strongest } from "../sums.js";

/** Sides of a picture, of a sheet of maps and of the block of capsules; height of the classes. */
export const SIDES = { input: 5, features: 6.5, capsules: 7, classes: 11, decoder: 5, picture: 5 };
/** Distance of the drawn picture beside the painted one. */
export const BESIDE = SIDES.picture * 1.15;
/** Depth of each part along x, and the distance to the next one. */
export const DEPTHS = { capsules: 9, routing: 12, classes: 10, decoder: 6 };
const STEP = 5;
/** Distance of the decoder's hidden layers. */
export const LAYER_STEP = 2.5;
/** Longest arrow of a capsule, as a share of the distance of its neighbours. */
const MAX_ARROW_LENGTH = 0.8;
/** The winner's strongest capsules, whose couplings have ribbons of their own. */
const MAX_FAVOURITES = 40;
/** Widest ribbon of a type's flow, of one capsule's coupling. */
const WIDTHS = { flow: 0.5, coupling: 0.16, lit: 0.9 };
/** Most couplings that have ribbons of their own. */
const MAX_COUPLINGS = 32768;
/** Longest arrow of a type's votes, of one capsule's vote, of a class's mean vote s. */
const LENGTHS = { flow: 1.5, lit: 1.6, s: 3.6 };
/** Votes arrive on planes, one before each class: between them the longest s has room. */
const PLANE_DISTANCE = LENGTHS.s + 1;
/** Width of a plane, its height at most, and as a share of the distance of its neighbours. */
const PLANE = { wide: 4, high: 2.4, share: 0.86 };
/** How far on their ways votes are that have arrived, as a share. */
export const ARRIVED = 1;

/**
 * @typedef {[number, number, number]} Point
 * @typedef {{from: Point, to: Point, wide: number, kind: "flow" | "coupling" | "lit" | "sees",
 *   winner: boolean, digit?: number}} Ribbon to the class of a number
 * @typedef {{ribbon: number, long: number, winner: boolean, rests: number, own?: {name: string, size: number,
 *   coupling: number, turn: number}}} Vote an arrow on a ribbon of that number, at whose share `rests`
 *   it arrives: no arrow pierces a plane; `own` of one capsule's vote: the class's
 *   name, ‖û‖, c, and its angle to v in radians
 * @typedef {{x: number, aside: number, size: number, box: import("../block_layout.js").Box}} Mark a frame
 *   on a square sheet, the box as shares of its side
 * @typedef {{from: Point[], to: Point[][], wides: Float32Array, winner: number, name: string}} Web all
 *   couplings: the points of capsules, those on each class's plane by type, a width for each capsule and
 *   class; `name` of the points
 * @typedef {{capsule?: number, digit?: number, pixel?: [number, number], block?: string, map?: number,
 *   wide?: number}} Thing what is pointed at; a pixel by its column and row; of a map the pixel in the
 *   middle of those, `wide` across, at which it answers most
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
export function pointOverPixel(x, across, down, side) {
  return [x, (0.5 - down) * side, (across - 0.5) * side];
}

/**
 * Each capsule's middle: its place over the pixels that it sees, its type along x.
 * @param {number} capsule
 * @param {import("../block_layout.js").Layout} layout
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
  return pointOverPixel(x + along * DEPTHS.capsules, across, down, SIDES.capsules);
}

/** Middle of a class. @param {number} k @param {number} classes @param {number} x @returns {Point} */
export function classPoint(k, classes, x) {
  return [x, (0.5 - (k + 0.5) / classes) * SIDES.classes, 0];
}

/**
 * The plane on which the votes for a class arrive.
 * @param {number} k
 * @param {number} classes
 * @param {number} x of the classes
 * @returns {{middle: Point, wide: number, high: number}}
 */
export function planeOf(k, classes, x) {
  const high = Math.min(PLANE.high, (PLANE.share * SIDES.classes) / classes);
  return { middle: classPoint(k, classes, x - PLANE_DISTANCE), wide: PLANE.wide, high };
}

/**
 * Place on a class's plane at which the votes of a type arrive: types stand row by row.
 * @param {number} type
 * @param {number} types
 * @param {ReturnType<typeof planeOf>} plane
 * @returns {Point}
 */
export function slotPoint(type, types, { middle: [x, y, z], wide, high }) {
  const most = Math.min(types, Math.ceil(Math.sqrt((types * wide) / high)));
  const rows = Math.ceil(types / most);
  const columns = Math.ceil(types / rows);
  const [row, column] = [Math.floor(type / columns), type % columns];
  return [x, y + (0.5 - (row + 0.5) / rows) * high, z + ((column + 0.5) / columns - 0.5) * wide];
}

/** Share of a ribbon at which the middle of an arrow is whose tip has arrived. @param {Point} from @param {Point} to @param {number} long */
function restOf([from], [to], long) {
  return Math.max(0, 1 - long / 2 / (to - from));
}

/**
 * All that is drawn of a drawing.
 * @param {any} reply
 * @param {{blocks: any[], server: any, iteration: number, lit: any, thing?: Thing,
 *   whole?: import("./whole.js").WholeNetwork | null}} how `lit` as `Spotlight.scene` gives it
 */
export function placeNetwork(reply, { blocks, server, iteration, lit, thing = {}, whole = null }) {
  const places = blockPlaces(blocks);
  const x = (part) => places[blocks.find((block) => block.part === part)?.name];
  const classes = server.network.classes.length;
  const lengths = atIteration(reply.lengths, iteration);
  const layout = reply.presence ? layoutOf(reply) : null;
  const s = sumsOf(reply, server);
  const radius = sphereRadius(s, classes);
  const sums = atIteration(s, iteration);
  const how = { x, iteration, classes, thing, server, whole };
  const all = !layout
    ? { ribbons: [], votes: [] }
    : lit
      ? capsuleRibbons(lit, reply.winner, how)
      : ribbonsOf(reply, layout, how);
  const { ribbons, votes } = thing.digit === undefined ? all : filterByClass(thing.digit, all);
  return {
    places,
    arrows: layout
      ? placeArrows(reply, layout, x("capsules"), couplingsToClass(thing.digit, reply, how))
      : [],
    block: layout ? boxOf(x("capsules")) : null,
    seers: layout && thing.pixel ? capsulesAt(thing.pixel, layout, server) : [],
    marks: marksOf(lit, reply, how),
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
    web: layout && !lit ? placeWeb(reply, layout, how) : null,
  };
}

/** Corners of a rectangle across the way. @param {number} x @param {number} half its height @param {number} [wide] half its width @returns {Point[]} */
export function square(x, half, wide = half) {
  return [-half, half].flatMap((y) => [-wide, wide].map((z) => /** @type {Point} */ ([x, y, z])));
}

/** Corners of the block of capsules. @param {number} x */
function boxOf(x) {
  return [x, x + DEPTHS.capsules].flatMap((along) => square(along, SIDES.capsules / 2));
}

/** Whether each coupling has a ribbon of its own. @param {{presence?: Uint8Array}} reply @param {number} classes */
export function hasRibbons({ presence }, classes) {
  return presence !== undefined && presence.length * classes <= MAX_COUPLINGS;
}

/**
 * The ribbon of each coupling, as wide as c ‖û‖ of this iteration; null where they are not known, or
 * too many.
 * @returns {Web | null}
 */
function placeWeb({ winner, presence }, layout, { x, iteration, classes, thing, server, whole }) {
  const flow = whole && atIteration(whole.flows, iteration);
  if (!flow || !hasRibbons({ presence }, classes)) return null;
  const [at, to] = [x("capsules"), x("classes")];
  const slots = slotsOf(layout, classes, to);
  const seeing = thing.pixel && new Set(capsulesAt(thing.pixel, layout, server));
  const { digit = -1 } = thing;
  return {
    from: Array.from(presence, (_, capsule) => capsulePoint(capsule, layout, at)),
    to: slots,
    wides: flow.map((value, number) => {
      const k = number % classes;
      const hidden = (digit >= 0 && k !== digit) || seeing?.has((number - k) / classes) === false;
      return hidden ? 0 : value * WIDTHS.coupling;
    }),
    winner,
    name: JSON.stringify([layout, classes, at, to]),
  };
}

/** Places on each class's plane by type. @param {import("../block_layout.js").Layout} layout @param {number} classes @param {number} x of the classes @returns {Point[][]} */
function slotsOf({ types }, classes, x) {
  return Array.from({ length: classes }, (_, k) => {
    const plane = planeOf(k, classes, x);
    return Array.from({ length: types }, (_type, type) => slotPoint(type, types, plane));
  });
}

/**
 * ‖s‖ of each iteration and class; none where the answer is not its squashed length, as with EM.
 * @param {any} reply
 * @param {any} server
 * @returns {ArrayLike<number>[]}
 */
export function sumsOf({ s = [] }, { network }) {
  return network.measure === "length" ? s : [];
}

/** Radius of a class's sphere, which stands for length 1; the longest s of all iterations has room. @param {ArrayLike<number>[]} s @param {number} classes */
function sphereRadius(s, classes) {
  const longest = Math.max(1, ...s.map((sums) => Math.max(...Array.from(sums))));
  return Math.max(0.3, Math.min(1, (SIDES.classes / classes) * 0.46, LENGTHS.s / longest));
}

/** Length of an arrow s or v. @param {number} value @param {number} radius */
export function reachOf(value, radius) {
  return Math.min(LENGTHS.s, value * radius);
}

/** Ribbons and votes to one class alone; the numbers of ribbons are counted anew. */
function filterByClass(only, { ribbons, votes }) {
  const kept = ribbons.flatMap(({ kind, digit }, at) =>
    kind === "sees" || digit === only ? [at] : [],
  );
  return {
    ribbons: kept.map((at) => ribbons[at]),
    votes: votes
      .filter(({ ribbon }) => kept.includes(ribbon))
      .map((vote) => ({ ...vote, ribbon: kept.indexOf(vote.ribbon) })),
  };
}

/**
 * The capsules that see a pixel.
 * @param {[number, number]} pixel its column and row
 * @param {import("../block_layout.js").Layout} layout
 * @param {any} server
 * @returns {number[]}
 */
export function capsulesAt([column, row], { types, columns, rows }, server) {
  const within = (at, from, wide) =>
    at + 0.5 > from * server.side && at + 0.5 < (from + wide) * server.side;
  return Array.from({ length: columns * rows }, (_, place) => place).flatMap((place) => {
    const { x, y, width, height } = fieldBox(place, server);
    if (!within(column, x, width) || !within(row, y, height)) return [];
    return Array.from({ length: types }, (_, type) => place * types + type);
  });
}

/**
 * Frames around the same pixels wherever they are shown: in the picture, in the painted one, and in
 * the drawn one beside it.
 * @returns {Mark[]}
 */
function marksOf(lit, { winner, picture }, { x, thing, server }) {
  const paints = picture && x("picture");
  // The other classes paint nothing.
  if (paints && thing.digit === winner)
    return [{ x: paints, aside: 0, size: SIDES.picture, box: { x: 0, y: 0, width: 1, height: 1 } }];
  const box = thing.pixel
    ? clip(pixelBox(thing.pixel, server.side, thing.wide))
    : lit && clip(fieldBox(lit.place, server));
  if (!box) return [];
  const sheets = [{ x: x("input"), aside: 0, size: SIDES.input }];
  if (paints)
    for (const aside of [0, BESIDE]) sheets.push({ x: paints, aside, size: SIDES.picture });
  return sheets.map((sheet) => ({ ...sheet, box }));
}

/** Pixels about one, as shares. @param {[number, number]} pixel its column and row @param {number} side @param {number} [width] */
function pixelBox([column, row], side, width = 1) {
  const from = (at) => (at - (width - 1) / 2) / side;
  return { x: from(column), y: from(row), width: width / side, height: width / side };
}

/** A box as far as it lies on the sheet. @param {import("../block_layout.js").Box} box */
function clip({ x, y, width, height }) {
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  return {
    x: left,
    y: top,
    width: Math.min(1, x + width) - left,
    height: Math.min(1, y + height) - top,
  };
}

/** @returns {{point: Point, way: [number, number], long: number, present: number, coupling: number}[]} `way` across and up */
function placeArrows(reply, layout, x, given) {
  const most = Math.max(...reply.presence, 1);
  const room = SIDES.capsules / Math.max(layout.columns, layout.rows);
  return Array.from(reply.presence, (value, capsule) => {
    const [across, down] = directionOf(reply, capsule);
    return {
      point: capsulePoint(capsule, layout, x),
      way: [across, 0 - down],
      long: (value / most) * MAX_ARROW_LENGTH * room,
      present: value / 255,
      coupling: couplingOf(given[capsule]),
    };
  });
}

/** Square roots of the couplings to a class as bytes; to the winner where no other is known. @returns {ArrayLike<number>} */
function couplingsToClass(digit, { winner, couplings, presence }, { whole, classes, iteration }) {
  if (digit === undefined || digit === winner || !whole) return couplings;
  const all = atIteration(whole.couplings, iteration);
  return Uint8Array.from(presence, (_, capsule) => all[capsule * classes + digit]);
}

/**
 * From each type to each class as wide as c ‖û‖ of this iteration, with an arrow whose area is as large, and of the
 * winner's strongest capsules each coupling.
 * @returns {{ribbons: Ribbon[], votes: Vote[]}}
 */
function ribbonsOf(reply, layout, { x, iteration, classes }) {
  const flow = atIteration(reply.flow, iteration);
  // All iterations have one scale, so that ribbons thicken and fade.
  const most = Math.max(1, ...reply.flow.map((each) => Math.max(...each)));
  const [from, to] = [x("capsules"), x("classes")];
  const slots = slotsOf(layout, classes, to);
  const ribbons = Array.from(flow, (value, at) => {
    const [type, k] = [Math.floor(at / classes), at % classes];
    return {
      from: typePoint(type, layout, from),
      to: slots[k][type],
      wide: (value / most) * WIDTHS.flow,
      kind: /** @type {"flow"} */ ("flow"),
      winner: k === reply.winner,
      digit: k,
    };
  });
  const votes = Array.from(flow, (value, number) => {
    const ribbon = ribbons[number];
    const long = Math.sqrt(value / most) * LENGTHS.flow;
    const rests = restOf(ribbon.from, ribbon.to, long);
    return { ribbon: number, long, winner: ribbon.winner, rests };
  });
  // The live answer has single capsules' couplings of the last iteration to the winner alone.
  if (iteration < reply.flow.length - 1) return { ribbons, votes };
  const favourites = strongest(reply.couplings, MAX_FAVOURITES).map((capsule) => ({
    from: capsulePoint(capsule, layout, from),
    to: slots[reply.winner][capsule % layout.types],
    wide: couplingOf(reply.couplings[capsule]) * WIDTHS.coupling,
    kind: /** @type {"coupling"} */ ("coupling"),
    winner: true,
    digit: reply.winner,
  }));
  return { ribbons: [...ribbons, ...favourites], votes };
}

/** Place at which a type's votes leave the block: behind it, beneath each other. @returns {Point} */
export function typePoint(type, { types }, x) {
  return [x + DEPTHS.capsules + 1, (0.5 - (type + 0.5) / types) * SIDES.capsules, 0];
}

/**
 * The way of one capsule: the corners of its pixels, its couplings to all classes, and on these its
 * votes, as long as ‖û‖ and turned away from the classes' axis by their angle to v.
 * @returns {{ribbons: Ribbon[], votes: Vote[]}}
 */
function capsuleRibbons(lit, winner, { x, iteration, classes, server }) {
  const at = capsulePoint(lit.capsule, lit.layout, x("capsules"));
  const { x: across, y: down, width, height } = clip(fieldBox(lit.place, server));
  const corners = [across, across + width].flatMap((column) =>
    [down, down + height].map((row) => pointOverPixel(x("input"), column, row, SIDES.input)),
  );
  const sees = corners.map((corner) => ({
    ...{ from: corner, to: at, wide: 0.05, winner: true },
    kind: /** @type {"sees"} */ ("sees"),
  }));
  if (!lit.arrays) return { ribbons: sees, votes: [] };
  const couplings = couplingsAt(lit.arrays.couplings, iteration, classes);
  const slots = slotsOf(lit.layout, classes, x("classes"));
  const gives = Array.from(couplings, (value, k) => ({
    from: at,
    to: slots[k][lit.type],
    wide: value * WIDTHS.lit,
    kind: /** @type {"lit"} */ ("lit"),
    winner: false,
    digit: k,
  }));
  const sizes = lit.arrays.vote_lengths;
  const most = Math.max(...sizes, 1e-9);
  const cosines = couplingsAt(lit.arrays.cosines, iteration, classes);
  const votes = Array.from(sizes, (size, k) => ({
    ribbon: sees.length + k,
    long: (size / most) * LENGTHS.lit,
    winner: k === winner,
    rests: restOf(at, slots[k][lit.type], LENGTHS.lit),
    own: {
      name: server.network.classes[k],
      size,
      coupling: couplings[k],
      turn: Math.acos(Math.max(-1, Math.min(1, cosines[k] || 0))),
    },
  }));
  return { ribbons: [...sees, ...gives], votes };
}
