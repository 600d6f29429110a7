/* What one network makes of one picture among others, as capsviz/ui/pages/compare/data.py says it. */

import { exact, packArrays } from "../arrays.js";
import { toBytes } from "./digit_form.js";
import { shapeOf } from "./reading.js";

/** Above this a network without capsules counts as sure. */
const LIKELY = 0.5;

/** @param {ArrayLike<number>} lengths */
const winnerOf = (lengths) => Array.from(lengths).indexOf(Math.max(...Array.from(lengths)));

/**
 * @param {Float32Array} image what it saw
 * @param {Float32Array} probabilities
 * @param {number} ms
 */
export function plainColumn(image, probabilities, ms) {
  const winner = winnerOf(probabilities);
  const most = probabilities[winner];
  return packArrays(
    {
      winner,
      lengths: Array.from(probabilities, exact),
      measure: `${most < LIKELY ? "unsure" : "probability"} ${most.toFixed(2)}`,
      couplings_text: "no capsules: nothing is routed",
      iterations: "none",
      ms,
    },
    { input: { values: toBytes(image), shape: [image.length] } },
  );
}

/**
 * @param {import("./networks.js").Network} network
 * @param {Float32Array} image what it saw
 * @param {import("./reading.js").Outputs} outputs
 * @param {number} ms
 */
export function columnOf({ card, decoder }, image, outputs, ms) {
  const { network } = card;
  const [rounds, , J, I] = outputs.couplings.dims;
  const last = Math.min(rounds, card.iterations) - 1;
  const lengthsOf = (t) => outputs.lengths.data.subarray(t * J, (t + 1) * J);
  const lengths = lengthsOf(last);
  const winner = winnerOf(lengths);
  const winners = Array.from({ length: rounds }, (_, t) => winnerOf(lengthsOf(t)));
  const settled = winners.findLastIndex((one) => one !== winners[rounds - 1]) + 2;
  const D = outputs.capsules.dims[3];
  const at = last * J + winner;
  const pose = outputs.capsules.data.subarray(at * D, (at + 1) * D);
  const roots = outputs.couplings.data.slice(at * I, (at + 1) * I).map(Math.sqrt);
  const sure = lengths[winner] >= network.limits.present;
  return packArrays(
    {
      winner,
      lengths: Array.from(lengths, exact),
      measure: `${sure ? "" : "unsure: "}${network.measure} ${lengths[winner].toFixed(2)}`,
      couplings_text: `${I.toLocaleString("en")} couplings to ${network.classes[winner]}`,
      iterations: network.iterative ? `settled from ${settled} on` : "none: one pass",
      ms,
    },
    {
      input: { values: toBytes(image), shape: shapeOf(card) },
      couplings: { values: toBytes(roots), shape: [I] },
      reconstruction: { values: decoder.decode(winner, pose).slice(), shape: shapeOf(card) },
    },
  );
}
