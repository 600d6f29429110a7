/* Encodes a live reply for a drawing from a network's outputs (see capsviz/ui/live/messages.py). */

import { packArrays } from "../arrays.js";
import { formatInput, toBytes } from "../digit_form.js";
import { shownPlanes } from "../raster.js";

/**
 * @typedef {object} Card of a published network, as capsviz/ui/site writes it
 * @property {any} network description and limits, as a page's "network"
 * @property {any} decoder as a page's "decoder"
 * @property {string | null} plain name of the corresponding network without capsules
 * @property {number} side of its pictures
 * @property {number} channels of these
 * @property {number} iterations of its trained routing and of the graph "live"; all other graphs
 *   have ten
 * @property {Record<string, string>} graphs files by use: "live", "read", and by the softmax's axis
 *   for the Network page
 * @property {string} weights file of its weights
 * @property {any} routing properties of its routing, see routing.js
 * @property {string} sheet file with additional data for the Network page
 * @property {[number, "i1" | "f2" | "f4", number][]} blocks of the weights: count, storage type,
 *   and number of rows with a step each
 *
 * @typedef {Record<string, {data: Float32Array, dims: readonly number[]}>} Outputs by the names of
 *   capsviz/onnx_export.py
 * @typedef {import("../decoder.js").CapsuleDecoder} Decoder
 */

/** @param {Card} card @param {any} question @param {Uint8Array} raster */
export function imageOf(card, { center }, raster) {
  return formatInput(raster, card, { digits: card.network.digits, center });
}

/** Shape of a picture for display. @param {Card} card */
export function shapeOf({ side, channels }) {
  return channels > 1 ? [3, side, side] : [side, side];
}

/** A network's input for display, in bytes. @param {Card} card @param {Float32Array} image */
export function shownInput(card, image) {
  return { values: toBytes(shownPlanes(image, card.channels)), shape: shapeOf(card) };
}

/**
 * Square roots of couplings as bytes: keeps the resolution of small values such as the uniform 0.1.
 * @param {Float32Array} couplings
 */
export const couplingBytes = (couplings) => toBytes(couplings.map(Math.sqrt));

/**
 * @param {Card} card
 * @param {Decoder | null | undefined} decoder null for no pictures and no misfit; undefined while
 *   it loads
 * @param {any} question header of a live request
 * @param {Float32Array} image the network's input
 * @param {Outputs} outputs of ten iterations, or of one without routing
 * @param {object} [extra] for the header
 */
export function encodeReading(card, decoder, question, image, outputs, extra = {}) {
  const { channels } = card;
  const { seq, pictures, early, alone } = question;
  const [steps, , classes, inputs] = outputs.couplings.dims;
  const dim = outputs.capsules.dims[3];
  const iterations = Math.min(steps, question.iterations);
  const last = iterations - 1;
  const lengths = outputs.lengths.data.slice(0, iterations * classes);
  const final = lengths.subarray(last * classes);
  const poses = outputs.capsules.data.slice(last * classes * dim, (last + 1) * classes * dim);
  const poseOf = (k) => poses.subarray(k * dim, (k + 1) * dim);
  const winner = final.indexOf(Math.max(...final));
  const decoded = decoder?.decode(winner, poseOf(winner));
  const misfit = decoded
    ? shownPlanes(image, channels).reduce(
        (sum, pixel, p) => sum + (decoded[p] / 255 - pixel) ** 2,
        0,
      )
    : null;
  const { capsule } = question;
  const shownCapsule = capsule >= 0 && capsule < classes ? capsule : winner;
  const coming = early && decoder === undefined;
  const couplings = new Float32Array(iterations * inputs);
  for (let t = 0; t < iterations; t++) {
    const from = (t * classes + shownCapsule) * inputs;
    couplings.set(outputs.couplings.data.subarray(from, from + inputs), t * inputs);
  }
  const header = {
    ...{ seq, model: card.network.name, capsule: shownCapsule, misfit },
    decoder: decoder || coming ? card.decoder : { ...card.decoder, there: false },
    ...extra,
  };
  /** @type {Parameters<typeof packArrays>[1]} */
  const arrays = {
    lengths: { values: lengths, shape: [iterations, classes] },
    poses: { values: poses, shape: [classes, dim] },
    input: shownInput(card, image),
  };
  if (pictures && (decoder || coming)) {
    const allPoses = Array.from({ length: classes }, (_, k) => poseOf(k));
    const empty = new Uint8Array(classes * arrays.input.values.length);
    arrays.reconstructions = {
      values: decoder ? decoder.decodeAll(allPoses) : empty,
      shape: [classes, ...shapeOf(card)],
    };
  }
  if (alone && decoded) arrays.reconstruction = { values: decoded, shape: shapeOf(card) };
  return packArrays(header, {
    ...arrays,
    couplings: { values: couplingBytes(couplings), shape: [iterations, inputs] },
  });
}
