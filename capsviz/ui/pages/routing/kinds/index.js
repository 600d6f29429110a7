/*
 * Differences between routings on this page: texts, formulas and omissions. One module for each of
 * capsviz/model/routing, one for its variants, one for routings of others.
 */

import { ATTENTION } from "./attention.js";
import { DYNAMIC } from "./dynamic.js";
import { EM } from "./em.js";
import { K_MEANS, SOFT_K_MEANS } from "./k_means.js";
import { MATRIX } from "./matrix.js";
import { QUERY_KEY } from "./query_key.js";
import { SELF_ROUTING } from "./self_routing.js";
import { UNIFORM } from "./uniform.js";
import { OWN_KINDS } from "./user_network.js";
import { AUTHORS, DAMPED, INVERTED_ATTENTION, LEAKY, TOP_K } from "./variants.js";

/**
 * @typedef {import("../scene.js").Scene} Scene
 * @typedef {(Node | string)[]} Words
 * @typedef {object} Line of the formula
 * @property {string} sym the symbol it makes
 * @property {string} [name] of the line, where two make the same symbol
 * @property {string} title its message
 * @property {Words} law
 * @property {(scene: Scene) => Words} numbers the same with this image's numbers
 *
 * @typedef {object} Kind
 * @property {boolean} [apart] whether activations of input capsules are apart from their lengths
 * @property {(data: any) => number} [even] a share without any preference, where that is not one
 *   of as many as there are classes
 * @property {string} [favour] the message of a step, where capsules do something else than give a
 *   digit more than that
 * @property {"leak"} [sharesSum] what a capsule's shares add up to, where that is not 1
 * @property {string} heading like each text below the name of its message
 * @property {string} casts the message of what each capsule does, which holds that of `lead`
 * @property {string} lead what happens then
 * @property {string | null} onePass why there is nothing to step through
 * @property {string} measure what says how present a digit is: "length" or "activation"
 * @property {string} mark its symbol
 * @property {string} total the sum of votes
 * @property {string} totalMark its length
 * @property {string} [flowMark] the part of that length that votes add, where there is more
 * @property {string} shares what is given away: "couplings" or "responsibilities"
 * @property {string} weight of a vote: its symbol, or "weight"
 * @property {string | null} weightedVote its symbol, if it has one
 * @property {string[]} vectors those drawn besides the votes
 * @property {string} logit what b is
 * @property {string} [logitMeaning] the message of its definition, where couplings may not be its
 *   softmax
 * @property {string | null} agreement what a is, where a column has it
 * @property {string[]} leaves columns without a meaning here
 * @property {string[] | null} scales colours that tell something, null for all
 * @property {string} map "couplings", "responsibilities" or "votes"
 * @property {string} cloud
 * @property {string} [summaries] the message on the summaries, where couplings have no entropy
 * @property {() => Line[]} lines
 * @property {(scene: Scene, low: number, high: number) => string} story
 * @property {(scene: Scene) => Words} counter what the answer would be without routing
 * @property {{
 *   title: string, symbol: string, help: string, floats?: boolean,
 *   value: (data: any, t: number, j: number) => number,
 * }} [second] the chart beside the measure; it floats if 0 has no meaning: then the chart has the
 *   range of its values
 */

/** @type {Record<string, Kind>} */
export const ROUTING_KINDS = {
  dynamic: DYNAMIC,
  em: EM,
  matrix: MATRIX,
  self_routing: SELF_ROUTING,
  attention: ATTENTION,
  uniform: UNIFORM,
  top_k: TOP_K,
  leaky: LEAKY,
  inverted_attention: INVERTED_ATTENTION,
  k_means: K_MEANS,
  soft_k_means: SOFT_K_MEANS,
  query_key: QUERY_KEY,
  damped: DAMPED,
  authors: AUTHORS,
  ...OWN_KINDS,
};
