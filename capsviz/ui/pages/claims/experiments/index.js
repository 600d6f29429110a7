/* The experiment of each claim, and the reason if there is none. */

import { attacks, detection } from "./attacks.js";
import { dimensions, equivariance, parseTree, routing, settling } from "./capsules.js";
import { agreement, cost, crowding, overlap } from "./overlap_parts_cost.js";
import { scrambled, strangers, viewpoint } from "./rearrangement.js";

/** @typedef {import("./experiment.js").Experiment} Experiment */

/** By the claims' names. @type {Record<string, Experiment>} */
export const EXPERIMENTS = {
  ...{ scrambled, routing, viewpoint, equivariance, overlap, crowding, attacks, detection },
  ...{ dimensions, agreement, cost, settling, strangers, parse_tree: parseTree },
};

/** @type {Record<string, string>} */
const NONE = {
  solids: "A drawing is flat: turn a body on Viewpoint, by the link below.",
  few: "It needs training, not a drawing: networks trained on few pictures are not included.",
  starvation: "It needs many pictures, not a drawing: a capsule starves if it is active for none.",
  recipe: "It needs training, not a drawing: networks of other recipes are not included.",
  reconstruction:
    "It needs training, not a drawing: networks trained without a decoder are not included.",
};

/**
 * Reason that a claim cannot be tried here; "" if it can.
 * @param {string} name
 * @param {import("./experiment.js").ClaimsPageData} server data of the page
 */
export function whyNot(name, { fewer, networks, asks }) {
  const experiment = EXPERIMENTS[name];
  if (!experiment) return NONE[name] ?? "";
  if (experiment.gradients && fewer)
    return "An attack needs gradients, which networks in a browser do not compute: in the app you can try it on a digit of your own.";
  const there = experiment.asks
    ? asks.includes(experiment.asks)
    : networks.some(({ capsules }) => capsules);
  return there ? "" : "The network for this experiment is not here.";
}
