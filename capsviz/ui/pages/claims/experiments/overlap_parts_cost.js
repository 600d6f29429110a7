/* Two overlapping digits, parts with swapped poses, and the cost of a forward pass. */

import { unpackArrays } from "../../../browser/arrays.js";
import { digitOf, overlayDigits } from "../../../browser/digit_pair.js";
import { PartsNetwork, posterior } from "../../../browser/parts_network/network.js";
import { DrawingRaster } from "../../../browser/raster.js";
import { number, text } from "../../../browser/text.js";
import { cacheRequest, largest, networkNames, readAll, readWhole } from "./experiment.js";

/**
 * @typedef {import("./experiment.js").Experiment} Experiment
 * @typedef {import("./experiment.js").Context} Context
 */

/** Length from which a class counts as present. */
const PRESENT_LENGTH = 0.5;
/** Number of timed passes; the shortest is used. */
const TIMES = 5;
const DISTANCE_DIAL = { name: "apart", label: "dial-apart", min: 0, max: 16 };
const PAIR = {
  heads: ["head-digit", "", "", "head-capsule", "head-cnn"],
  note: () => text("note-pair", { length: String(PRESENT_LENGTH) }),
  needs: "overlap",
  reads: () => ["overlap"],
};

/**
 * Predictions for two overlapping digits.
 * @param {Context} context
 * @param {Uint8Array} second raster of the other one
 * @param {number} distance in pixels along the line
 */
async function split({ engine, raster }, second, distance) {
  const half = Math.trunc(distance / 2);
  const { image } = overlayDigits([
    { small: digitOf(raster), move: [0, half - distance] },
    { small: digitOf(second), move: [0, half] },
  ]);
  const question = { forced: null, iterations: 3, model: "overlap" };
  const { header, arrays, shapes } = unpackArrays(await engine.split(question, image));
  const [, classes] = shapes.lengths;
  const last = arrays.lengths.slice((header.iterations - 1) * classes).subarray(0, classes);
  const rows = Array.from(last, (length, k) => {
    const probability = arrays.probabilities?.[k];
    return {
      name: `class-${k}`,
      title: String(k),
      says: "",
      value: length,
      mark: probability ?? null,
      number: number(length, 2),
      more: probability === undefined ? "" : number(probability, 2),
      strong: length >= PRESENT_LENGTH,
    };
  });
  return { picture: image, rows };
}

/** @type {Experiment} */
export const overlap = {
  ...PAIR,
  doing: "doing-another",
  dials: [{ name: "over", label: "dial-over", min: 0, max: 9 }, DISTANCE_DIAL],
  run: async (context) => {
    const { engine, server, view } = context;
    const samples = await engine.samples(server.samples);
    const sample = samples.find(({ digit }) => digit === view.over);
    return split(context, new DrawingRaster().load(sample?.drawing).bytes, view.apart);
  },
};

/** @type {Experiment} */
export const crowding = {
  ...PAIR,
  doing: "doing-twice",
  dials: [DISTANCE_DIAL],
  run: (context) => split(context, context.raster, context.view.apart),
};

/** @type {Experiment} */
export const agreement = {
  doing: "doing-parts",
  dials: [{ name: "traded", label: "dial-traded" }],
  heads: ["head-objects", "head-says", "", "head-any", "head-this"],
  note: () => text("note-parts"),
  needs: "parts",
  reads: (server) => [...networkNames(server), "parts"],
  showsOutput: true,
  run: async (context) => {
    const { engine, server, view } = context;
    const { sha, classes } = server.parts;
    const network = await cacheRequest(
      { cache: context.lastingCache },
      "parts",
      async () => new PartsNetwork(await engine.partsNetwork(sha)),
    );
    const { input } = await readWhole(context);
    const parts = network.read(Float32Array.from(input, (value) => value / 255));
    const edited = view.traded ? tradePlaces(parts) : parts;
    const [before, now] = [parts, edited].map((list) => network.explain(list).terms);
    const present = (shares) => 1 - shares[shares.length - 1];
    const rows = [true, false].map((poses) => {
      const shares = posterior(now, poses);
      const { value, index } = largest(shares.slice(0, -1));
      return {
        name: poses ? "poses" : "presences",
        title: text("row-poses", { poses: poses ? "kept" : "ignored" }),
        says: String(classes[index]),
        value: present(shares),
        mark: present(posterior(before, poses)),
        ...{ number: number(present(shares), 2), more: number(value, 2) },
      };
    });
    const side = Math.sqrt(input.length);
    return { picture: Uint8Array.from(network.paint(edited, side), (ink) => 255 * ink), rows };
  },
};

/**
 * Swap the poses of the two parts with the highest presence.
 * @param {{x: number[], d: number}[]} parts
 */
export function tradePlaces(parts) {
  const [first, second] = parts.map((_, m) => m).sort((a, b) => parts[b].d - parts[a].d);
  const swapped = { [first]: parts[second].x, [second]: parts[first].x };
  return parts.map(({ x, d }, m) => ({ x: swapped[m] ?? x, d }));
}

/** @type {Experiment} */
export const cost = {
  doing: "doing-seen-by-all",
  dials: [],
  heads: ["head-network", "head-says", "", "head-milliseconds", "head-times-cnn"],
  note: () => text("note-cost", { times: TIMES }),
  waitsForPen: true,
  run: async (context) => {
    const reads = [await readWhole(context)];
    while (reads.length < TIMES) reads.push(await readAll(context, context.raster, true));
    const [{ input, outputs }] = reads;
    const best = (name) => Math.min(...reads.map(({ ms }) => ms[name]));
    const times = Object.fromEntries(
      networkNames(context.server).map((name) => [name, best(name)]),
    );
    const slowest = Math.max(...Object.values(times));
    const rows = context.server.networks.map(({ name, title }) => ({
      ...{ name, title, says: String(largest(outputs[name]).index), value: times[name] / slowest },
      number: number(times[name], 1),
      more: times.cnn ? number(times[name] / times.cnn, 1) : "",
    }));
    return { picture: input, rows };
  },
};
