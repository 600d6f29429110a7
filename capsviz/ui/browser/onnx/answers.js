/* What networks in the browser answer, as the app's routes do. */

import {
  encodeActivations,
  encodeInside,
  graphInputs,
  readAblation,
  wantedOutputs,
} from "./activations.js";
import { encodeReading, imageOf } from "./reading.js";
import { encodeRouting } from "./routing.js";

/** @typedef {import("./networks.js").Networks} Networks */

/** What a live reading needs of a network's outputs. */
const LIVE = ["lengths", "couplings", "capsules"];

/** @param {Networks} all @param {any} question @param {Uint8Array} raster */
async function read(all, question, raster) {
  const { network, image } = await begun(all, question, raster);
  const session = await all.session(network, "read");
  const { outputs, ms } = await all.run(session, { image }, network.card.side, LIVE);
  return encodeReading(network.card, network.decoder, question, image, outputs, ms);
}

/**
 * All blocks of a network, or one whole.
 * @param {Networks} all @param {any} question @param {Uint8Array} raster
 */
async function follow(all, question, raster) {
  const { network, image } = await begun(all, question, raster);
  const off = readAblation(question.off);
  const { graphs } = network.card;
  const [sheet, session] = await Promise.all([
    all.sheet(network),
    all.session(network, off.axis in graphs ? off.axis : "outputs"),
  ]);
  const inputs = { image, ...graphInputs(session.inputNames, sheet, off) };
  const wanted = wantedOutputs(session.outputNames, question.what);
  const { outputs, ms } = await all.run(session, inputs, network.card.side, wanted);
  const encode = question.what === "inside" ? encodeInside : encodeActivations;
  return encode(network, sheet, question, image, outputs, ms);
}

/** @param {Networks} all @param {any} question @param {Uint8Array} raster */
async function begun(all, question, raster) {
  const network = await all.get(question.model);
  return { network, image: imageOf(network.card, question, raster) };
}

/** One image's whole routing. @param {Networks} all @param {any} question @param {Uint8Array} raster */
async function route(all, question, raster) {
  const { network, image } = await begun(all, question, raster);
  const session = await all.session(network, "read");
  const { outputs } = await all.run(session, { image }, network.card.side, session.outputNames);
  return encodeRouting(network.card, image, outputs);
}

const ANSWERS = { read, routing: route, network: follow, inside: follow };

/**
 * @param {Networks} all
 * @param {any} question header of a live request, and "what" is asked
 * @param {Uint8Array} raster
 * @returns {Promise<Uint8Array>} the reply, as the app's server gives it
 */
export function answer(all, question, raster) {
  return ANSWERS[question.what](all, question, raster);
}
