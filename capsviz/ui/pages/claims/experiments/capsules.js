/* One network's capsules: over iterations, while the digit turns, or along one pose value. */

import { couplingOf } from "../../../browser/picture.js";
import { rasterOf } from "../scrambling.js";
import {
  degrees,
  everyName,
  ITERATIONS,
  inputsOf,
  largest,
  modelOf,
  once,
  questionOf,
  readBy,
  settingsOf,
} from "./experiment.js";

/**
 * @typedef {import("./experiment.js").Experiment} Experiment
 * @typedef {import("./experiment.js").Context} Context
 */

const ROUNDS = [1, 2, 3, 5, 7];
/** Iterations far beyond those in training, and a second network that routes in iterations. */
const MANY_ROUNDS = [...ROUNDS, 10, 20, 50];
const EM = "em";
/** The network that was trained with such couplings. */
const UNIFORM = "uniform";
/** How far the digit is turned either way, in degrees. */
const FURTHEST = 90;
/** Range in degrees over which a line is fitted through each value, as on Viewpoint. */
const SPAN = 20;
/** Change below which a value does not count as following a line. */
const STILL = 0.02;
/** Pose values lie within this bound, both ways. */
const FAR = 0.8;

/** @param {number} value */
function signed(value) {
  return value.toFixed(2).replace("-", "−");
}

/** @param {string} name @param {string} title @param {number[]} lengths */
function sayLengths(name, title, lengths) {
  const { most, at } = largest(lengths);
  const next = largest(lengths.filter((_, k) => k !== at)).most;
  const numbers = { value: most, mark: next, number: most.toFixed(2), more: next.toFixed(2) };
  return { name, title, says: String(at), ...numbers };
}

/** @type {Experiment} */
export const routing = {
  doing: "as the network sees it",
  dials: [],
  heads: ["inference with", "says", "", "longest", "next"],
  note: `Bar: the longest capsule, mark: the next. In the first iteration all couplings are equal; uniform
    couplings: another network, trained and run with them.`,
  reads: (server) => [modelOf({ server }), ...everyName(server).filter((name) => name === UNIFORM)],
  run: async (context) => {
    const { input, rows } = await readRounds(context, modelOf(context), ROUNDS);
    if (everyName(context.server).includes(UNIFORM)) {
      const { lengths } = await readBy(context, UNIFORM);
      rows.push(sayLengths("uniform", "uniform couplings", lengths[lengths.length - 1]));
    }
    return { picture: input, rows };
  },
};

/**
 * A row for each number of iterations of one network, of one request.
 * @param {Context} context @param {string} model @param {number[]} rounds @param {string} [of]
 */
async function readRounds(context, model, rounds, of = "") {
  const { input, lengths } = await readBy(context, model, Math.max(...rounds));
  const words = (n) => `${of}${n} iteration${n === 1 ? "" : "s"}`;
  const rows = rounds
    .filter((n) => n <= lengths.length)
    .map((n) => sayLengths(`${model}-${n}`, words(n), lengths[n - 1]));
  return { input, rows };
}

/** @type {Experiment} */
export const settling = {
  doing: "as the network sees it",
  dials: [],
  heads: ["inference with", "says", "", "longest", "next"],
  note: `Bar: the longest capsule, mark: the next. The networks were trained with ${ITERATIONS}
    iterations.`,
  reads: (server) => [modelOf({ server }), ...everyName(server).filter((name) => name === EM)],
  run: async (context) => {
    const { input, rows } = await readRounds(context, modelOf(context), MANY_ROUNDS);
    if (everyName(context.server).includes(EM))
      rows.push(...(await readRounds(context, EM, MANY_ROUNDS, "EM, ")).rows);
    return { picture: input, rows };
  },
};

/** @type {Experiment} */
export const parseTree = {
  doing: "as the network sees it",
  dials: [],
  heads: ["network", "says", "", "largest", "smallest"],
  note: `Couplings of the input capsules with the predicted digit, after the last iteration. Bar: the
    largest, mark: the smallest. Where all are 0.10, every capsule sends each digit the same share.`,
  reads: (server) => server.networks.filter(({ capsules }) => capsules).map(({ name }) => name),
  run: async (context) => {
    const rows = [];
    let picture = new Uint8Array();
    for (const { name, title } of context.server.networks.filter(({ capsules }) => capsules)) {
      const { input, lengths, couplings, inCapsules } = await readBy(context, name);
      picture = input;
      const { at } = largest(lengths[lengths.length - 1]);
      const shares = Array.from(couplings.slice(-inCapsules), couplingOf);
      const [most, least] = [Math.max(...shares), Math.min(...shares)];
      rows.push({
        ...{ name, title, says: String(at), value: most, mark: least },
        ...{ number: most.toFixed(2), more: least.toFixed(2) },
      });
    }
    return { picture, rows };
  },
};

/**
 * Least-squares line through the values.
 * @param {number[]} x
 * @param {number[]} y
 * @returns {{slope: number, start: number, share: number}} with the share of variance that it
 *   explains
 */
export function fitLine(x, y) {
  const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const of = (a, b) => mean(a.map((one, i) => one * b[i]));
  const [dx, dy] = [x.map((one) => one - mx), y.map((one) => one - my)];
  const slope = of(dx, dy) / of(dx, dx);
  const rest = dy.map((one, i) => one - slope * dx[i]);
  return { slope, start: my - slope * mx, share: 1 - of(rest, rest) / (of(dy, dy) || 1) };
}

/** @type {Experiment} */
export const equivariance = {
  doing: "turn it",
  dials: [{ name: "turned", label: "turned", min: -FURTHEST, max: FURTHEST, text: degrees }],
  heads: ["number", "", "from −90° to 90°", "moves", "line"],
  // The network without capsules is run too.
  reads: (server) => [
    modelOf({ server }),
    ...server.networks.filter(({ capsules }) => !capsules).map(({ name }) => name),
  ],
  note: `Curve: a number of the digit's pose while it turns; straight: the line through what it is up
    to ${SPAN}° each way. Moves: how far it goes there; line: the share of that which the line explains.`,
  rests: true,
  run: async (context) => {
    const { engine, server, view } = context;
    const { values, images, arrays, shapes } = await once(context, "turning", async () => {
      const along = (await inputsOf(context)).along(server.rest, "rotation", [-FURTHEST, FURTHEST]);
      return { ...along, ...(await engine.curves(questionOf(context), along.inputs)) };
    });
    const turns = Array.from(values);
    const [points, numbers] = shapes.poses;
    const near = turns.map((_, n) => n).filter((n) => Math.abs(turns[n]) <= SPAN);
    const rows = Array.from({ length: numbers }, (_, d) => {
      const along = turns.map((__, n) => arrays.poses[n * numbers + d]);
      const inner = near.map((n) => along[n]);
      const moves = Math.max(...inner) - Math.min(...inner);
      const { slope, start, share } = fitLine(
        near.map((n) => turns[n]),
        inner,
      );
      const ends = [near[0], near[near.length - 1]].map(
        (n) => /** @type {[number, number]} */ ([n / (points - 1), start + slope * turns[n]]),
      );
      return {
        ...{ name: `number-${d + 1}`, title: String(d + 1), says: "" },
        curve: { along, line: ends, at: (view.turned - turns[0]) / (turns[points - 1] - turns[0]) },
        number: moves.toFixed(2),
        more: moves < STILL ? "" : share.toFixed(2),
        strong: moves >= STILL && share > 0.9,
      };
    });
    const nearest = largest(turns.map((turn) => -Math.abs(turn - view.turned))).at;
    const size = images.length / points;
    return { picture: images.slice(nearest * size, (nearest + 1) * size), rows };
  },
};

/** @type {Experiment} */
export const dimensions = {
  doing: "move one number",
  dials: [
    { name: "number", label: "number", min: 1, max: 16 },
    {
      ...{ name: "moved", label: "moved", min: -50, max: 50 },
      text: (value) => signed(value / 100),
    },
  ],
  heads: ["number", "", "", "set", "read"],
  reads: (server) => [modelOf({ server })],
  note: `The picture is decoded from these numbers. Mark: the network's output for it, for the same
    capsule.`,
  answers: true,
  run: async (context) => {
    const { engine, view } = context;
    const model = modelOf(context);
    const seen = await readBy(context, model);
    const { at } = largest(seen.lengths[seen.lengths.length - 1]);
    const pose = Float32Array.from(seen.poses[at]);
    const moved = Math.min(pose.length, view.number) - 1;
    pose[moved] += view.moved / 100;
    const decoder = await once({ kept: context.lasting }, "decoder", () =>
      engine.loadDecoder(model, seen.decoder, () => {}),
    );
    const picture = decoder.decode(at, pose).slice();
    const settings = { ...settingsOf(model), center: false };
    const { poses } = await engine.read(settings, rasterOf(picture));
    const place = (value) => Math.min(1, Math.max(0, 0.5 + value / (2 * FAR)));
    const rows = Array.from(pose, (value, d) => ({
      ...{ name: `number-${d + 1}`, title: String(d + 1), says: "" },
      ...{ value: place(value), mark: place(poses[at][d]), strong: d === moved },
      ...{ number: signed(value), more: signed(poses[at][d]) },
    }));
    return { picture, rows };
  },
};
