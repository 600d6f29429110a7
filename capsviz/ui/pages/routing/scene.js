/*
 * Snapshot of the Routing page for pictures and texts: one image's numbers, the colours, and the
 * selection.
 */

import { orderByCoupling } from "./cloud.js";
import { couplingScales, overlayScale } from "./scales.js";

/**
 * @typedef {object} Pointed
 * @property {number | null} hoverCapsule the primary capsule under the pointer
 * @property {{side: string, index: number} | null} flowHover the end of a band
 * @property {number[] | null} pixel of the image, row and column
 * @property {Set<number> | null} lit places that see the pixel
 *
 * @typedef {Pointed & {
 *   data: import("./data.js").RoutingData,
 *   kind: import("./kinds/index.js").Kind,
 *   inks: import("./scales.js").RoutingInks,
 *   scales: any, cloudOrder: () => number[],
 *   t: number, r: number, j: number, i: number,
 *   scale: string, over: string, from: string, flowOf: string,
 * }} Scene iteration t of r, digit capsule j, primary capsule i; `scales` of `couplingScales`, and
 *   those of overlay and cloud
 */

/** @type {Pointed} */
export const NOTHING_POINTED = { hoverCapsule: null, flowHover: null, pixel: null, lit: null };

/** Cache of a result until one of its inputs changes. */
function remember(make) {
  let [previous, result] = [[], null];
  return (...values) => {
    if (values.length !== previous.length || values.some((value, k) => value !== previous[k])) {
      [previous, result] = [values, make(...values)];
    }
    return result;
  };
}

/** Makes scenes, with a cache of slow parts. */
export class Scenes {
  constructor() {
    this.scales = remember((data, inks, r, scale, over) => ({
      ...couplingScales(scale, data, r, inks),
      overlay: overlayScale(over, data, r, inks),
      cloud: couplingScales("relative", data, r, inks).capsule,
    }));
    this.order = remember(orderByCoupling);
  }

  /**
   * @param {import("./state.js").RoutingState} state
   * @param {import("./scales.js").RoutingInks} inks
   * @param {Pointed} [pointed]
   * @returns {Scene | null} null while there is no trace
   */
  of(state, inks, pointed = NOTHING_POINTED) {
    const { data, kind, t, r, j, i, choices } = state;
    if (!data) return null;
    const { scale, over, from } = state;
    const { hoverCapsule, flowHover, pixel, lit } = pointed;
    return {
      ...{ data, kind, inks, t, r, j, i, scale, over, from, flowOf: choices.flow_of },
      ...{ hoverCapsule, flowHover, pixel, lit },
      scales: this.scales(data, inks, r, scale, over),
      cloudOrder: () => this.order(data, t, j),
    };
  }
}
