/* Stops of the walk: where the camera stands, what it looks at, and one or two sentences. */

import { number, text } from "../../../browser/text.js";
import { layoutOf } from "../block_layout.js";
import { isConvCaps, pairWords, unitsWords } from "../words.js";
import { ARRIVED, BESIDE, capsulePoint, DEPTHS, LAYER_STEP, SIDES, square } from "./layout.js";

/** Beginning of the names of stops at an iteration. */
export const ROUND = "routing-";
/** From this byte of presence on, all arrows are about equally long. */
const LONG = 0.9 * 255;

/**
 * @typedef {import("./layout.js").Point} Point
 * @typedef {{name: string, title: string, words: string, eye: Point, target: Point, shows?: Point[], tall?: Point,
 *   act: string, iteration?: number, lights?: boolean, flies?: [number, number]}} Stop `iteration` of the routing
 *   where it is about one; `act` the one of acts.js; `shows` points that
 *   have to be in sight; `tall` the eye in a window that is higher than wide; `lights` the capsule that gives the winner most; `flies` how far along
 *   their ribbons votes begin and rest
 */

/** How far along their ribbons votes begin, and halfway. */
const [SENT, HALF] = [0.06, 0.5];

/**
 * All stops of a network.
 * @param {any} reply
 * @param {{blocks: any[], server: any, places: Record<string, number>, capsule: number}} how `capsule` is
 *   the one that stops about one are about
 * @returns {Stop[]}
 */
export function walkStops(reply, how) {
  /** @type {Stop[]} */
  const stops = [];
  const add = (name, words, view, more) => {
    const title = more.title ?? text(`stop-${name}`);
    stops.push({ ...view, name, words, ...more, title });
  };
  addPicture(add, reply, how);
  addFeatures(add, reply, how);
  if (reply.presence) {
    addCapsules(add, reply, how);
    addRounds(add, reply, how);
  }
  addAnswer(add, reply, how);
  if (hasDecoder(how)) addDecoder(add, reply, how);
  return stops;
}

const hasDecoder = ({ blocks }) => blocks.some(({ part }) => part === "decoder");

/** A view from before a place. @param {number} x @param {number} far @param {number} [depth] @returns {{eye: Point, target: Point}} */
function viewFrom(x, far, depth = 0) {
  return { eye: [x - far * 0.72, far * 0.34, far * 0.62], target: [x + depth / 2, 0, 0] };
}

function addPicture(add, reply, how) {
  const { server, places } = how;
  const { side, channels } = server;
  const end = Math.max(...Object.values(places));
  const paints = hasDecoder(how);
  const whole = {
    eye: [-end * 0.3, end * 0.28, end * 0.72],
    tall: [-end * 0.2, end * 0.5, end * 0.32],
    target: [end * 0.45, 0, 1],
    shows: [
      ...square(0, SIDES.input / 2),
      ...square(places.classes, SIDES.classes / 2, 0),
      ...square(end, SIDES.picture / 2, paints ? BESIDE + SIDES.picture / 2 : 2.5),
    ],
  };
  add("whole", wholeWords(reply, server.network, paints), whole, { act: "other" });
  const words =
    channels > 1 ? text("walk-input-channels", { side, channels }) : text("walk-input", { side });
  add("input", words, viewFrom(places.input, 11), {
    act: "turn",
    shows: square(places.input, SIDES.input / 2 + 1),
  });
}

function addFeatures(add, reply, { blocks, places }) {
  const features = blocks.filter(({ part }) => part === "features");
  for (const [nth, { name, outputs }] of features.entries()) {
    const [count, rows, columns] = outputs.at(-1);
    const told = { count: String(count), rows, columns };
    const parts = isConvCaps(name, blocks);
    const kind = rows === undefined ? "units" : !nth ? "strokes" : parts ? "parts" : "patterns";
    // Capsules of an inner layer, which have poses as well, cannot be switched off.
    const maps = reply.maps[name] && outputs.at(-1).length < 4;
    add(name, text(`walk-${kind}`, told), viewFrom(places[name], 13), {
      title: text(`stop-${kind}`),
      act: maps ? "map" : "other",
      shows: square(places[name], SIDES.features / 2 + 1),
    });
  }
}

function addCapsules(add, reply, { blocks, server, places, capsule }) {
  const { network, field, side } = server;
  const { classes, thing, dimensions: numbers } = network;
  const { name, outputs } = blocks.find(({ part }) => part === "capsules");
  const [count, size] = outputs.at(-1);
  const x = places[name];
  const told = {
    ...{ count: number(count), types: String(reply.types), places: count / reply.types },
    alike: Math.min(...reply.presence) > LONG ? "yes" : "no",
  };
  add("capsules", text("walk-capsules", told), viewFrom(x + 2, 19, 8), {
    act: "type",
    shows: [x, x + DEPTHS.capsules].flatMap((at) => square(at, SIDES.capsules / 2 + 0.5)),
  });
  const sees =
    field < side
      ? text("walk-capsule", { field, size })
      : text("walk-capsule-everywhere", { size });
  add("capsule", sees, viewFrom(x - 6, 18, 10), {
    act: "capsule",
    lights: true,
    shows: [
      ...square(places.input, SIDES.input / 2),
      ...square(places.classes, SIDES.classes / 2, 0),
    ],
  });
  const beside = { eye: [x - 1, 8, 24], target: [(x + places.classes) / 2, 0, 0] };
  add("own-votes", text("walk-own-votes", { thing, numbers }), beside, {
    act: "capsule",
    lights: true,
    shows: [
      capsulePoint(capsule, layoutOf(reply), x),
      [x + DEPTHS.capsules / 2, 0, 0],
      ...square(places.classes, SIDES.classes / 2 + 0.4, 0),
      [places.classes + 2, 0, 0],
    ],
    flies: [SENT, ARRIVED],
  });
  const votes = number(count * classes.length);
  add("votes", text("walk-votes", { thing, numbers, votes }), viewFrom(places.classes - 6, 20), {
    ...{ act: "digit", iteration: 0, shows: voting(places.classes), flies: [SENT, HALF] },
  });
}

/** Votes on their way, and the classes that they reach. @param {number} x of the classes @returns {Point[]} */
function voting(x) {
  return [
    ...square(x - 9, SIDES.capsules / 2, 0),
    ...square(x, SIDES.classes / 2 + 0.4, 0),
    [x + 3, 0, 0],
  ];
}

function addRounds(add, reply, { server: { network }, places }) {
  for (let iteration = 0; iteration < reply.rounds; iteration++) {
    const once = !network.iterative;
    add(
      `${ROUND}${iteration + 1}`,
      roundWords(reply, network, iteration),
      viewFrom(places.classes - 4, 19),
      {
        title: once ? text("stop-once") : text("stop-round", { iteration: iteration + 1 }),
        act: once ? "digit" : "iterations",
        iteration,
        shows: voting(places.classes),
        flies: [iteration ? SENT : HALF, ARRIVED],
      },
    );
  }
}

function addAnswer(add, reply, how) {
  const { classes, measure, pairs } = how.server.network;
  const x = how.places.classes;
  const value = number(reply.lengths.at(-1)[reply.winner], 2);
  const words = pairs
    ? text("say-pair", { measure, pair: pairWords(reply, classes) })
    : text("walk-answer", { measure, name: classes[reply.winner], value });
  add("classes", words, viewFrom(x + 1, 17), {
    title: text("stop-answer"),
    act: "digit",
    shows: [...square(x, SIDES.classes / 2 + 0.4, 2), ...(hasDecoder(how) ? [[x + 5, 0, 0]] : [])],
  });
}

function addDecoder(add, reply, { server: { network }, places }) {
  const { classes, dimensions: size, pairs } = network;
  const units = unitsWords(reply.hidden.map(({ length }) => number(length)));
  const told = { name: classes[reply.winner], size, units };
  const kind = pairs ? "decoder-pair" : "decoder";
  add("decoder", text(`walk-${kind}`, told), viewFrom(places.decoder + 1, 13), {
    title: text(`stop-${kind}`),
    act: "unit",
    shows: [0, LAYER_STEP].flatMap((x) => square(places.decoder + x, 3)),
  });
  const x = places.picture;
  const beside = square(x, SIDES.picture / 2 + 0.8, SIDES.picture / 2);
  const view = { eye: [x - 8, 2, 6], target: [x, -0.3, 2.8] };
  add("picture", text("walk-painting", { count: size }), view, {
    act: "clear",
    shows: [0, BESIDE].flatMap((aside) => beside.map(([at, y, z]) => [at, y, z + aside])),
  });
}

/** The camera beside one capsule, from which its votes leave. @param {number} capsule @param {import("../block_layout.js").Layout} layout @param {number} x of the block @returns {{eye: Point, target: Point}} */
export function closeUp(capsule, layout, x) {
  const [along, y, z] = capsulePoint(capsule, layout, x);
  return { eye: [along - 2.6, y + 1.6, z + 3.6], target: [along + 1.6, y, z] };
}

/** @param {any} reply @param {any} network @param {number} iteration */
function roundWords(reply, network, iteration) {
  const { iterative, by_agreement, classes, measure, couplings_over: over } = network;
  const value = number(reply.lengths[iteration][reply.winner], 2);
  const told = { name: classes[reply.winner], measure, value };
  if (!iterative) return text("walk-once", told);
  const [first, last] = [iteration === 0, iteration === reply.rounds - 1];
  if (first) return text(by_agreement ? "walk-round-even" : "walk-round-first", { ...told, over });
  if (last) return text("walk-round-last", told);
  return text(by_agreement ? "walk-round-agreement" : "walk-round", { ...told, over });
}

/** @param {any} reply @param {any} network @param {boolean} paints */
function wholeWords({ presence }, { by_agreement }, paints) {
  return text("walk-whole", {
    paints: paints ? "yes" : "no",
    capsules: !presence ? "no" : by_agreement ? "agree" : "vote",
  });
}
