/* What is inside each kind of block, as panes: built once, shown anew with each answer. */

import { CapsulePane } from "./capsule.js";
import { HiddenPane } from "./hidden.js";
import { MapsPane } from "./maps.js";
import { RoutingPane } from "./routing.js";
import { VotePane } from "./vote.js";

/** By the part of the network that a block belongs to. @type {Record<string, any>} */
export const PANES = {
  features: MapsPane,
  capsules: CapsulePane,
  votes: VotePane,
  routing: RoutingPane,
  decoder: HiddenPane,
};
