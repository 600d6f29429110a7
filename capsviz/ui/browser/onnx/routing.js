/* All numbers of one image's routing, as `encode_routing` of the app's server returns them. */

import { packArrays } from "../arrays.js";
import { shownInput } from "./live_reply.js";

/**
 * @typedef {import("./live_reply.js").Card} Card
 * @typedef {import("./live_reply.js").Outputs} Outputs
 */

/**
 * Transpose [iteration, output, input] to [iteration, input, output].
 * @param {Outputs[string]} output
 */
function transposeByInput({ data, dims: [r, , J, I] }) {
  const values = new Float32Array(data.length);
  for (let t = 0; t < r; t++)
    for (let j = 0; j < J; j++)
      for (let i = 0; i < I; i++) values[(t * I + i) * J + j] = data[(t * J + j) * I + i];
  return { values, shape: [r, I, J] };
}

/**
 * @param {Card} card
 * @param {Float32Array} image the network's input
 * @param {Outputs} outputs
 */
export function encodeRouting(card, image, outputs) {
  const { network, routing } = card;
  const { couplings, logits, weights, activations, lengths } = outputs;
  const [r, , J] = lengths.dims;
  const flat = ({ data, dims }) => ({ values: data, shape: dims.filter((_, i) => i !== 1) });
  /** @type {Parameters<typeof packArrays>[1]} */
  const arrays = {
    image: shownInput(card, image),
    unrouted: { values: outputs.unrouted?.data ?? lengths.data.slice(0, J), shape: [J] },
    couplings: transposeByInput(couplings),
  };
  for (const name of ["votes", "primary", "primary_lengths"])
    arrays[name] = { values: outputs[name].data, shape: outputs[name].dims.slice(1) };
  for (const name of ["totals", "capsules", "lengths"]) arrays[name] = flat(outputs[name]);
  if (!routing.adds_agreement) arrays.logits = transposeByInput(logits);
  if (weights) arrays.weights = transposeByInput(weights);
  if (activations) arrays.activations = { values: activations.data, shape: [couplings.dims[3]] };
  const header = {
    ...{ model: network.name, classes: network.classes, thing: network.thing },
    // Only the app can show routings of lower layers.
    ...{ ...routing, tree: false, iterations: r, empty: !image.some((pixel) => pixel > 0) },
  };
  return packArrays(header, arrays);
}
