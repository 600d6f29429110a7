/* Answers of networks in the browser, equal to the replies of the app's routes. */

import { exact, packArrays } from "../arrays.js";
import { networkInput, toBytes } from "../digit_form.js";
import {
  encodeActivations,
  encodeInside,
  graphInputs,
  readAblation,
  wantedOutputs,
} from "./activations.js";
import { cnnColumn, columnOf } from "./compare.js";
import { encodeReading, imageOf } from "./live_reply.js";
import { encodeSplit } from "./overlap.js";
import { encodeRouting } from "./routing.js";

/**
 * @typedef {import("./networks.js").Networks} Networks
 * @typedef {import("./networks.js").Network} Network
 * @typedef {import("./networks.js").Bare} Bare
 */

/** Outputs for a live reply. */
const LIVE = ["lengths", "couplings", "capsules"];
/** Outputs with one value per class, with capsules and without. */
const RESULTS = ["lengths", "probabilities"];
const SPLIT = [...LIVE, "agreement"];

/**
 * Session of the fastest graph with the outputs `LIVE`.
 * @param {Networks} all @param {Bare} network @param {number} iterations requested
 */
function live(all, network, iterations) {
  const { graphs, iterations: trained, routing } = network.card;
  const enough = graphs.live && (iterations <= trained || !routing.iterative);
  return all.session(network, enough ? "live" : "read");
}

/**
 * A live reading, by the substitute network (`meanwhile`) while its own loads. An "early" question
 * is answered even before the decoder is loaded, and the page repeats it then.
 * @param {Networks} all @param {any} request @param {Uint8Array} raster
 */
async function read(all, request, raster) {
  const { model, meanwhile, early } = request;
  const waits = meanwhile && !all.ready.has(model);
  // The page's decoder belongs to the network that it shows, so pictures are decoded here.
  const question = waits ? { ...request, model: meanwhile, pictures: true, early: false } : request;
  const network = await (waits || early ? all.loadWithoutDecoder(question.model) : all.get(model));
  const { card } = network;
  const image = imageOf(card, question, raster);
  const session = await live(all, network, question.iterations);
  const lacks = network.decoder === undefined && !all.cache.has(model);
  if (waits || lacks) all.prepare(model);
  const { outputs } = await all.run(session, { image }, card, LIVE);
  // The page's network description belongs to the requested network.
  const extra = waits ? { network: card.network } : {};
  return encodeReading(card, network.decoder, question, image, outputs, extra);
}

/**
 * All blocks of a network, or one in full.
 * @param {Networks} all @param {any} question @param {Uint8Array} raster
 */
async function follow(all, question, raster) {
  const { network, image } = await prepareImage(all, question, raster);
  const ablation = readAblation(question.off);
  const { graphs } = network.card;
  const [sheet, session] = await Promise.all([
    all.sheet(network),
    all.session(network, ablation.axis in graphs ? ablation.axis : "outputs"),
  ]);
  const inputs = { image, ...graphInputs(session.inputNames, sheet, ablation, question.unit ?? 0) };
  const names = wantedOutputs(session.outputNames, question);
  const { outputs, ms } = await all.run(session, inputs, network.card, names);
  const encode = question.what === "inside" ? encodeInside : encodeActivations;
  return encode(network, sheet, question, image, outputs, ms);
}

/** @param {Networks} all @param {any} question @param {Uint8Array} raster */
async function prepareImage(all, question, raster) {
  const network = await all.get(question.model);
  return { network, image: imageOf(network.card, question, raster) };
}

/**
 * All numbers of one image's routing.
 * @param {Networks} all
 * @param {any} question
 * @param {Uint8Array} raster
 */
async function route(all, question, raster) {
  const { network, image } = await prepareImage(all, question, raster);
  const session = await all.session(network, "read");
  const { outputs } = await all.run(session, { image }, network.card, session.outputNames);
  return encodeRouting(network.card, image, outputs);
}

/** Overlapping digits. @param {Networks} all @param {any} question @param {Uint8Array} raster */
async function split(all, question, raster) {
  const network = await all.get(question.model);
  const image = floats(raster);
  const session = await all.session(network, "read");
  const { outputs } = await all.run(session, { image }, network.card, SPLIT);
  return encodeSplit(network, question, outputs, await askPlain(all, network, image));
}

/**
 * Probabilities of the network without capsules; null if the site has none.
 * @param {Networks} all @param {Network} network @param {Float32Array} image
 */
async function askPlain(all, { card }, image) {
  return card.plain ? (await classify(all, card.plain, image)).values : null;
}

/**
 * Lengths or probabilities of any network, and its time in ms.
 * @param {Networks} all
 * @param {string} model
 * @param {Float32Array} image
 */
async function classify(all, model, image) {
  const network = await all.get(model);
  const session = await live(all, network, 1);
  const [name] = session.outputNames.filter((name) => RESULTS.includes(name));
  const { outputs, ms } = await all.run(session, { image }, network.card, [name]);
  const { data, dims } = outputs[name];
  if (name !== "lengths") return { values: data, ms };
  const last = Math.min(dims[0], network.card.iterations) - 1;
  return { values: data.subarray(last * dims[2], (last + 1) * dims[2]), ms };
}

/**
 * Results of several networks for one picture.
 * @param {Networks} all @param {any} question @param {Uint8Array} raster
 */
async function readAll(all, { networks, center }, raster) {
  const [outputs, ms] = [{}, {}];
  /** @type {Float32Array} */
  let image = new Float32Array();
  for (const name of networks) {
    const { card } = await all.get(name);
    image = networkInput(raster, card.side, { digits: true, center });
    const result = await classify(all, name, image);
    outputs[name] = Array.from(result.values, exact);
    ms[name] = result.ms;
  }
  return packArrays({ outputs, ms }, { input: { values: toBytes(image), shape: [image.length] } });
}

/**
 * A network's column on Compare.
 * @param {Networks} all
 * @param {any} question
 * @param {Uint8Array} raster
 */
async function column(all, question, raster) {
  const { network, image } = await prepareImage(all, question, raster);
  const session = await all.session(network, "read");
  const names = session.outputNames.filter((name) => [...LIVE, ...RESULTS].includes(name));
  await all.run(session, { image }, network.card, names); // warm-up: the first run allocates memory
  const { outputs, ms } = await all.run(session, { image }, network.card, names);
  return outputs.probabilities
    ? cnnColumn(network.card, image, outputs.probabilities.data, ms)
    : columnOf(network, image, outputs, ms);
}

/** List the files that are not cached. @param {Networks} all @param {any} question */
async function missing(all, { places }) {
  return packArrays({ missing: await all.missing(places) }, {});
}

/** Inputs of a network in 0..1, concatenated. @param {Uint8Array} raster */
const floats = (raster) => Float32Array.from(raster, (level) => level / 255);

/** A transformed digit. @param {Networks} all @param {any} question @param {Uint8Array} raster */
async function transform(all, question, raster) {
  const network = await all.get(question.model);
  const image = floats(raster);
  const session = await live(all, network, question.iterations);
  const { outputs } = await all.run(session, { image }, network.card, LIVE);
  const probabilities = await askPlain(all, network, image);
  const cnn = probabilities && Array.from(probabilities, exact);
  const request = { ...question, pictures: false, alone: true };
  return encodeReading(network.card, network.decoder, request, image, outputs, { cnn });
}

/**
 * Several inputs after the unchanged digit; other questions are answered in between.
 * @param {Networks} all @param {any} question @param {Uint8Array} raster
 */
async function curves(all, question, raster) {
  const network = await all.get(question.model);
  const { card } = network;
  const session = await live(all, network, question.iterations);
  const size = card.side ** 2 * card.channels;
  const rows = [];
  for (let from = 0; from < raster.length; from += size) {
    const image = floats(raster.subarray(from, from + size));
    const { outputs } = await all.run(session, { image }, card, LIVE);
    const [steps, , J] = outputs.lengths.dims;
    const last = Math.min(steps, question.iterations) - 1;
    const lastOf = ({ data }, count) => data.slice(last * count, (last + 1) * count);
    const poses = lastOf(outputs.capsules, J * outputs.capsules.dims[3]);
    const cnn = from ? await askPlain(all, network, image) : null;
    rows.push({
      lengths: lastOf(outputs.lengths, J),
      poses,
      cnn: cnn?.slice() ?? new Float32Array(),
    });
  }
  const [untouched, ...points] = rows;
  const classes = untouched.lengths.length;
  const digit =
    question.digit < 0 ? untouched.lengths.indexOf(Math.max(...untouched.lengths)) : question.digit;
  const D = untouched.poses.length / classes;
  const join = (select) => {
    const parts = points.map(select);
    const values = Float32Array.from(parts.flatMap((part) => Array.from(part)));
    const width = parts[0].length;
    return { values, shape: width ? [parts.length, width] : [0, classes] };
  };
  return packArrays(
    { digit },
    {
      lengths: join(({ lengths }) => lengths),
      poses: join(({ poses }) => poses.subarray(digit * D, (digit + 1) * D)),
      cnn: join(({ cnn }) => cnn),
    },
  );
}

const ANSWERS = {
  read,
  routing: route,
  network: follow,
  inside: follow,
  split,
  all: readAll,
  transform,
  curves,
  column,
  missing,
};

/**
 * @param {Networks} all
 * @param {any} question header of a live request, with the kind "what"
 * @param {Uint8Array} raster
 * @returns {Promise<Uint8Array>} the reply, as the app's server returns it
 */
export function answer(all, question, raster) {
  return ANSWERS[question.what](all, question, raster);
}
