/* The panes of each kind of block: built once, updated with each reply. */

import { CapsulePane } from "./capsule.js";
import { HiddenPane } from "./hidden.js";
import { MapsPane } from "./maps.js";
import { RoutingPane } from "./routing.js";
import { VotePane } from "./vote.js";

/** Panes by a block's part of the network. @type {Record<string, any>} */
export const PANES = {
  features: MapsPane,
  capsules: CapsulePane,
  votes: VotePane,
  routing: RoutingPane,
  decoder: HiddenPane,
};
