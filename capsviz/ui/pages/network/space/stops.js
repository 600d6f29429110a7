/* Stops of the walk: where the camera stands, what it looks at, and one or two sentences. */

import { isConvCaps, measuresWord, pairWords } from "../words.js";
import { ARRIVED, BESIDE, capsulePoint, DEPTHS, LAYER_STEP, SIDES } from "./layout.js";

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
 * @param {{blocks: any[], server: any, places: Record<string, number>, end: number}} how
 * @returns {Stop[]}
 */
export function walkStops(reply, { blocks, server, places, end }) {
  const { network } = server;
  const at = (part) => blocks.filter((block) => block.part === part);
  const [decoder] = at("decoder");
  const winner = network.classes[reply.winner];
  const length = reply.lengths.at(-1)[reply.winner].toFixed(2);
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
    ...square(places.classes - 7, SIDES.capsules / 2, 0),
    ...square(places.classes, SIDES.classes / 2 + 0.4, 0),
    [places.classes + 5, 0, 0],
  ];
  const stop = (name, title, words, view, more = {}) => ({ name, title, words, ...view, ...more });
  const features = at("features").map(({ name, outputs }, number) => {
    const [count, rows, columns] = outputs.at(-1);
    const words =
      rows === undefined
        ? `A layer of ${count} units, each fed by all below.`
        : number && isConvCaps(name, blocks)
          ? "Capsules over parts of the picture, which vote for those of the next layer."
          : number
            ? `${count} filters look for larger patterns in what the layer before found.`
            : `${count} filters look for a stroke each, at ${rows} × ${columns} places. The scene shows the ${reply.maps[name]?.which.length ?? 0} that answer most to our samples.`;
    const title = rows === undefined ? "Units" : number ? "Larger patterns" : "Strokes";
    return stop(name, title, words, before(places[name], 13), {
      act: reply.maps[name] ? "map" : "other",
      shows: square(places[name], SIDES.features / 2 + 1),
    });
  });
  const first = [
    stop("whole", "The whole network", wholeWords(reply, at("decoder").length > 0), whole, {
      act: "other",
    }),
    stop(
      "input",
      "Your picture",
      `The network sees ${server.side} × ${server.side} pixels, each a number from 0 to 1. Draw, and all that follows changes.`,
      before(places.input, 11),
      { act: "turn", shows: square(places.input, SIDES.input / 2 + 1) },
    ),
    ...features,
  ];
  const last = [
    stop(
      "classes",
      "The answer",
      network.pairs
        ? `The two largest ${measuresWord(network.measure)} are the answer: ${pairWords(reply, network.classes)}.`
        : `The largest ${network.measure} is the answer: ${winner} with ${length}.`,
      before(places.classes + 1, 17),
      {
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
            "Only the winner goes on",
            `All classes but ${winner} are set to zero. Its ${network.dimensions} numbers drive ${reply.hidden.map((units) => units.length.toLocaleString("en")).join(", then ")} hidden units.`,
            before(places.decoder + 1, 13),
            { act: "unit", shows: [0, LAYER_STEP].flatMap((x) => square(places.decoder + x, 3)) },
          ),
          stop(
            "picture",
            "What it remembers",
            `The decoder paints from those ${network.dimensions} numbers alone. Beside it stands what you drew.`,
            {
              act: "clear",
              eye: [places.picture - 8, 2, 6],
              target: [places.picture, -0.3, 2.8],
              shows: [0, BESIDE].flatMap((aside) =>
                square(places.picture, SIDES.picture / 2 + 0.8, SIDES.picture / 2).map(
                  ([x, y, z]) => /** @type {Point} */ ([x, y, z + aside]),
                ),
              ),
            },
          ),
        ]
      : []),
  ];
  if (!reply.presence) return [...first, ...last];
  const [capsules] = at("capsules");
  const [count, size] = capsules.outputs.at(-1);
  const x = places[capsules.name];
  const rounds = Array.from({ length: reply.rounds }, (_, iteration) =>
    stop(
      `routing-${iteration + 1}`,
      network.iterative ? `Routing, iteration ${iteration + 1}` : "The votes are sent on",
      roundWords(reply, network, iteration),
      before(places.classes - 4, 19),
      {
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
      "Capsules",
      `${count.toLocaleString("en")} capsules, ${reply.types} types at each place. The longer an arrow, the surer the capsule is that its part is there; its direction comes from its pose.`,
      before(x + 2, 19, 8),
      {
        act: "type",
        shows: [x, x + DEPTHS.capsules].flatMap((at) => square(at, SIDES.capsules / 2 + 0.5)),
      },
    ),
    stop(
      "capsule",
      "One capsule",
      `One capsule sees the ${server.field < server.side ? `${server.field} × ${server.field} ` : ""}pixels between the lines and has ${size} numbers. Press it to see its vote as a product; press another one to follow that.`,
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
      "votes",
      "Votes",
      `Each capsule says by û = W u for each ${network.thing} what its ${network.dimensions} numbers would have to be: ${(count * network.classes.length).toLocaleString("en")} votes.`,
      before(places.classes - 6, 20),
      { act: "digit", iteration: 0, shows: voting, flies: [SENT, HALF] },
    ),
    ...rounds,
    ...last,
  ];
}

/** Corners of a rectangle across the way. @param {number} x @param {number} half its height @param {number} [wide] half its width @returns {Point[]} */
function square(x, half, wide = half) {
  return [-half, half].flatMap((y) => [-wide, wide].map((z) => /** @type {Point} */ ([x, y, z])));
}

/** How far along their ribbons votes begin, and halfway. */
const [SENT, HALF] = [0.06, 0.5];

/** The camera beside one capsule, from which its votes leave. @param {number} capsule @param {import("../places.js").Layout} layout @param {number} x of the block @returns {{eye: Point, target: Point}} */
export function closeUp(capsule, layout, x) {
  const [along, y, z] = capsulePoint(capsule, layout, x);
  return { eye: [along - 2.6, y + 1.6, z + 3.6], target: [along + 1.6, y, z] };
}

/** @param {any} reply @param {any} network @param {number} iteration */
function roundWords(reply, { iterative, by_agreement, classes, measure }, iteration) {
  const winner = classes[reply.winner];
  const value = reply.lengths[iteration][reply.winner].toFixed(2);
  if (!iterative) return `One pass sends the votes on; ${winner} gets ${measure} ${value}.`;
  const [first, last] = [iteration === 0, iteration === reply.rounds - 1];
  if (first && by_agreement)
    return `First every capsule shares its vote evenly. From these shares ${winner} has ${measure} ${value}.`;
  if (last && !first)
    return `Each ribbon is as wide as the votes that a type of capsule sends to a class. ${winner} ends with ${measure} ${value}.`;
  if (first)
    return `The votes are shared out for the first time. ${winner} has ${measure} ${value}.`;
  return `${by_agreement ? "Capsules whose vote agreed with a class now send it more." : "The votes are shared out anew."} ${winner} has ${measure} ${value}.`;
}

/** @param {any} reply @param {boolean} paints */
function wholeWords({ presence }, paints) {
  const ends = paints
    ? "Your drawing enters on the left and leaves painted anew on the right."
    : "Your drawing enters on the left; the answer stands on the right.";
  return `${ends} ${presence ? "In between, capsules vote and agree." : "Nothing votes in between: this network has no capsules."}`;
}
