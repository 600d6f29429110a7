/* Choice of the routing: the network's own, or a what-if routing. */

import { finders } from "../../browser/dom.js";
import { readWhatIf, WhatIfChoice } from "../../browser/what_if.js";
import { nameRouting } from "./controls.js";

/**
 * The what-if routing in use, or null for the network's own or while another network loads.
 * @param {{name: string, what_ifs?: import("../../browser/what_if.js").WhatIf[]}} network
 * @param {{model: string, routing: string}} settings
 */
export function routingInstead({ name, what_ifs = [] }, { model, routing }) {
  return model === name ? readWhatIf(what_ifs, routing) : null;
}

export class RoutingChoice {
  /** @param {HTMLElement} root @param {(values: any) => void} change of settings */
  constructor(root, change) {
    const { part } = finders(root);
    this.root = root;
    this.whatIf = new WhatIfChoice(
      part("what-if"),
      part("what-if-says"),
      (routing) => change({ routing }),
      (iterations) => change({ iterations }),
    );
  }

  /**
   * @param {Pick<import("./controls.js").DrawPageData, "network" | "iterates">} server
   * @param {any} settings
   * @returns {boolean} whether the chosen network iterates
   */
  show({ network, iterates }, settings) {
    const instead = routingInstead(network, settings);
    this.whatIf.show(network.what_ifs ?? [], settings.routing);
    this.whatIf.showSteps(settings.iterations);
    nameRouting(this.root, network, instead?.whatIf.title);
    return instead?.whatIf.iterative ?? iterates[settings.model] ?? true;
  }
}
