/* The experiment of each claim, and the reason if there is none. */

import { text } from "../../../browser/text.js";
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

/** Messages of the reasons. @type {Record<string, string>} */
const UNAVAILABLE = {
  solids: "no-solids",
  few: "no-few",
  starvation: "no-starvation",
  recipe: "no-recipe",
  reconstruction: "no-reconstruction",
};

/**
 * Reason that a claim cannot be tried here; "" if it can.
 * @param {string} name
 * @param {import("./experiment.js").ClaimsPageData} server data of the page
 */
export function unavailableReason(name, { fewer, networks, asks }) {
  const experiment = EXPERIMENTS[name];
  if (!experiment) return name in UNAVAILABLE ? text(UNAVAILABLE[name]) : "";
  if (experiment.gradients && fewer) return text("no-gradients");
  const available = experiment.needs
    ? asks.includes(experiment.needs)
    : networks.some(({ capsules }) => capsules);
  return available ? "" : text("no-network");
}
