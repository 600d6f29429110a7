/* Stops of the walk: the camera's position and target, and one or two sentences. */

import { number, text } from "../../../browser/text.js";
import { layoutOf } from "../block_layout.js";
import { isConvCaps, pairWords, unitsWords } from "../words.js";
import { ARRIVED, BESIDE, capsulePoint, DEPTHS, LAYER_STEP, SIDES, square } from "./layout.js";

/** Prefix of the names of stops at an iteration. */
export const ROUND = "routing-";
/** If all presences, as bytes, exceed this, the arrows have about the same length. */
const LONG = 0.9 * 255;

/**
 * @typedef {import("./layout.js").Point} Point
 * @typedef {{name: string, title: string, words: string, eye: Point, target: Point,
 *   visible?: Point[], tallEye?: Point, act: string, iteration?: number, lights?: boolean,
 *   span?: [number, number]}} Stop `visible`: points that have to be in the window; `tallEye`: eye
 *   in a narrow window; `act`: key of `ACTS`; `iteration` of the routing; `lights`: whether it is
 *   about one capsule; `span`: shares of the ribbons at which votes start and stop
 */

/** Shares of the ribbons at which votes start, and are halfway. */
const [SENT, HALF] = [0.06, 0.5];

/**
 * All stops of a network.
 * @param {any} reply
 * @param {{blocks: any[], server: any, positions: Record<string, number>, capsule: number}} options `capsule` of
 *   the stops about a single one
 * @returns {Stop[]}
 */
export function walkStops(reply, options) {
  /** @type {Stop[]} */
  const stops = [];
  const add = (name, words, view, properties) => {
    const title = properties.title ?? text(`stop-${name}`);
    stops.push({ ...view, name, words, ...properties, title });
  };
  addPicture(add, reply, options);
  addFeatures(add, reply, options);
  if (reply.presence) {
    addCapsules(add, reply, options);
    addRounds(add, reply, options);
  }
  addAnswer(add, reply, options);
  if (hasDecoder(options)) addDecoder(add, reply, options);
  return stops;
}

const hasDecoder = ({ blocks }) => blocks.some(({ part }) => part === "decoder");

/** A view of a position from in front of it. @param {number} x @param {number} distance @param {number} [depth] @returns {{eye: Point, target: Point}} */
function viewFrom(x, distance, depth = 0) {
  return {
    eye: [x - distance * 0.72, distance * 0.34, distance * 0.62],
    target: [x + depth / 2, 0, 0],
  };
}

function addPicture(add, reply, options) {
  const { server, positions } = options;
  const { side, channels } = server;
  const end = Math.max(...Object.values(positions));
  const paints = hasDecoder(options);
  const view = {
    eye: [-end * 0.3, end * 0.28, end * 0.72],
    tallEye: [-end * 0.2, end * 0.5, end * 0.32],
    target: [end * 0.45, 0, 1],
    visible: [
      ...square(0, SIDES.input / 2),
      ...square(positions.classes, SIDES.classes / 2, 0),
      ...square(end, SIDES.picture / 2, paints ? BESIDE + SIDES.picture / 2 : 2.5),
    ],
  };
  add("whole", wholeWords(reply, server.network, paints), view, { act: "other" });
  const words =
    channels > 1 ? text("walk-input-channels", { side, channels }) : text("walk-input", { side });
  add("input", words, viewFrom(positions.input, 11), {
    act: "turn",
    visible: square(positions.input, SIDES.input / 2 + 1),
  });
}

function addFeatures(add, reply, { blocks, positions }) {
  const features = blocks.filter(({ part }) => part === "features");
  for (const [index, { name, outputs }] of features.entries()) {
    const [count, rows, columns] = outputs.at(-1);
    const values = { count: String(count), rows, columns };
    const isParts = isConvCaps(name, blocks);
    const kind = rows === undefined ? "units" : !index ? "strokes" : isParts ? "parts" : "patterns";
    // Capsules of an inner layer, which have poses as well, cannot be switched off.
    const maps = reply.maps[name] && outputs.at(-1).length < 4;
    add(name, text(`walk-${kind}`, values), viewFrom(positions[name], 13), {
      title: text(`stop-${kind}`),
      act: maps ? "map" : "other",
      visible: square(positions[name], SIDES.features / 2 + 1),
    });
  }
}

function addCapsules(add, reply, { blocks, server, positions, capsule }) {
  const { network, field, side } = server;
  const { classes, thing, dimensions: numbers } = network;
  const { name, outputs } = blocks.find(({ part }) => part === "capsules");
  const [count, size] = outputs.at(-1);
  const x = positions[name];
  const values = {
    ...{ count: number(count), types: String(reply.types), places: count / reply.types },
    alike: Math.min(...reply.presence) > LONG ? "yes" : "no",
  };
  add("capsules", text("walk-capsules", values), viewFrom(x + 2, 19, 8), {
    act: "type",
    visible: [x, x + DEPTHS.capsules].flatMap((edge) => square(edge, SIDES.capsules / 2 + 0.5)),
  });
  const words =
    field < side
      ? text("walk-capsule", { field, size })
      : text("walk-capsule-everywhere", { size });
  add("capsule", words, viewFrom(x - 6, 18, 10), {
    act: "capsule",
    lights: true,
    visible: [
      ...square(positions.input, SIDES.input / 2),
      ...square(positions.classes, SIDES.classes / 2, 0),
    ],
  });
  const view = { eye: [x - 1, 8, 24], target: [(x + positions.classes) / 2, 0, 0] };
  add("own-votes", text("walk-own-votes", { thing, numbers }), view, {
    act: "capsule",
    lights: true,
    visible: [
      capsulePoint(capsule, layoutOf(reply), x),
      [x + DEPTHS.capsules / 2, 0, 0],
      ...square(positions.classes, SIDES.classes / 2 + 0.4, 0),
      [positions.classes + 2, 0, 0],
    ],
    span: [SENT, ARRIVED],
  });
  const votes = number(count * classes.length);
  add("votes", text("walk-votes", { thing, numbers, votes }), viewFrom(positions.classes - 6, 20), {
    ...{ act: "digit", iteration: 0, visible: voting(positions.classes), span: [SENT, HALF] },
  });
}

/** Points around the flying votes and their classes. @param {number} x of the classes @returns {Point[]} */
function voting(x) {
  return [
    ...square(x - 9, SIDES.capsules / 2, 0),
    ...square(x, SIDES.classes / 2 + 0.4, 0),
    [x + 3, 0, 0],
  ];
}

function addRounds(add, reply, { server: { network }, positions }) {
  for (let iteration = 0; iteration < reply.rounds; iteration++) {
    const once = !network.iterative;
    add(
      `${ROUND}${iteration + 1}`,
      roundWords(reply, network, iteration),
      viewFrom(positions.classes - 4, 19),
      {
        title: once ? text("stop-once") : text("stop-round", { iteration: iteration + 1 }),
        act: once ? "digit" : "iterations",
        iteration,
        visible: voting(positions.classes),
        span: [iteration ? SENT : HALF, ARRIVED],
      },
    );
  }
}

function addAnswer(add, reply, options) {
  const { classes, measure, pairs } = options.server.network;
  const x = options.positions.classes;
  const value = number(reply.lengths.at(-1)[reply.winner], 2);
  const words = pairs
    ? text("say-pair", { measure, pair: pairWords(reply, classes) })
    : text("walk-answer", { measure, name: classes[reply.winner], value });
  add("classes", words, viewFrom(x + 1, 17), {
    title: text("stop-answer"),
    act: "digit",
    visible: [
      ...square(x, SIDES.classes / 2 + 0.4, 2),
      ...(hasDecoder(options) ? [[x + 5, 0, 0]] : []),
    ],
  });
}

function addDecoder(add, reply, { server: { network }, positions }) {
  const { classes, dimensions: size, pairs } = network;
  const units = unitsWords(reply.hidden.map(({ length }) => number(length)));
  const values = { name: classes[reply.winner], size, units };
  const kind = pairs ? "decoder-pair" : "decoder";
  add("decoder", text(`walk-${kind}`, values), viewFrom(positions.decoder + 1, 13), {
    title: text(`stop-${kind}`),
    act: "unit",
    visible: [0, LAYER_STEP].flatMap((x) => square(positions.decoder + x, 3)),
  });
  const x = positions.picture;
  const corners = square(x, SIDES.picture / 2 + 0.8, SIDES.picture / 2);
  const view = { eye: [x - 8, 2, 6], target: [x, -0.3, 2.8] };
  add("picture", text("walk-painting", { count: size }), view, {
    act: "clear",
    visible: [0, BESIDE].flatMap((offset) => corners.map(([, y, z]) => [x, y, z + offset])),
  });
}

/** The view from beside a capsule, from which its votes start. @param {number} capsule @param {import("../block_layout.js").Layout} layout @param {number} x of the block @returns {{eye: Point, target: Point}} */
export function closeUp(capsule, layout, x) {
  const [depthX, y, z] = capsulePoint(capsule, layout, x);
  return { eye: [depthX - 2.6, y + 1.6, z + 3.6], target: [depthX + 1.6, y, z] };
}

/** @param {any} reply @param {any} network @param {number} iteration */
function roundWords(reply, network, iteration) {
  const { iterative, by_agreement, classes, measure, couplings_over: over } = network;
  const value = number(reply.lengths[iteration][reply.winner], 2);
  const values = { name: classes[reply.winner], measure, value };
  if (!iterative) return text("walk-once", values);
  const [first, last] = [iteration === 0, iteration === reply.rounds - 1];
  if (first)
    return text(by_agreement ? "walk-round-even" : "walk-round-first", { ...values, over });
  if (last) return text("walk-round-last", values);
  return text(by_agreement ? "walk-round-agreement" : "walk-round", { ...values, over });
}

/** @param {any} reply @param {any} network @param {boolean} paints */
function wholeWords({ presence }, { by_agreement }, paints) {
  return text("walk-whole", {
    paints: paints ? "yes" : "no",
    capsules: !presence ? "no" : by_agreement ? "agree" : "vote",
  });
}
