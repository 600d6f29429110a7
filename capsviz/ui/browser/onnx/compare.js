/* One network's column on Compare, as in capsviz/ui/pages/compare/data.py. */

import { exact, packArrays } from "../arrays.js";
import { couplingBytes, shapeOf, shownInput } from "./live_reply.js";

/** @param {Float32Array} lengths */
const winnerOf = (lengths) => lengths.indexOf(Math.max(...lengths));

/**
 * @param {import("./live_reply.js").Card} card
 * @param {Float32Array} image the network's input @param {Float32Array} probabilities
 * @param {number} ms
 */
export function cnnColumn(card, image, probabilities, ms) {
  const lengths = Array.from(probabilities, exact);
  return packArrays(
    { winner: winnerOf(probabilities), lengths, settled: null, ms },
    { input: shownInput(card, image) },
  );
}

/**
 * @param {import("./networks.js").Network} network
 * @param {Float32Array} image the network's input
 * @param {import("./live_reply.js").Outputs} outputs
 * @param {number} ms
 */
export function columnOf({ card, decoder }, image, outputs, ms) {
  const { network } = card;
  const [steps, , J, I] = outputs.couplings.dims;
  const last = Math.min(steps, card.iterations) - 1;
  const lengthsOf = (t) => outputs.lengths.data.subarray(t * J, (t + 1) * J);
  const lengths = lengthsOf(last);
  const winner = winnerOf(lengths);
  const winners = Array.from({ length: steps }, (_, t) => winnerOf(lengthsOf(t)));
  const settled = winners.findLastIndex((each) => each !== winners[steps - 1]) + 2;
  const D = outputs.capsules.dims[3];
  const index = last * J + winner;
  const pose = outputs.capsules.data.subarray(index * D, (index + 1) * D);
  const couplings = outputs.couplings.data.slice(index * I, (index + 1) * I);
  return packArrays(
    {
      ...{ winner, lengths: Array.from(lengths, exact), ms },
      settled: network.iterative ? settled : null,
    },
    {
      input: shownInput(card, image),
      couplings: { values: couplingBytes(couplings), shape: [I] },
      reconstruction: { values: decoder.decode(winner, pose).slice(), shape: shapeOf(card) },
    },
  );
}
