/* One network's capsules: over iterations, while the digit turns, or along one pose value. */

import { couplingOf } from "../../../browser/picture.js";
import { number, text } from "../../../browser/text.js";
import { rasterOf } from "../scrambling.js";
import {
  cacheRequest,
  degrees,
  ITERATIONS,
  inputsOf,
  largest,
  modelOf,
  networkNames,
  questionOf,
  readBy,
  settingsOf,
} from "./experiment.js";

/**
 * @typedef {import("./experiment.js").Experiment} Experiment
 * @typedef {import("./experiment.js").Context} Context
 */

const ROUNDS = [1, 2, 3, 5, 7];
/** Iterations far beyond those in training, and a second network with iterative routing. */
const EM_ROUNDS = [...ROUNDS, 10, 20, 50];
const EM = "em";
/** The network that was trained with such couplings. */
const UNIFORM = "uniform";
/** Number of types of input capsules shown per network. */
const SHOWN_TYPES = 3;
/** Largest rotation of the digit in either direction, in degrees. */
const MAX_ANGLE = 90;
/** Range in degrees over which a line is fitted through each value, as on Viewpoint. */
const SPAN = 20;
/** Change below which a value does not count as following a line. */
const MIN_CHANGE = 0.02;
/** Bound of a pose value's absolute value. */
const POSE_BOUND = 0.8;

/** @param {number} value */
function signed(value) {
  return number(value, 2);
}

/** @param {string} name @param {string} title @param {number[]} lengths */
function lengthsRow(name, title, lengths) {
  const { value, index } = largest(lengths);
  const next = largest(lengths.filter((_, k) => k !== index)).value;
  const numbers = { value, mark: next, number: number(value, 2), more: number(next, 2) };
  return { name, title, says: String(index), ...numbers };
}

/**
 * A row for each number of iterations of one network, from a single request.
 * @param {Context} context @param {string} model @param {number[]} rounds @param {string} [message] the message of a row
 */
async function readRounds(context, model, rounds, message = "row-iterations") {
  const { input, lengths } = await readBy(context, model, Math.max(...rounds));
  /** @type {import("../rows.js").Row[]} */
  const rows = rounds
    .filter((n) => n <= lengths.length)
    .map((n) => lengthsRow(`${model}-${n}`, text(message, { count: n }), lengths[n - 1]));
  return { input, rows };
}

/**
 * One network over its iterations, and another one if the page has it.
 * @param {number[]} rounds
 * @param {string} other name of the other one
 * @param {() => string} note
 * @param {(context: Context) => Promise<import("../rows.js").Row[]>} readOther rows of the other one
 * @returns {Experiment}
 */
const byIterations = (rounds, other, note, readOther) => ({
  doing: "doing-seen",
  dials: [],
  heads: ["head-inference", "head-says", "", "head-longest", "head-next"],
  note,
  reads: (server) => [
    modelOf({ server }),
    ...networkNames(server).filter((name) => name === other),
  ],
  run: async (context) => {
    const { input, rows } = await readRounds(context, modelOf(context), rounds);
    if (networkNames(context.server).includes(other)) rows.push(...(await readOther(context)));
    return { picture: input, rows };
  },
});

export const routing = byIterations(
  ROUNDS,
  UNIFORM,
  () => text("note-routing"),
  async (context) => {
    const { lengths } = await readBy(context, UNIFORM);
    return [lengthsRow("uniform", text("row-uniform"), lengths[lengths.length - 1])];
  },
);
export const settling = byIterations(
  EM_ROUNDS,
  EM,
  () => text("note-settling", { iterations: ITERATIONS }),
  async (context) => (await readRounds(context, EM, EM_ROUNDS, "row-iterations-em")).rows,
);

/**
 * The types of input capsules whose mean coupling with the predicted class is least usual.
 * @param {number[]} couplings of all input capsules by place, then type
 * @param {number[]} usual the class's mean coupling of each type
 * @returns {{type: number, mean: number, usual: number}[]} the largest difference first
 */
export function findUnusualTypes(couplings, usual) {
  const means = usual.map(() => 0);
  const positions = couplings.length / usual.length;
  for (const [i, coupling] of couplings.entries()) means[i % usual.length] += coupling / positions;
  const types = means.map((mean, type) => ({ type, mean, usual: usual[type] }));
  const difference = (type) => Math.abs(type.mean - type.usual);
  return types.sort((a, b) => difference(b) - difference(a)).slice(0, SHOWN_TYPES);
}

/** Networks whose couplings were measured. @param {Context["server"]} server */
function coupledOf({ networks, usual }) {
  return networks.filter(({ name }) => name in usual);
}

/** @type {Experiment} */
export const parseTree = {
  doing: "doing-seen",
  dials: [],
  heads: ["head-types", "head-says", "", "head-coupling", "head-usual"],
  note: () => text("note-parse-tree", { count: SHOWN_TYPES }),
  reads: (server) => coupledOf(server).map(({ name }) => name),
  run: async (context) => {
    const rows = [];
    let picture = new Uint8Array();
    for (const { name, title } of coupledOf(context.server)) {
      const { input, lengths, couplings, inCapsules } = await readBy(context, name);
      picture = input;
      const { index: winner } = largest(lengths[lengths.length - 1]);
      const last = Array.from(couplings.slice(-inCapsules), couplingOf);
      const types = findUnusualTypes(last, context.server.usual[name][winner]);
      for (const [n, { type, mean, usual }] of types.entries()) {
        rows.push({
          name: `${name}-${n + 1}`,
          title: text("row-type", { network: title, type }),
          ...{ says: String(winner), value: mean, mark: usual },
          ...{ number: number(mean, 3), more: number(usual, 3) },
        });
      }
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
  const dot = (a, b) => mean(a.map((value, i) => value * b[i]));
  const [dx, dy] = [x.map((value) => value - mx), y.map((value) => value - my)];
  const slope = dot(dx, dy) / dot(dx, dx);
  const residuals = dy.map((value, i) => value - slope * dx[i]);
  return {
    slope,
    start: my - slope * mx,
    share: 1 - dot(residuals, residuals) / (dot(dy, dy) || 1),
  };
}

/** @type {Experiment} */
export const equivariance = {
  doing: "doing-turn",
  dials: [{ name: "turned", label: "dial-turned", min: -MAX_ANGLE, max: MAX_ANGLE, says: degrees }],
  heads: ["head-number", "", "head-range", "head-moves", "head-line"],
  // The network without capsules runs too.
  reads: (server) => [
    modelOf({ server }),
    ...server.networks.filter(({ capsules }) => !capsules).map(({ name }) => name),
  ],
  note: () => text("note-turning", { degrees: SPAN }),
  waitsForPen: true,
  run: async (context) => {
    const { engine, server, view } = context;
    const { values, images, arrays, shapes } = await cacheRequest(context, "turning", async () => {
      const sweep = (await inputsOf(context)).sweep(server.rest, "rotation", [
        -MAX_ANGLE,
        MAX_ANGLE,
      ]);
      return { ...sweep, ...(await engine.curves(questionOf(context), sweep.inputs)) };
    });
    const angles = Array.from(values);
    const [points, numbers] = shapes.poses;
    const position = (view.turned - angles[0]) / (angles[points - 1] - angles[0]);
    const fitted = angles.map((_, n) => n).filter((n) => Math.abs(angles[n]) <= SPAN);
    const rows = Array.from({ length: numbers }, (_, d) => {
      const curve = angles.map((__, n) => arrays.poses[n * numbers + d]);
      const inner = fitted.map((n) => curve[n]);
      const moves = Math.max(...inner) - Math.min(...inner);
      const { slope, start, share } = fitLine(
        fitted.map((n) => angles[n]),
        inner,
      );
      const ends = [fitted[0], fitted[fitted.length - 1]].map(
        (n) => /** @type {[number, number]} */ ([n / (points - 1), start + slope * angles[n]]),
      );
      return {
        ...{ name: `number-${d}`, title: String(d), says: "" },
        curve: { values: curve, line: ends, position },
        number: number(moves, 2),
        more: moves < MIN_CHANGE ? "" : number(share, 2),
        strong: moves >= MIN_CHANGE && share > 0.9,
      };
    });
    const nearest = largest(angles.map((angle) => -Math.abs(angle - view.turned))).index;
    const size = images.length / points;
    return { picture: images.slice(nearest * size, (nearest + 1) * size), rows };
  },
};

/** @type {Experiment} */
export const dimensions = {
  doing: "doing-number",
  dials: [
    {
      // Links count from 1.
      ...{ name: "number", label: "dial-number", min: 1, max: 16 },
      says: (value) => String(value - 1),
    },
    {
      ...{ name: "moved", label: "dial-moved", min: -50, max: 50 },
      says: (value) => signed(value / 100),
    },
  ],
  heads: ["head-number", "", "", "head-set", "head-read"],
  reads: (server) => [modelOf({ server })],
  note: () => text("note-number"),
  showsOutput: true,
  run: async (context) => {
    const { engine, view } = context;
    const model = modelOf(context);
    const outputs = await readBy(context, model);
    const { index: winner } = largest(outputs.lengths[outputs.lengths.length - 1]);
    const pose = Float32Array.from(outputs.poses[winner]);
    const dimension = Math.min(pose.length, view.number) - 1;
    pose[dimension] += view.moved / 100;
    const decoder = await cacheRequest({ cache: context.lastingCache }, "decoder", () =>
      engine.loadDecoder(model, outputs.decoder, () => {}),
    );
    const picture = decoder.decode(winner, pose).slice();
    const settings = { ...settingsOf(model), center: false };
    const { poses } = await engine.read(settings, rasterOf(picture));
    const barEnd = (value) => Math.min(1, Math.max(0, 0.5 + value / (2 * POSE_BOUND)));
    const rows = Array.from(pose, (value, d) => ({
      ...{ name: `number-${d}`, title: String(d), says: "" },
      ...{ start: 0.5, value: barEnd(value), mark: barEnd(poses[winner][d]) },
      strong: d === dimension,
      ...{ number: signed(value), more: signed(poses[winner][d]) },
    }));
    return { picture, rows };
  },
};
