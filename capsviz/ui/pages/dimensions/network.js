/* A network as the page needs it: its decoder, and what was measured about it. */

import { PoseCloud } from "./numbers.js";

export class Network {
  /**
   * @param {import("../../browser/engine/remote_decoder.js").AnyDecoder} decoder
   * @param {any} known as the poses route sends it; null where nothing was measured
   */
  constructor(decoder, known) {
    this.decoder = decoder;
    this.known = known;
    /** @type {Map<number, PoseCloud>} by class */
    this.clouds = new Map();
  }

  /**
   * @param {import("../../browser/engine/engine.js").Engine} engine
   * @param {{decoder: any, poses: string | null, network: any}} server
   * @param {() => void} onMore more pictures have come from a decoder that is elsewhere
   * @returns {Promise<Network>}
   */
  static async load(engine, { decoder, poses, network }, onMore) {
    const [found, known] = await Promise.all([
      engine.loadDecoder(network.name, decoder, onMore),
      engine.poses(poses),
    ]);
    return new Network(found, known);
  }

  /** Where the poses of a class lie; null where that is not known. */
  cloud(k) {
    if (this.known && !this.clouds.has(k)) this.clouds.set(k, new PoseCloud(this.known, k));
    return this.clouds.get(k) ?? null;
  }
}

/** Tells one network, and one analysis of it, from another. */
export function networkKey({ decoder, poses }) {
  return `${decoder.sha} ${poses}`;
}
