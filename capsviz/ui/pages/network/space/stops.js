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

/**
 * All stops of a network.
 * @param {any} reply
 * @param {{blocks: any[], server: any, places: Record<string, number>, capsule: number}} how `capsule` is
 *   the one that stops about one are about
 * @returns {Stop[]}
 */
export function walkStops(reply, { blocks, server, places, capsule }) {
  const { network } = server;
  const at = (part) => blocks.filter((block) => block.part === part);
  const [decoder] = at("decoder");
  const end = Math.max(...Object.values(places));
  const winner = network.classes[reply.winner];
  const length = number(reply.lengths.at(-1)[reply.winner], 2);
  /** @param {number} x @param {number} far @param {number} [depth] @returns {{eye: Point, target: Point}} */
  const before = (x, far, depth = 0) => ({
    eye: [x - far * 0.72, far * 0.34, far * 0.62],
    target: [x + depth / 2, 0, 0],
  });
  /** @type {{eye: Point, tall: Point, target: Point, shows: Point[]}} */
  const whole = {
    eye: [-end * 0.3, end * 0.28, end * 0.72],
    tall: [-end * 0.2, end * 0.5, end * 0.32],
    target: [end * 0.45, 0, 1],
    shows: [
      ...square(0, SIDES.input / 2),
      ...square(places.classes, SIDES.classes / 2, 0),
      ...square(end, SIDES.picture / 2, decoder ? BESIDE + SIDES.picture / 2 : 2.5),
    ],
  };
  /** Votes on their way, and the classes that they reach. @type {Point[]} */
  const voting = [
    ...square(places.classes - 9, SIDES.capsules / 2, 0),
    ...square(places.classes, SIDES.classes / 2 + 0.4, 0),
    [places.classes + 3, 0, 0],
  ];
  const beside = square(places.picture, SIDES.picture / 2 + 0.8, SIDES.picture / 2);
  const painting = {
    eye: [places.picture - 8, 2, 6],
    target: [places.picture, -0.3, 2.8],
    shows: [0, BESIDE].flatMap((aside) => beside.map(([x, y, z]) => [x, y, z + aside])),
  };
  const stop = (name, words, view, more = {}) => ({
    ...{ name, title: more.title ?? text(`stop-${name}`), words },
    ...{ ...view, ...more },
  });
  const features = at("features").map(({ name, outputs }, nth) => {
    const [count, rows, columns] = outputs.at(-1);
    const told = { count: String(count) };
    const words =
      rows === undefined
        ? text("walk-units", told)
        : nth && isConvCaps(name, blocks)
          ? text("walk-parts")
          : nth
            ? text("walk-patterns", told)
            : text("walk-strokes", { ...told, rows, columns });
    const found = isConvCaps(name, blocks) ? "stop-parts" : "stop-patterns";
    const title = text(rows === undefined ? "stop-units" : nth ? found : "stop-strokes");
    // Capsules of an inner layer, which have poses as well, cannot be switched off.
    const maps = reply.maps[name] && outputs.at(-1).length < 4;
    return stop(name, words, before(places[name], 13), {
      title,
      act: maps ? "map" : "other",
      shows: square(places[name], SIDES.features / 2 + 1),
    });
  });
  const first = [
    stop("whole", wholeWords(reply, network, Boolean(decoder)), whole, { act: "other" }),
    stop(
      "input",
      server.channels > 1
        ? text("walk-input-channels", { side: server.side, channels: server.channels })
        : text("walk-input", { side: server.side }),
      before(places.input, 11),
      { act: "turn", shows: square(places.input, SIDES.input / 2 + 1) },
    ),
    ...features,
  ];
  const last = [
    stop(
      "classes",
      network.pairs
        ? text("say-pair", { measure: network.measure, pair: pairWords(reply, network.classes) })
        : text("walk-answer", { measure: network.measure, name: winner, value: length }),
      before(places.classes + 1, 17),
      {
        title: text("stop-answer"),
        act: "digit",
        shows: [
          ...square(places.classes, SIDES.classes / 2 + 0.4, 2),
          ...(decoder ? [/** @type {Point} */ ([places.classes + 5, 0, 0])] : []),
        ],
      },
    ),
    ...(decoder
      ? [
          stop(
            "decoder",
            text(network.pairs ? "walk-decoder-pair" : "walk-decoder", {
              ...{ name: winner, size: network.dimensions },
              units: unitsWords(reply.hidden.map((units) => number(units.length))),
            }),
            before(places.decoder + 1, 13),
            {
              title: text(network.pairs ? "stop-decoder-pair" : "stop-decoder"),
              act: "unit",
              shows: [0, LAYER_STEP].flatMap((x) => square(places.decoder + x, 3)),
            },
          ),
          stop("picture", text("walk-painting", { count: network.dimensions }), painting, {
            act: "clear",
          }),
        ]
      : []),
  ];
  if (!reply.presence) return [...first, ...last];
  const [capsules] = at("capsules");
  const [count, size] = capsules.outputs.at(-1);
  const x = places[capsules.name];
  const rounds = Array.from({ length: reply.rounds }, (_, iteration) =>
    stop(
      `${ROUND}${iteration + 1}`,
      roundWords(reply, network, iteration),
      before(places.classes - 4, 19),
      {
        title: network.iterative
          ? text("stop-round", { iteration: iteration + 1 })
          : text("stop-once"),
        act: network.iterative ? "iterations" : "digit",
        iteration,
        shows: voting,
        flies: /** @type {[number, number]} */ ([iteration ? SENT : HALF, ARRIVED]),
      },
    ),
  );
  return [
    ...first,
    stop(
      "capsules",
      text("walk-capsules", {
        ...{ count: number(count), types: String(reply.types) },
        places: count / reply.types,
        alike: Math.min(...reply.presence) > LONG ? "yes" : "no",
      }),
      before(x + 2, 19, 8),
      {
        act: "type",
        shows: [x, x + DEPTHS.capsules].flatMap((at) => square(at, SIDES.capsules / 2 + 0.5)),
      },
    ),
    stop(
      "capsule",
      server.field < server.side
        ? text("walk-capsule", { field: server.field, size })
        : text("walk-capsule-everywhere", { size }),
      before(x - 6, 18, 10),
      {
        act: "capsule",
        lights: true,
        shows: [
          ...square(places.input, SIDES.input / 2),
          ...square(places.classes, SIDES.classes / 2, 0),
        ],
      },
    ),
    stop(
      "own-votes",
      text("walk-own-votes", { thing: network.thing, numbers: network.dimensions }),
      {
        eye: [x - 1, 8, 24],
        target: [(x + places.classes) / 2, 0, 0],
        act: "capsule",
        lights: true,
        shows: [
          capsulePoint(capsule, layoutOf(reply), x),
          [x + DEPTHS.capsules / 2, 0, 0],
          ...square(places.classes, SIDES.classes / 2 + 0.4, 0),
          [places.classes + 2, 0, 0],
        ],
        flies: /** @type {[number, number]} */ ([SENT, ARRIVED]),
      },
    ),
    stop(
      "votes",
      text("walk-votes", {
        ...{ thing: network.thing, numbers: network.dimensions },
        votes: number(count * network.classes.length),
      }),
      before(places.classes - 6, 20),
      { act: "digit", iteration: 0, shows: voting, flies: [SENT, HALF] },
    ),
    ...rounds,
    ...last,
  ];
}

/** How far along their ribbons votes begin, and halfway. */
const [SENT, HALF] = [0.06, 0.5];

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
